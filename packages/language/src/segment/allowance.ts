import { readable } from '../words/spans.js';
import type { Passage } from './layout/passages-of.js';

/** UTF-16 units that one part of a text may add to the statements of others, in all. People's texts need less. */
const [LEAST, TIMES] = [100_000, 8];

/** True as long as what is added in all stays within a few times the text. */
export type Allows = (units: number) => boolean;

export function createAllowance({ length }: string): Allows {
  let left = LEAST + TIMES * length;
  return (units) => {
    if (units > left) return false;
    left -= units;
    return true;
  };
}

/** Beyond the allowance a passage is told as it is written: nothing of it is lost but the words that were added. */
export const toldWithin = (masked: string, passages: readonly Passage[], allows: Allows): Passage[] =>
  passages.map((passage) => {
    const { start, end, said } = passage;
    if (said === undefined || said.length <= end - start || allows(said.length)) return passage;
    return { ...passage, said: readable(masked.slice(start, end)) };
  });
