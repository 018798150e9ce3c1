import type { Unit } from '../clauses/unit.js';
import type { Both, Matching } from '../matching/matching.js';
import { amountRival, dateRival } from './figures.js';
import { nameRivals } from './names.js';
import { labelRival } from './numbered.js';
import { wordRival } from './words.js';

/** What stands in the place of what a claim says, where both cannot be so. */
export interface Rivalry {
  rivals: Unit[];
  kind: 'amount' | 'date' | 'name' | 'word';
  /** What one denies the other says. */
  complementary: boolean;
}

const rivalry = (kind: Rivalry['kind'], rivals: readonly (Unit | null)[], complementary = false): Rivalry | null => {
  const found = rivals.filter((unit) => unit !== null);
  return found.length > 0 ? { rivals: found, kind, complementary } : null;
};

/** What keeps a claim from being said, where it excludes it: of one thing that is missing, or of one name. */
export function rivalsOf(matching: Matching, of: Both): Rivalry | null {
  const { missing } = matching;
  const [first] = missing;
  if (!first) return null;
  const byName = () => rivalry('name', nameRivals(missing, matching, of));
  if (missing.length > 1) return byName();
  if (first.kind === 'amount') return rivalry('amount', [amountRival(first, matching, of)]);
  if (first.kind === 'day' || first.kind === 'time') return rivalry('date', [dateRival(first, matching, of)]);
  const byWord = () => {
    const found = wordRival(first, matching, of);
    return found && rivalry('word', [found.rival], found.complementary);
  };
  return rivalry('name', [labelRival(first, matching, of)]) ?? byName() ?? byWord();
}
