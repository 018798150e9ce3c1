import type { ContextRequest } from '@hippocamp/shared/schemas/context';
import { QUERY_LENGTH } from '@hippocamp/shared/schemas/query';
import { cutToEnd } from '../memories/normalise.js';

/** Code points from which on an input is something pasted and what is wanted of it, rather than a question. */
const LONG_INPUT = 500;

/** Code points at the end of a long input in which what is wanted is looked for. Longer, and what was pasted drowns it again. */
const ENDING = 150;

/** By the rules for any language: whose it is, nobody has said. */
const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

/** The sentences that begin within the last code points; that whose beginning is cut off only where there is no other. */
const lastSentences = (input: string): [string, ...string[]] => {
  const tail = cutToEnd(input.trim(), ENDING);
  const [cut = tail, first, ...rest] = [...segmenter.segment(tail)]
    .map(({ segment }) => segment.trim())
    .filter(Boolean);
  return first === undefined ? [cut] : [first, ...rest];
};

/** Of a long input its end, and what is asked there: among thousands of words the few that matter weigh nothing. */
const endingOf = (input: string): string[] => {
  if (cutToEnd(input, LONG_INPUT) === input) return [];
  const sentences = lastSentences(input);
  const asked = sentences.findLast((sentence) => /[?？]/.test(sentence));
  return [sentences.join(' '), ...(asked === undefined ? [] : [asked])];
};

/** What is asked of the memories, each once: the input as far as a query may go, the end of a long one, then goal and topics. */
export const questionsOf = ({ currentInput, goal, strategy }: ContextRequest): [string, ...string[]] => {
  const input = cutToEnd(currentInput, QUERY_LENGTH);
  const rest = [...endingOf(currentInput), ...(goal?.trim() ? [goal] : []), ...strategy.topics];
  return [input, ...new Set(rest.filter((question) => question !== input))];
};
