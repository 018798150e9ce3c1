import { isParticiple } from '../../words/verbs.js';
import type { Item } from './items.js';
import type { Unit } from './unit.js';
import {
  auxiliaries,
  beings,
  conjunctions,
  determiners,
  indefinites,
  isAdverb,
  isManner,
  isVerbForm,
  possessives,
  prepositions,
  pronouns,
  silent,
} from './word-classes.js';

/** Longer clauses are not read to their end. */
const MOST_UNITS = 40;

interface Reader {
  items: readonly Item[];
  /** The place of the verb. */
  verb: number;
  units: Unit[];
  denials: number;
  side: Unit['side'];
  chunk: number;
  root: number;
  preposition: string;
  definite: boolean;
  /** Something stands in the chunk. */
  open: boolean;
  /** What follows is denied by itself. */
  denied: boolean;
  joined: boolean;
}

type Chunk = Partial<Pick<Reader, 'preposition' | 'definite' | 'denied' | 'joined'>>;

/** Ends a chunk; an empty one is used for what follows. */
const begin = (reader: Reader, chunk: Chunk = {}): void => {
  if (reader.open) reader.chunk += 1;
  if (chunk.preposition !== 'of' && reader.preposition !== 'of') reader.root = reader.chunk;
  const joined = reader.joined && !reader.open;
  Object.assign(reader, { open: false, definite: false, joined, ...chunk });
};

const place = (reader: Reader, item: Item, over: Partial<Unit> = {}): void => {
  const { side, chunk, root, preposition, definite, joined, denied } = reader;
  const { key, keys, word, at, owner, amount } = item;
  const kind = item.kind === 'mark' ? 'word' : item.kind;
  const leading = side === 'subject';
  reader.units.push({
    ...{ kind, key, keys, word, at, leading, chunk, root, side, preposition, definite, owner, joined, denied, amount },
    ...{ verbal: false, ...over },
  });
  reader.open = true;
};

/** Reads what it knows; false for what is left to the next. */
type Step = (reader: Reader, item: Item, at: number) => boolean;

const isPhrase = ({ word }: Item): boolean => word.includes(' ');

const readMark: Step = (reader, { kind, word }, at) => {
  if (kind !== 'mark') return false;
  const goesOn = word === ',' && reader.side === 'object';
  const joined = word === ',' || word === '/' || word === '+';
  begin(reader, { preposition: goesOn ? reader.preposition : '', denied: false, joined });
  if (at === reader.verb) reader.side = 'object';
  return true;
};

const isHelping = (item: Item): boolean => !isPhrase(item) && (beings.has(item.word) || auxiliaries.has(item.word));

/** Where there is no verb the first figure or preposition begins what is said. */
const readFigure: Step = (reader, { kind }, at) => {
  if (at === reader.verb && kind !== 'word' && kind !== 'name') {
    begin(reader);
    reader.side = 'object';
  }
  return false;
};

/** "has stopped" has nothing. */
const helpsParticiple = ({ items }: Reader, at: number): boolean => {
  const next = items.slice(at + 1).find(({ word }) => !isAdverb(word));
  const [word = ''] = next?.word.split(' ') ?? [];
  return next?.kind === 'word' && (isParticiple(word) || word === 'been') && !/^(?:cut|set|left)$/.test(word);
};

const readVerb: Step = (reader, item, at) => {
  const isMain = at === reader.verb && (item.kind === 'word' || item.kind === 'name');
  if (!isMain && !(reader.side === 'object' && isHelping(item))) return false;
  begin(reader, { preposition: '' });
  const [first = ''] = item.word.split(' ');
  if (first === 'cannot') reader.denials += 1;
  else if (isPhrase(item) || !isHelping(item) || (first.startsWith('ha') && !helpsParticiple(reader, at))) {
    reader.side = 'verb';
    place(reader, item, { verbal: true, chunk: -1 - reader.units.length });
  }
  Object.assign(reader, { side: 'object', open: false });
  return true;
};

const readPerson: Step = (reader, item) => {
  const key = item.key === '@self' ? item.key : isPhrase(item) ? undefined : pronouns[item.word];
  if (key === undefined) return false;
  begin(reader);
  place(reader, item, { kind: 'person', key, keys: [key] });
  return true;
};

const readOwner: Step = (reader, item) => {
  const key = isPhrase(item) ? undefined : possessives[item.word];
  if (key === undefined) return false;
  begin(reader, { definite: true });
  place(reader, item, { kind: 'person', key, keys: [key], owner: true });
  return true;
};

const denying = /^(?:not|no|never|none|nobody|nothing|neither|nor|no longer)$/;
const wholly = /^(?:nothing|nobody|never|none)$/;

/** "with no garage" and "not on Fridays" deny a part, "is not" and "has no garage" the whole. */
const readDenial: Step = (reader, { word }, at) => {
  if (!denying.test(word)) return false;
  const { verb, items } = reader;
  const isNearVerb = word !== 'no' && (at <= verb + 2 || verb < 0);
  const isOfObject = word === 'no' && !prepositions.has(items[at - 1]?.word ?? '');
  if (isNearVerb || isOfObject || wholly.test(word)) reader.denials += 1;
  else begin(reader, { denied: true });
  return true;
};

const readSmallWord: Step = (reader, item) => {
  const { word } = item;
  if (isPhrase(item)) return false;
  if (determiners.has(word)) begin(reader, { definite: !indefinites.has(word) });
  else if (conjunctions.has(word)) begin(reader, { denied: false, joined: /^(?:and|or|plus)$/.test(word) });
  else return silent.has(word) || (isManner(word) && !item.listed && item.kind === 'word');
  return true;
};

const readPreposition: Step = (reader, item) => {
  const isOne = !isPhrase(item) && prepositions.has(item.word) && !item.listed;
  if (!isOne && item.key !== 'near') return false;
  begin(reader, { preposition: item.word, denied: reader.denied && !reader.open });
  return true;
};

const readContent: Step = (reader, item) => {
  const { open, definite, preposition, side } = reader;
  const isFresh = !open && !definite && (preposition === '' || preposition === 'to');
  const verbal = item.kind === 'word' && side === 'object' && isFresh && isVerbForm(item.word.split(' ')[0] ?? '');
  const last = reader.units.at(-1);
  const isFirst = last === undefined || last.leading || last.side === 'verb';
  place(reader, item, verbal && isFirst ? { verbal, side: 'verb' } : { verbal });
  if (verbal) begin(reader);
  return true;
};

const steps: readonly Step[] = [
  readMark,
  readFigure,
  readVerb,
  readPerson,
  readOwner,
  readDenial,
  readPreposition,
  readSmallWord,
  readContent,
];

/** Units of a clause, by its items and the place of what is its verb; and how often it denies. */
export function readUnits(
  items: readonly Item[],
  verb: number,
  isFragment: boolean,
): { units: Unit[]; denials: number } {
  const reader: Reader = {
    ...{ items, verb, units: [], denials: 0, side: isFragment && verb === 0 ? 'object' : 'subject', chunk: 0, root: 0 },
    ...{ preposition: '', definite: false, open: false, denied: false, joined: false },
  };
  for (const [at, item] of items.entries()) {
    if (reader.units.length >= MOST_UNITS) break;
    steps.some((step) => step(reader, item, at));
  }
  return reader;
}
