import type { Clause, Unit } from '../clauses/unit.js';

/** What else is known beside a memory. */
export interface Context {
  /** Whether all that is known speaks of but one of its kind: then "the shop" is "the farm shop". */
  isOnly(head: Unit): boolean;
}

const describedBy = (head: Unit, { units }: Clause): string =>
  units
    .filter(({ chunk, at, kind }) => chunk === head.chunk && at < head.at && kind !== 'person')
    .map(({ key }) => key)
    .sort()
    .join(' ');

export function createContext(clauses: () => readonly Clause[]): Context {
  let found: Map<string, Set<string>> | undefined;
  const read = () => {
    const all = new Map<string, Set<string>>();
    for (const clause of clauses()) {
      for (const unit of clause.units) {
        const described = describedBy(unit, clause);
        if (described !== '') all.set(unit.key, (all.get(unit.key) ?? new Set()).add(described));
      }
    }
    return all;
  };
  return {
    isOnly(head) {
      found ??= read();
      return (found.get(head.key)?.size ?? 0) <= 1;
    },
  };
}
