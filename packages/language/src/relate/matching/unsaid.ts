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
  if (amount.dimension === 'time') return ['long', 'last', 'accept', 'need'];
  return amount.dimension === 'month' ? ['old'] : [];
};

const isNamed = ({ units, copula }: Clause): boolean => {
  const said = units.filter(({ side }) => side === 'object');
  return copula && said.length > 0 && said.every(({ kind }) => kind === 'name');
};

const isPlaced = ({ side, preposition }: Unit): boolean => side === 'object' && /^(?:in|at|on)$/.test(preposition);

/** What is told without being said: who has "my dog" has a dog, what costs €5 has a price. */
export function unsaidIn(clause: Clause): ReadonlySet<string> {
  const { units, copula } = clause;
  const said = new Set(units.flatMap(({ keys }) => keys));
  const owns = units.some(({ owner, key }) => owner || key === '@we');
  const told = [
    ...units.flatMap(toldByFigure),
    ...(owns ? ['have'] : []),
    ...(isNamed(clause) ? ['called'] : []),
    ...(copula && units.some(isPlaced) ? ['takeplace', 'located'] : []),
  ];
  const implied = impliedBy(new Set([...said, ...told]));
  return new Set([...implied, ...told.filter((key) => !said.has(key))]);
}
