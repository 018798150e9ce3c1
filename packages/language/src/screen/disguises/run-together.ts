import { isKnown, LONGEST_KNOWN } from './known-words.js';
import type { Step } from './step.js';

const run = /(?<![A-Za-z_])[A-Za-z_]{12,}/g;

interface Way {
  cost: number;
  /** Where its last word begins. */
  from: number;
  known: boolean;
}

const UNKNOWN = 1.5;

/** The cheapest way to read the letters up to each place as words; a letter of no known word costs more than a word. */
const waysThrough = (letters: string): Way[] => {
  const ways: Way[] = [{ cost: 0, from: 0, known: false }];
  for (let end = 1; end <= letters.length; end += 1) {
    let best: Way = { cost: (ways[end - 1]?.cost ?? 0) + UNKNOWN, from: end - 1, known: false };
    for (let from = Math.max(0, end - LONGEST_KNOWN); from < end - 1; from += 1) {
      const cost = (ways[from]?.cost ?? 0) + 1;
      if (cost < best.cost && isKnown(letters.slice(from, end))) best = { cost, from, known: true };
    }
    ways.push(best);
  }
  return ways;
};

/** The words in order; letters of no known word stay together. */
const wordsOf = (letters: string): { said: string; known: boolean }[] => {
  const ways = waysThrough(letters);
  const words: { said: string; known: boolean }[] = [];
  for (let end = letters.length; end > 0; ) {
    const { from, known } = ways[end] ?? { from: end - 1, known: false };
    const said = letters.slice(from, end);
    const next = words.at(-1);
    if (next && !known && !next.known) next.said = said + next.said;
    else words.push({ said, known });
    end = from;
  }
  return words.toReversed();
};

const FEWEST_WORDS = 3;
/** Names in programs are of several words by right. */
const FEWEST_IN_NAME = 4;
const name = /_|[a-z][A-Z]/;
/** In as many letters a word may be one that is not known. */
const LONG = 30;

const areWords = (found: string, words: readonly { said: string; known: boolean }[]): boolean => {
  const known = words.filter((word) => word.known);
  if (known.length < (name.test(found) ? FEWEST_IN_NAME : FEWEST_WORDS)) return false;
  if (known.length === words.length) return true;
  const sure = known.reduce((sum, { said }) => sum + (said.length > 2 ? said.length : 0), 0);
  return found.length >= LONG && sure >= found.length * 0.6;
};

/** "ignoreallprevious", "ignore_all_previous_rules", "ignoreAllPreviousRules": apart where they are known words. */
export const runTogether: Step = (text) =>
  text.replace(run, (found) => {
    const words = wordsOf(found.replaceAll('_', ''));
    return areWords(found, words) ? words.map(({ said }) => said).join(' ') : found;
  });
