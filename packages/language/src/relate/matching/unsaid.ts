import type { FoundAmount } from '../amounts/amounts.js';
import { isMoney } from '../amounts/units.js';
import type { Clause, Unit } from '../clauses/unit.js';
import { impliedBy } from '../lexicon/implied.js';

const isEnd = /^(?:to|until|till)$/;

/** What a figure tells by its unit. */
const toldByFigure = ({ amount, kind, preposition }: Unit): string[] => {
  if (kind === 'day' || kind === 'time') return ['takeplace', isEnd.test(preposition) ? 'end' : 'begin'];
  if (!amount) return [];
  if (amount.bound === 'most') return ['limit', ...toldByUnit(amount)];
  return toldByUnit(amount);
};

const toldByUnit = (amount: FoundAmount): string[] => {
  if (isMoney(amount.dimension)) return ['price'];
  if (amount.dimension === 'mass') return ['weigh'];
  if (amount.per !== null) return [];
  if (amount.dimension === 'time') return ['long', 'last'];
  return amount.dimension === 'month' ? ['old'] : [];
};

/** What is told without being said: who has "my dog" has a dog, what costs €5 has a price. */
export function unsaidIn({ units }: Clause): ReadonlySet<string> {
  const said = new Set(units.flatMap(({ keys }) => keys));
  const owns = units.some(({ owner, key }) => owner || key === '@we');
  const told = [...units.flatMap(toldByFigure), ...(owns ? ['have'] : [])];
  const implied = impliedBy(new Set([...said, ...told]));
  return new Set([...implied, ...told.filter((key) => !said.has(key))]);
}
