import { isParticiple } from '../../words/verbs.js';
import { meaningsOf } from '../lexicon/lexicon.js';
import type { Item } from './items.js';
import type { Clause } from './unit.js';
import {
  auxiliaries,
  beings,
  determiners,
  isAdverb,
  isBaseForm,
  isVerbForm,
  possessives,
  prepositions,
  pronouns,
} from './word-classes.js';

const particle = /^(?:out|up|down|off|over)$/;

const isVerb = (item: Item | undefined, afterPronoun: boolean): boolean => {
  if (!item || item.owner || (item.kind !== 'word' && item.kind !== 'name')) return false;
  const words = item.word.split(' ');
  const [first = ''] = words;
  if (words.length > 1 && particle.test(words.at(-1) ?? '')) return true;
  if (beings.has(first) || auxiliaries.has(first)) return true;
  if (item.kind === 'name' && !isVerbForm(first)) return false;
  return afterPronoun ? isBaseForm(first) : isVerbForm(first) || (first.endsWith('ed') && first.length > 4);
};

const beginsNoun = ({ word, owner }: Item): boolean =>
  determiners.has(word) || Object.hasOwn(possessives, word) || owner || (prepositions.has(word) && word !== 'to');

const isPronoun = ({ word, key }: Item): boolean => Object.hasOwn(pronouns, word) || key === '@self';

/** The last item before a place that is no adverb. */
const before = (items: readonly Item[], at: number): Item | undefined => {
  let place = at - 1;
  while (place >= 0 && isAdverb(items[place]?.word ?? '')) place -= 1;
  return items[place];
};

/** "Build 88 was rejected": what begins a sentence orders something only where no other verb follows. */
const isOrder = (items: readonly Item[]): boolean => !items.some((item, place) => place > 0 && isVerb(item, false));

const isMainVerb = (items: readonly Item[], at: number): boolean => {
  const previous = before(items, at);
  if (!previous) return isVerb(items[at], true) && (at > 0 || isOrder(items));
  return !beginsNoun(previous) && isVerb(items[at], isPronoun(previous));
};

/** "tags every release": a word in -s between a noun and what a noun begins with. */
const isUnlisted = ({ kind, word, owner }: Item, previous: Item | undefined, next: Item | undefined): boolean => {
  if (kind !== 'word' || owner || !/^\p{L}*[^su]s$/u.test(word)) return false;
  if (!previous || beginsNoun(previous) || prepositions.has(previous.word) || /^(?:mark|amount)$/.test(previous.kind))
    return false;
  return (
    next !== undefined &&
    (determiners.has(next.word) || Object.hasOwn(possessives, next.word) || next.kind === 'amount')
  );
};

/** The place of the verb that joins subject and rest; -1 where there is none. */
export const verbPlace = (items: readonly Item[]): number => {
  const found = items.findIndex((_, at) => isMainVerb(items, at));
  return found >= 0 ? found : items.findIndex((item, at) => at > 0 && isUnlisted(item, items[at - 1], items[at + 1]));
};

/** What something is, by one word. */
const states: ReadonlySet<string> = new Set(
  'broken works open closed cancel done free oncall postpone vegetarian'.split(' ').flatMap(meaningsOf),
);

const divider = /^(?:[:=→–—]|->|-)$/;

const beginsPredicate = ({ kind, word, keys }: Item): boolean =>
  /^(?:amount|day|time)$/.test(kind) || prepositions.has(word) || keys.some((key) => states.has(key));

/** Without a verb a colon, an arrow, a figure, a state or a preposition begins what is said. */
export const fragmentPlace = (items: readonly Item[]): number => {
  const divided = items.findIndex(({ word }, at) => at > 0 && divider.test(word));
  return divided >= 0 ? divided : items.findIndex((item, at) => at > 0 && beginsPredicate(item));
};

const eitherTense = /^(?:read|put|set|cut|cost|shut|let|hit|run|come|become|overcome)$/;

const firstWord = (item: Item | undefined): string => item?.word.split(' ')[0] ?? '';

export const tenseOf = (items: readonly Item[], verb: number): Clause['tense'] => {
  const word = firstWord(items[verb]);
  if (word === '') return 'none';
  if (word === 'has' || word === 'have') {
    const next = items.slice(verb + 1).find(({ word: each }) => !isAdverb(each) && each !== 'not');
    return isParticiple(firstWord(next)) ? 'perfect' : 'present';
  }
  if (/^(?:was|were|did|had)$/.test(word)) return 'past';
  if (word === 'will' || word === 'shall') return 'future';
  if (beings.has(word) || auxiliaries.has(word)) return 'present';
  return isParticiple(word) && !eitherTense.test(word) ? 'past' : 'present';
};

/** Whoever is married is nobody's object: what one of these says is a state, unless somebody does it. */
const lastingStates: ReadonlySet<string> = new Set(
  'broken open closed cancel done free postpone married retire divorce engage locate tire interest sold'
    .split(' ')
    .flatMap(meaningsOf),
);

const irregular =
  /^(?:sold|run|held|led|kept|taught|made|built|paid|read|put|set|cut|bought|brought|sent|met|sung|told|lent|left|found|fed|hit)$/;
const becoming = /^(?:gets?|got)$/;
const mayBecome = /^(?:has|have|had|will|can|must|may|gets?|got)$/;

const isDone = (word: string): boolean =>
  isParticiple(word) || (/(?:ed|en)$/.test(word) && !/^(?:open|golden|wooden)$/.test(word)) || irregular.test(word);

/** "is owned by": whether what stands before the verb is what something is done to. */
export const isPassive = (items: readonly Item[], verb: number): boolean => {
  const start = firstWord(items[verb]);
  if (!beings.has(start) && !mayBecome.test(start)) return false;
  const rest = items.slice(verb, verb + 6).filter(({ word }) => !isAdverb(word) && word !== 'not');
  const being = rest.findIndex((item) => beings.has(firstWord(item)) || becoming.test(item.word));
  const said = rest[being + 1];
  if (being < 0 || said?.kind === 'name') return false;
  const isState = said?.keys.some((key) => lastingStates.has(key)) ?? false;
  if (isState && !items.some(({ word }) => word === 'by')) return false;
  const words = [...(rest[being]?.word.split(' ').slice(1) ?? []), ...(said?.word.split(' ') ?? [])];
  return isDone(words.find((word) => !beings.has(word)) ?? '');
};
