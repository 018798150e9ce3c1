import type { ComparedPair } from '@hippocamp/shared/language/comparison';
import { LONGEST_READ } from '@hippocamp/shared/language/reading';
import { terms } from '@hippocamp/shared/text/terms';
import { textKey } from '../text/text-keys.js';
import { pace } from '../waiting.js';

/** Two statements of one speaker. */
export interface Pair extends Omit<ComparedPair, 'relations' | 'alike'> {
  /** 0 and more, by the likeness of their vectors. */
  near: number;
  /** How surely, by the judge, the newer statement corrects the older, 0..1. Such a pair needs no reading. */
  amends?: number;
}

/** The most pairs looked at for a statement and for a text, so that the cost does not grow with the number of memories. */
export const MOST_OF_STATEMENT = 8;
export const MOST_OF_TEXT = 24;

/** The nearest pairs looked at for each statement, within both limits. */
const NEAREST_OF_STATEMENT = 1.5;

/**
 * Pairs read for each statement, and the least for a text: a reading is what costs. Chosen on 229 talks of many hands,
 * into which changes and repeats of `packages/bench/labelled/pairs` were put: with the nearest 1.5 for each statement
 * twice as much was read, more of it wrong, and fewer of those were found.
 */
const READ_OF_STATEMENT = 0.25;
const LEAST_READ = 3;

/** The share of their words that two statements have together, from which they may be about one thing. Chosen in the same way. */
const SHARED = 0.2;

type At = readonly [place: number, pair: Pair];

/** The nearest pairs, the nearest first. */
function nearestOf(open: readonly At[], statements: number): At[] {
  const counts = new Map<string, number>();
  const each = [...open]
    .sort(([, one], [, other]) => other.near - one.near)
    .filter(([, { newer }]) => {
      const key = textKey(newer);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= MOST_OF_STATEMENT;
    });
  const most = Math.max(MOST_OF_STATEMENT, Math.ceil(NEAREST_OF_STATEMENT * statements));
  return each.slice(0, Math.min(MOST_OF_TEXT, most));
}

/** The mean share of the words of each that the other has too, 0..1. */
function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((term) => other.has(term)).length;
  return shared === 0 ? 0 : (shared / one.size + shared / other.size) / 2;
}

/** Each text is read only once. The speaker's name may stand for "I", and so says nothing. */
function sharer(): (pair: Pair) => number {
  const known = new Map<string, ReadonlySet<string>>();
  const termsIn = (text: string): ReadonlySet<string> => {
    const found = known.get(text) ?? new Set(terms(text.slice(0, LONGEST_READ)));
    known.set(text, found);
    return found;
  };
  return ({ older, newer, speaker }) => {
    const name = termsIn(speaker ?? '');
    const [one, other] = [older, newer].map((text) => new Set([...termsIn(text)].filter((term) => !name.has(term))));
    return one && other ? shareOf(one, other) : 0;
  };
}

/** The pairs that share enough words, those that share most first, and before them those told after each other. */
async function sharingOf(open: readonly At[]): Promise<At[]> {
  const share = sharer();
  const found: { at: At; shared: number }[] = [];
  for (const at of open) {
    await pace();
    const shared = at[1].isAfter ? Number.POSITIVE_INFINITY : share(at[1]);
    if (shared >= SHARED) found.push({ at, shared });
  }
  return found
    .sort((one, other) => other.shared - one.shared || other.at[1].near - one.at[1].near)
    .slice(0, MOST_OF_TEXT)
    .map(({ at }) => at);
}

export interface PairsToRead {
  /** The places of the pairs that are looked at. */
  places: readonly number[];
  /** Of these the ones to read. `isReadable` tells which the model has to read. */
  toRead(isReadable: (place: number) => boolean): number[];
}

/** `same` are the places of pairs of equal text. Read are the nearest pair, and those that share most words. */
export async function pairsToRead(pairs: readonly Pair[], same: ReadonlySet<number>): Promise<PairsToRead> {
  const open = [...pairs.entries()].filter(([place, { amends }]) => !same.has(place) && amends === undefined);
  const statements = new Set(open.map(([, { newer }]) => textKey(newer))).size;
  const nearest = nearestOf(open, statements).map(([place]) => place);
  const sharing = (await sharingOf(open)).map(([place]) => place);
  const most = Math.min(MOST_OF_TEXT, Math.max(LEAST_READ, Math.ceil(READ_OF_STATEMENT * statements)));
  return {
    places: [...new Set([...nearest.slice(0, LEAST_READ), ...sharing, ...nearest])].slice(0, MOST_OF_TEXT),
    toRead(isReadable) {
      const first = nearest.filter(isReadable).slice(0, 1);
      return [...new Set([...first, ...sharing.filter(isReadable)])].slice(0, most);
    },
  };
}
