import { plain } from '../words/plain.js';
import { isPast } from '../words/verbs.js';
import type { Alignment } from './alignment.js';

type Frame = 'past' | 'present' | 'perfect' | 'none';

/** By the auxiliaries; the verb itself tells where there is none. */
const frameOf = (statement: string): Frame => {
  const text = plain(statement);
  if (/\b(?:has|have)\b/i.test(text)) return 'perfect';
  if (/\b(?:was|were|did|had)\b/i.test(text)) return 'past';
  return /\b(?:am|is|are|do|does)\b/i.test(text) ? 'present' : 'none';
};

const timeOf = (frame: Frame, words: readonly string[]): 'past' | 'present' =>
  frame === 'none' ? (words.some(isPast) ? 'past' : 'present') : frame === 'past' ? 'past' : 'present';

/** Whether one tells of what was and the other of what is. What has been may still be. */
export function differsInTime(claim: string, known: string, { shared }: Alignment): boolean {
  const [first, second] = [frameOf(claim), frameOf(known)];
  if (first === 'perfect' || second === 'perfect') return false;
  const verbs = shared.filter(([one, other]) => one.kind === 'word' && other.kind === 'word');
  const claimed = timeOf(
    first,
    verbs.map(([token]) => token.word),
  );
  return (
    claimed !==
    timeOf(
      second,
      verbs.map(([, token]) => token.word),
    )
  );
}
