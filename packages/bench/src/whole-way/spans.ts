import type { Session } from './talks.js';

/** Letters and digits alone. */
export const flat = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** A memory that fits more turns than that is of none of them. */
const MOST_TURNS = 3;
/** A turn that is shorter lies in a span by chance. */
const SHORT = 8;

/** Ids of the turns that a span was drawn from: those that hold it, or that it holds. */
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

/** A session as one text of letters and digits, and where each labelled sentence stands in it. */
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

/**
 * The sentences that a span has a part in. Where it reaches over several messages, names may stand between them: then line by
 * line. What was said several times is taken to be what tells most.
 */
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
