import { createHash } from 'node:crypto';
import type { Comparison } from '@hippocamp/shared/language/comparison';
import type { Reading } from '@hippocamp/shared/language/reading';
import type { Comparable } from './known-fact.js';

/** Two statements, the second of which is known when the first is decided about. */
export interface CandidatePair {
  first: Comparable;
  second: Comparable;
}

/** A pair that a transaction would decide about and that nobody has compared: it ends, and is tried again when somebody has. */
export class UncomparedPair extends Error {
  override readonly name = 'UncomparedPair';
  constructor() {
    super('what is known changed while candidates were compared with it');
  }
}

/** Whose text, reading or vector changed meanwhile has another key, and is compared anew. */
export const comparisonKey = (
  content: string,
  reading: Reading,
  { vector, self, speaker }: Pick<Comparable, 'vector' | 'self' | 'speaker'>,
): string =>
  createHash('sha256')
    .update(JSON.stringify([content, reading, vector !== null, self, speaker]))
    .digest('base64');

const keyOf = ({ first, second }: CandidatePair): string => `${first.key} ${second.key}`;

/** What was found out of pairs, before the transaction that needs it. */
export interface Comparisons {
  /** Each pair once that is not known yet. */
  missing(pairs: readonly CandidatePair[]): CandidatePair[];
  add(pair: CandidatePair, comparison: Comparison): void;
  /** Throws `UncomparedPair` where nobody knows. */
  of(first: Comparable, second: Comparable): Comparison;
}

export function createComparisons(): Comparisons {
  const known = new Map<string, Comparison>();
  return {
    missing: (pairs) =>
      [...new Map(pairs.map((pair) => [keyOf(pair), pair])).entries()].flatMap(([key, pair]) =>
        known.has(key) ? [] : [pair],
      ),
    add: (pair, comparison) => known.set(keyOf(pair), comparison),
    of(first, second) {
      const comparison = known.get(keyOf({ first, second }));
      if (!comparison) throw new UncomparedPair();
      return comparison;
    },
  };
}
