import type { Session } from './talks.js';

/** Keeps letters and digits alone. */
export const flat = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** A span that fits more turns counts for none of them. */
const MOST_TURNS = 3;
/** A shorter turn may lie in a span by chance. */
const SHORT = 8;

/** Turns that hold the span, or that the span holds. */
export function turnsOfSpan(span: string, { turns }: Session): string[] {
  const wanted = flat(span);
  if (wanted === '') return [];
  const found = turns.filter(({ text }) => {
    const said = flat(text);
    return said.includes(wanted) || (said.length > SHORT && wanted.includes(said));
  });
  return found.length > MOST_TURNS ? [] : found.map(({ id }) => id);
}

interface Placed {
  start: number;
  end: number;
  tells: boolean | null;
}

/** The session as letters and digits, with the place of each labelled sentence. */
export interface LabelledText {
  text: string;
  sentences: Placed[];
}

export function labelledText({ turns }: Session): LabelledText | null {
  if (turns.some(({ sentences }) => sentences === undefined)) return null;
  let text = '';
  const placed = turns.flatMap(({ sentences = [] }) =>
    sentences.map((sentence): Placed => {
      const start = text.length;
      text += flat(sentence.text);
      return { start, end: text.length, tells: sentence.tells };
    }),
  );
  return { text, sentences: placed.filter(({ start, end }) => end > start) };
}

const placesOf = (wanted: string, text: string): number[] => {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) places.push(at);
  return places;
};

/** A span over messages is placed line by line; of a repeated text, an occurrence that tells something wins. */
export function sentencesOfSpan(span: string, labelled: LabelledText): Placed[] {
  const whole = flat(span);
  const pieces = labelled.text.includes(whole) ? [whole] : span.split('\n').map(flat);
  const wanted = pieces.filter((piece) => piece !== '');
  return wanted.flatMap((piece) => {
    const each = placesOf(piece, labelled.text).map((at) =>
      labelled.sentences.filter(({ start, end }) => start < at + piece.length && at < end),
    );
    return each.find((sentences) => sentences.some(({ tells }) => tells !== false)) ?? each[0] ?? [];
  });
}
