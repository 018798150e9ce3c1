import { meaningsOf } from '../lexicon/lexicon.js';
import type { Clause, Unit } from './unit.js';

const list = (words: string): ReadonlySet<string> => new Set(words.split(' ').flatMap(meaningsOf));

const has = ({ keys }: Unit, words: ReadonlySet<string>): boolean => keys.some((key) => words.has(key));

const MOST_READINGS = 16;

/** Chunks of one list, in order. */
const listsOf = ({ units }: Clause): number[][] => {
  const lists: number[][] = [];
  let current: number[] = [];
  let previous: Unit | undefined;
  for (const unit of units) {
    if (unit.side === 'verb' || unit.chunk === previous?.chunk) continue;
    if (
      unit.joined &&
      previous &&
      previous.side === unit.side &&
      (unit.preposition === previous.preposition || unit.preposition === '')
    )
      current.push(unit.chunk);
    else current = [unit.chunk];
    if (current.length === 2) lists.push(current);
    previous = unit;
  }
  return lists;
};

const excepting =
  /\b(?:except|apart from|other than|excluding|unless|but not|not|neither|nor|either|instead|rather)\b/i;

/** "Ida and Thea sing" says that Ida sings. */
const oneOfEach = (clause: Clause): Clause[] =>
  excepting.test(clause.text)
    ? []
    : listsOf(clause).flatMap((chunks) =>
        chunks.map((kept) => ({
          ...clause,
          units: clause.units.filter(({ chunk }) => chunk === kept || !chunks.includes(chunk)),
        })),
      );

const isFigure = ({ kind }: Unit): boolean => kind === 'day' || kind === 'time' || kind === 'amount';

const moving = list(
  'scale move switch migrate transfer change raise lower increase reduce cut extend go bump drop postpone',
);

/** What it says has changed: "moved", "raised". */
export const isMoving = (unit: Unit): boolean => has(unit, moving);

/** "moved from Rome to Oslo": lives in Oslo, and not in Rome any more. */
const fromAndTo = (clause: Clause): Clause[] => {
  const { units } = clause;
  const from = units.find(({ preposition }) => preposition === 'from')?.chunk;
  if (
    from === undefined ||
    !units.some(isMoving) ||
    !units.some(
      ({ preposition, chunk, side }) => side === 'object' && /^(?:to|at)$/.test(preposition) && chunk !== from,
    )
  )
    return [];
  const isTo = ({ side, chunk, kind }: Unit) => side === 'object' && chunk !== from && kind !== 'person';
  const left = units
    .filter((unit) => !isTo(unit))
    .map((unit) => (unit.chunk === from ? { ...unit, preposition: '' } : unit));
  return [
    { ...clause, units: units.filter(({ chunk }) => chunk !== from) },
    { ...clause, units: left, denied: !clause.denied, tense: 'present', ended: true },
  ];
};

/** "changed the password to harbour88": it is that now; "scaled the cluster to nine nodes": it has those. */
const changes = (clause: Clause): Clause[] => {
  const { units, denied } = clause;
  const verb = units.find((unit) => unit.side === 'verb' && has(unit, changing));
  const to = units.find(isReached)?.chunk;
  const changed = units.filter(
    ({ side, preposition, chunk }) => side === 'object' && /^(?:of)?$/.test(preposition) && chunk !== to,
  );
  const [first] = changed;
  if (!verb || !first || to === undefined || denied) return [];
  const value = units.filter(({ chunk }) => chunk === to).map((unit): Unit => ({ ...unit, preposition: '' }));
  const subject = changed.map((unit): Unit => ({ ...unit, side: 'subject', leading: true }));
  const counts = value.some(({ kind }) => kind === 'amount') && value.some(({ kind }) => kind === 'word');
  const between = counts ? [verbOf('have', first)] : [];
  return [{ ...clause, units: [...subject, ...between, ...value], copula: !counts, passive: false, tense: 'present' }];
};

const isReached = (unit: Unit): boolean =>
  unit.side === 'object' && (unit.preposition === 'to' || (unit.preposition === 'at' && isFigure(unit)));

const getting = list('get buy order source receive');

/** Who gets flour from the mill is supplied by it. */
const supplies = (clause: Clause): Clause[] => {
  const { units, denied } = clause;
  const verb = units.find((unit) => unit.side === 'verb' && has(unit, getting));
  const from = units.find(({ preposition, kind }) => preposition === 'from' && kind === 'name')?.chunk;
  if (!verb || from === undefined || denied) return [];
  const rest = replaced(units, verb, 'supplier').filter(({ side }) => side !== 'subject');
  return [
    {
      ...clause,
      units: rest.map(
        (unit): Unit => (unit.chunk === from ? { ...unit, side: 'subject', preposition: '', leading: true } : unit),
      ),
    },
  ];
};

const changing = list('scale change set rename raise lower increase reduce cut extend update switch bump');

const selling = list('sell');
const leaving = list('leave resign');
const ceasing = list('quit stop cease');
/** What one may give up is done in one of these ways. */
const habits = ['eat', 'drink', 'use', 'take', 'accept', 'have', 'smoke'];

const replaced = (units: readonly Unit[], from: Unit, word: string): Unit[] =>
  units.map((unit) => (unit === from ? { ...unit, key: word, keys: [word], word } : unit));

/** Who sold the car has none, who quit smoking does not smoke, who left Acme does not work there. */
const endings = (clause: Clause): Clause[] => {
  const { units, denied, mood, tense } = clause;
  const verb = units.find(({ side }) => side === 'verb');
  const isOver = tense === 'past' || tense === 'perfect' || verb?.word === 'quit';
  if (!verb || denied || !isOver || mood !== 'stated') return [];
  const over = { denied: true, tense: 'present' as const, passive: false, ended: true };
  if (has(verb, selling))
    return ['have', 'own'].map((word) => ({ ...clause, ...over, units: replaced(units, verb, word) }));
  if (has(verb, leaving) && !clause.passive)
    return ['work', 'live'].map((word) => ({ ...clause, ...over, units: replaced(units, verb, word) }));
  if (has(verb, ceasing)) {
    const rest = units.filter((unit) => unit !== verb);
    if (rest.some(({ word }) => word.endsWith('ing'))) {
      return [
        {
          ...clause,
          ...over,
          units: rest.map((unit) => (unit.word.endsWith('ing') ? { ...unit, verbal: true } : unit)),
        },
      ];
    }
    return habits.map((word) => ({ ...clause, ...over, units: replaced(units, verb, word) }));
  }
  return [];
};

const verbOf = (word: string, like: Unit): Unit => ({
  ...like,
  ...{
    kind: 'word',
    key: word,
    keys: [word],
    word,
    side: 'verb',
    chunk: -99,
    root: -99,
    preposition: '',
    owner: false,
    joined: false,
    denied: false,
    amount: null,
    verbal: true,
    leading: false,
  },
});

/** "My wife Karin is a nurse" says that my wife is Karin; "my phone is a Pixel" that I have a Pixel. */
const possessions = (clause: Clause): Clause[] => {
  const { units, copula, denied } = clause;
  const owner = units.find((unit) => unit.owner && unit.side === 'subject');
  if (!owner) return [];
  const chunk = units.filter((unit) => unit.chunk === owner.chunk);
  const name = chunk.at(-1);
  const noun = chunk.filter(({ kind }) => kind === 'word').at(-1);
  const readings: Clause[] = [];
  if (noun?.keys.includes('married') && !denied) {
    const stated = { ...clause, copula: true, passive: false, denied: false, tense: 'present' as const };
    readings.push({
      ...stated,
      units: [
        { ...owner, owner: false },
        { ...noun, side: 'object', leading: false, chunk: noun.chunk + 1000 },
      ],
    });
  }
  if (name?.kind === 'name' && noun && chunk.length > 2) {
    const named = chunk
      .filter(({ kind, at }) => kind === 'name' && at > noun.at)
      .map((unit): Unit => ({ ...unit, side: 'object', chunk: unit.chunk + 1000, owner: false }));
    readings.push({
      ...clause,
      units: [...chunk.filter((unit) => !named.some(({ at }) => at === unit.at)), ...named],
      copula: true,
      passive: false,
      denied: false,
      tense: 'present',
    });
  }
  const said = units.filter(({ side, preposition }) => side === 'object' && preposition === '');
  if (
    copula &&
    !denied &&
    noun &&
    said.length > 0 &&
    said.every(({ definite, kind }) => !definite && (kind === 'name' || kind === 'word')) &&
    said.some(({ kind }) => kind === 'name')
  ) {
    readings.push({ ...clause, copula: false, units: [{ ...owner, owner: false }, verbOf('have', owner), ...said] });
  }
  return readings;
};

const driving = list('drive');

/** Who drives a Fiat has a car that is one. */
const cars = (clause: Clause): Clause[] => {
  const { units, denied } = clause;
  const verb = units.find((unit) => unit.side === 'verb' && has(unit, driving));
  const who = units.find(({ side, preposition }) => side === 'subject' && preposition === '');
  const what = units.filter(({ side, preposition }) => side === 'object' && preposition === '');
  if (!verb || !who || denied || !what.some(({ kind }) => kind === 'name') || what.some(({ definite }) => definite))
    return [];
  const car: Unit = {
    ...verbOf('car', who),
    side: 'subject',
    leading: true,
    chunk: who.chunk,
    root: who.root,
    verbal: false,
    definite: true,
  };
  return [{ ...clause, copula: true, units: [{ ...who, owner: true, definite: true }, car, ...what] }];
};

const reporting = list('report');

/** Who reports to Ines is led by her. */
const inverse = (clause: Clause): Clause[] => {
  const verb = clause.units.find((unit) => unit.side === 'verb' && has(unit, reporting));
  const isTo = ({ side, preposition }: Unit) => side === 'object' && (preposition === 'to' || preposition === '');
  if (!verb || !clause.units.some(isTo)) return [];
  const units = replaced(clause.units, verb, 'lead').map((unit): Unit => {
    if (unit.side === 'subject') return { ...unit, side: 'object', leading: false };
    return isTo(unit) ? { ...unit, side: 'subject', preposition: '', leading: true } : unit;
  });
  return [{ ...clause, units }];
};

/** What "moved to nine" does is at nine; nothing ends there. */
const arrived = (clause: Clause): Clause =>
  clause.units.some(isMoving)
    ? {
        ...clause,
        units: clause.units.map((unit) =>
          isFigure(unit) && unit.preposition === 'to' ? { ...unit, preposition: 'at' } : unit,
        ),
      }
    : clause;

/** A clause as it is written, and what it says by that. */
export function readingsOf(written: Clause): Clause[] {
  const clause = arrived(written);
  if (clause.mood !== 'stated') return [clause];
  const first = [
    clause,
    ...fromAndTo(clause),
    ...changes(clause),
    ...endings(clause),
    ...possessions(clause),
    ...cars(clause),
    ...inverse(clause),
    ...supplies(clause),
  ];
  return [...first, ...first.flatMap(oneOfEach)].slice(0, MOST_READINGS);
}
