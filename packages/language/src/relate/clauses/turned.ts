import { meaningsOf } from '../lexicon/lexicon.js';
import type { Clause, Unit } from './unit.js';

/** What somebody is to a thing: "the owner of billing", "our conductor". */
const doers: ReadonlySet<string> = new Set(
  'own responsible lead maintain conduct chair treasurer secretary coach supplier teach'.split(' ').flatMap(meaningsOf),
);

const isDoer = ({ keys, kind }: Unit): boolean => kind === 'word' && keys.some((key) => doers.has(key));

const isNamed = (units: readonly Unit[]): boolean => {
  const said = units.filter(({ kind }) => kind !== 'day' && kind !== 'time');
  return said.length > 0 && said.every(({ kind }) => kind === 'name' || kind === 'person');
};

const asDone = (unit: Unit, doer: Unit): Unit => {
  if (unit === doer) return { ...unit, side: 'verb', verbal: true, chunk: -1, preposition: '', definite: false };
  return {
    ...unit,
    side: 'object',
    owner: false,
    preposition: /^(?:of|for)$/.test(unit.preposition) ? '' : unit.preposition,
  };
};

/** "Runbook: owner Farrukh" as "Farrukh owns the runbook". */
const labelledDoer = (clause: Clause): Clause | null => {
  const object = clause.units.filter(({ side }) => side === 'object');
  const [doer, ...named] = object;
  const isRole = clause.tense === 'none' && doer !== undefined && isDoer(doer) && named.length > 0;
  if (!isRole || !named.every((unit) => unit.kind === 'name' && unit.chunk === doer.chunk)) return null;
  const subject = clause.units.filter(({ side }) => side === 'subject');
  return {
    ...clause,
    copula: false,
    units: [
      ...named.map((unit): Unit => ({ ...unit, side: 'subject', leading: true, chunk: unit.chunk + 1000 })),
      asDone(doer, doer),
      ...subject.map((unit) => asDone({ ...unit, leading: false }, doer)),
    ],
  };
};

/** "The owner of billing is Priya" and "Priya is the owner of billing" as "Priya owns billing". */
export const turned = (clause: Clause): Clause => {
  if (!clause.copula) return clause;
  const labelled = labelledDoer(clause);
  if (labelled) return labelled;
  const [subject, object] = (['subject', 'object'] as const).map((side) =>
    clause.units.filter((unit) => unit.side === side),
  );
  if (!subject || !object || clause.units.length !== subject.length + object.length) return clause;
  const [said, doing] = isNamed(subject) ? [subject, object] : [object, subject];
  const doer = doing.find(
    (unit, place) =>
      isDoer(unit) && doing[place + 1]?.chunk !== unit.chunk && doing.every((each) => each.chunk >= unit.chunk),
  );
  if (!doer || !isNamed(said)) return clause;
  return {
    ...clause,
    copula: false,
    units: [
      ...said.map((unit): Unit => ({ ...unit, side: 'subject', leading: true })),
      ...doing.map((unit) => asDone({ ...unit, leading: false }, doer)),
    ],
  };
};
