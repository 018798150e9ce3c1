import type { Unit } from '../clauses/unit.js';
import type { Matching } from '../matching/matching.js';

export const only = (units: readonly Unit[]): Unit | null => (units.length === 1 ? (units[0] ?? null) : null);

/** All that what they share may mean. */
export const meaningsShared = ({ shared, implied }: Matching): string[] =>
  [...shared.map(([unit]) => unit), ...implied].flatMap(({ keys }) => keys);

export const hasAny = (keys: readonly string[], words: ReadonlySet<string>): boolean =>
  keys.some((key) => words.has(key));
