import { stemsOf } from '@hippocamp/shared/text/terms';

/** The training line that shares most content words with a line of the report part. */
export interface Nearest {
  text: string;
  words: number;
  line: string;
  /** The share of `words` that both lines have, 0..1. */
  share: number;
}

/** Stems of letters; numbers do not count. */
const contentOf = (line: string): string[] => [...stemsOf(line)].filter((stem) => /\p{L}{2}|[^\p{ASCII}]/u.test(stem));

function byStem(training: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, line] of training.entries()) {
    for (const stem of contentOf(line)) {
      const known = places.get(stem);
      if (known) known.push(place);
      else places.set(stem, [place]);
    }
  }
  return places;
}

/** The first training line wins a tie. */
export function nearestOf(lines: readonly string[], training: readonly string[]): Nearest[] {
  const places = byStem(training);
  return lines.map((text) => {
    const stems = contentOf(text);
    const counts = new Map<number, number>();
    for (const stem of stems) {
      for (const place of places.get(stem) ?? []) counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    let [nearest, most] = [-1, 0];
    for (const [place, count] of counts) {
      if (count > most || (count === most && place < nearest)) [nearest, most] = [place, count];
    }
    return { text, words: stems.length, line: training[nearest] ?? '', share: most / Math.max(1, stems.length) };
  });
}

/** A line with half of its content words in one training line hardly counts as unseen. */
export const isNear = ({ share }: Pick<Nearest, 'share'>): boolean => share >= 0.5;
