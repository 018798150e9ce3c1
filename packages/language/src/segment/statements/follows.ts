import { HIDDEN } from '../../spans.js';
import { leans, takesUp } from './leaning.js';
import type { Said } from './said.js';

/** Together they are still one statement. */
export const LONGEST_TOGETHER = 300;

const isPlain = ({ passage, question, after, instructs, borrowed }: Said): boolean =>
  passage.said === undefined && question === null && after === null && !instructs && !borrowed;

/** Lines of one paragraph belong together as much as sentences of one line; in a chat each line is said by itself. */
const isSameParagraph = (before: Said, said: Said, between: string, isChat: boolean): boolean => {
  const [first, second] = [before.passage, said.passage];
  const areProse = first.kind === 'prose' && second.kind === 'prose' && !isChat;
  return areProse && first.turn === second.turn && first.heading === second.heading && !/\n[^\S\n]*\n/.test(between);
};

/** Only an opening such as "And" may stand between. */
const isNext = (between: string): boolean =>
  between.trim().length < 12 && /^\s*(?:(?:and|but|so|also|then|oh|well),?\s+)?$/i.test(between);

/** What stands between two sentences, where the second says little without the first; otherwise null. */
export function followsOn(before: Said | undefined, said: Said, masked: string, isChat: boolean): string | null {
  // Looked at first: what lies between may be most of the text.
  if (!before || said.end - before.start > LONGEST_TOGETHER || !isPlain(before) || !isPlain(said)) return null;
  const between = masked.slice(before.end, said.start).replaceAll(HIDDEN, '');
  const isSamePassage = before.passage === said.passage;
  if (!isNext(between) || !(isSamePassage || isSameParagraph(before, said, between, isChat))) return null;
  const leansBack = isSamePassage ? leans(said.words) : takesUp(said.words);
  return leansBack ? between.replace(/\s+/g, ' ') : null;
}
