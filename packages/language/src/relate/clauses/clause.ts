import { isParticiple } from '../../words/verbs.js';
import type { FoundAmount } from '../amounts/amounts.js';
import { meaningsOf } from '../lexicon/lexicon.js';
import { decidingIn } from './deciding.js';
import { type Item, itemsOf } from './items.js';
import { type Mood, moodOf } from './moods.js';
import {
  auxiliaries,
  beings,
  conjunctions,
  determiners,
  indefinites,
  isBaseForm,
  isVerbForm,
  light,
  possessives,
  prepositions,
  pronouns,
  silent,
} from './word-classes.js';

/** What carries meaning in a clause. */
export interface Unit {
  kind: 'word' | 'name' | 'person' | 'amount' | 'day' | 'time';
  key: string;
  /** All that it may mean. */
  keys: readonly string[];
  word: string;
  at: number;
  /** It stands before the verb, whatever it is to it. */
  leading: boolean;
  /** Words of one chunk belong together; the last of them is what it is about. */
  chunk: number;
  /** Of "the owner of billing" both parts have one. */
  root: number;
  side: 'subject' | 'verb' | 'object';
  /** What the chunk stands behind; empty where nothing does. */
  preposition: string;
  definite: boolean;
  /** "Ann's", "my". */
  owner: boolean;
  /** Its chunk goes on with a list: "tea and coffee". */
  joined: boolean;
  /** Denied by itself: "with no garage", "not on Fridays". */
  denied: boolean;
  amount: FoundAmount | null;
  /** Its meaning is listed, or it is a form of a verb. */
  verbal: boolean;
}

export interface Clause {
  text: string;
  units: Unit[];
  denied: boolean;
  /** How often it denies: what is denied twice nobody knows. */
  denials: number;
  /** Signs and words that say how much or whether at all: ">", "all", "only". */
  deciding: readonly string[];
  mood: Mood;
  tense: 'past' | 'present' | 'perfect' | 'none';
  /** "is owned by": subject and object have changed sides here already. */
  passive: boolean;
  /** Some form of "be" joins its sides. */
  copula: boolean;
  /** It is denied because it has ended, whatever else is said of that. */
  ended: boolean;
}

/** Longer ones are not compared. */
const MOST_UNITS = 40;

const denying = /^(?:not|no|never|none|nobody|nothing|neither|nor|no longer|cannot)$/;

interface State {
  side: Unit['side'];
  chunk: number;
  root: number;
  preposition: string;
  definite: boolean;
  open: boolean;
  localDenial: boolean;
  joined: boolean;
}

const verbForm = (items: readonly Item[], at: number, afterPronoun: boolean): boolean => {
  const item = items[at];
  if (!item || item.kind === 'mark' || item.kind === 'day' || item.kind === 'time' || item.kind === 'amount')
    return false;
  const words = item.word.split(' ');
  const [first = ''] = words;
  if (item.owner) return false;
  if (words.length > 1 && /^(?:out|up|down|off|over)$/.test(words.at(-1) ?? '')) return true;
  if (beings.has(first) || auxiliaries.has(first)) return true;
  if (item.kind === 'name' && !isVerbForm(first)) return false;
  return afterPronoun ? isBaseForm(first) : isVerbForm(first) || (first.endsWith('ed') && first.length > 4);
};

const isAdverb = (word: string): boolean =>
  silent.has(word) || (word.endsWith('ly') && word.length > 4) || /^(?:always|often|usually|sometimes)$/.test(word);

/** The place of the verb that joins subject and rest; -1 where there is none. */
const verbPlace = (items: readonly Item[]): number => {
  for (let at = 0; at < items.length; at += 1) {
    let before = at - 1;
    while (before >= 0 && isAdverb(items[before]?.word ?? '')) before -= 1;
    const previous = items[before];
    const word = previous?.word ?? '';
    const isNoun =
      previous &&
      (determiners.has(word) || word in possessives || previous.owner || (prepositions.has(word) && word !== 'to'));
    const isPronoun = previous !== undefined && (previous.key in pronounKeys || previous.key === '@self');
    if (isNoun || !verbForm(items, at, isPronoun || before < 0)) continue;
    // "Build 88 was rejected": what begins a sentence orders something only where no other verb follows.
    if (at === 0 && items.some((_, later) => later > 0 && verbForm(items, later, false))) continue;
    return at;
  }
  return items.findIndex((item, at) => at > 0 && isUnlistedVerb(item, items[at - 1], items[at + 1]));
};

/** "tags every release": a word in -s between a noun and what a noun begins with. */
const isUnlistedVerb = ({ kind, word, owner }: Item, before: Item | undefined, after: Item | undefined): boolean =>
  kind === 'word' &&
  !owner &&
  /[^su]s$/.test(word) &&
  !word.includes(' ') &&
  before !== undefined &&
  !/^(?:mark|amount)$/.test(before.kind) &&
  !determiners.has(before.word) &&
  !prepositions.has(before.word) &&
  !(before.word in possessives) &&
  !before.owner &&
  after !== undefined &&
  (determiners.has(after.word) || after.word in possessives || after.kind === 'amount');

const pronounKeys: Readonly<Record<string, true>> = Object.fromEntries(
  Object.keys(pronouns).map((word) => [word, true as const]),
);

/** What something is, by one word. */
const states: ReadonlySet<string> = new Set(
  'broken works open closed cancel done free oncall postpone vegetarian'.split(' ').flatMap(meaningsOf),
);

const lastingStates: ReadonlySet<string> = new Set(
  'broken open closed cancel done free postpone married retire divorce engage locate tire interest sold'
    .split(' ')
    .flatMap(meaningsOf),
);

/** Without a verb a colon, an arrow, a figure or a preposition begins what is said. */
const fragmentPlace = (items: readonly Item[]): number =>
  items.findIndex(
    ({ kind, word, keys }, at) =>
      at > 0 &&
      (/^(?:[:=→–—]|->|-)$/.test(word) ||
        /^(?:amount|day|time)$/.test(kind) ||
        prepositions.has(word) ||
        keys.some((key) => states.has(key))),
  );

const tenseOf = (items: readonly Item[], verb: number): Clause['tense'] => {
  const word = items[verb]?.word.split(' ')[0] ?? '';
  if (word === 'has' || word === 'have') {
    const next = items.slice(verb + 1).find(({ word: each }) => !isAdverb(each) && each !== 'not')?.word ?? '';
    return isParticiple(next.split(' ')[0] ?? '') ? 'perfect' : 'present';
  }
  if (/^(?:was|were|did|had)$/.test(word)) return 'past';
  if (word === '') return 'none';
  if (beings.has(word) || auxiliaries.has(word)) return 'present';
  return isParticiple(word) && !/^(?:read|put|set|cut|cost|shut|let|hit|quit)$/.test(word) ? 'past' : 'present';
};

const toUnit = (item: Item, state: State, over: Partial<Unit> = {}): Unit => ({
  kind: item.kind === 'mark' ? 'word' : item.kind,
  ...{
    key: item.key,
    keys: item.keys,
    word: item.word,
    at: item.at,
    leading: state.side === 'subject',
    chunk: state.chunk,
    root: state.root,
    side: state.side,
    preposition: state.preposition,
  },
  ...{
    definite: state.definite,
    owner: item.owner,
    joined: state.joined,
    denied: state.localDenial,
    amount: item.amount,
    verbal: false,
  },
  ...over,
});

const personKey = (item: Item): string | null => {
  if (item.key === '@self') return '@self';
  return pronouns[item.word] ?? null;
};

const next = (state: State, over: Partial<State> = {}): void => {
  if (state.open) state.chunk += 1;
  if (over.preposition !== 'of' && state.preposition !== 'of') state.root = state.chunk;
  Object.assign(state, { open: false, definite: false, joined: state.joined && !state.open, ...over });
};

/** Reads items one by one; what each does to the state of the reader. */
const readItem = (items: readonly Item[], at: number, verb: number, state: State, units: Unit[]): boolean => {
  const item = items[at] as Item;
  const { word } = item;
  const [first = ''] = word.split(' ');
  const isPhrase = word.includes(' ');
  if (item.kind === 'mark') {
    const lists = word === ',' && state.side === 'object';
    next(state, {
      preposition: lists ? state.preposition : '',
      localDenial: false,
      joined: word === ',' || word === '/',
    });
    if (at === verb) state.side = 'object';
    return false;
  }
  const place = () => {
    units.push(toUnit(item, state));
    state.open = true;
  };
  if (at === verb || (state.side === 'object' && isPhrase === false && (beings.has(word) || auxiliaries.has(word)))) {
    const side = state.side;
    if (at === verb && items[verb]?.kind !== 'word' && items[verb]?.kind !== 'name') {
      next(state, { side: 'object' });
      place();
      return false;
    }
    next(state, { side: 'verb', preposition: '' });
    if (word === 'cannot') {
      state.side = 'object';
      return true;
    }
    if (isPhrase || (!beings.has(first) && !auxiliaries.has(first)) || /^ha/.test(first)) {
      units.push(toUnit(item, state, { verbal: true, chunk: -1 - units.length }));
    }
    state.side = side === 'subject' && at !== verb ? 'subject' : 'object';
    return false;
  }
  const person = isPhrase ? null : personKey(item);
  if (person !== null) {
    next(state);
    units.push(toUnit(item, state, { kind: 'person', key: person, keys: [person] }));
    state.open = true;
    return false;
  }
  if (item.key === '@self') {
    units.push(toUnit(item, state, { kind: 'person' }));
    state.open = true;
    return false;
  }
  if (!isPhrase && word in possessives) {
    next(state, { definite: true });
    units.push(
      toUnit(item, state, {
        kind: 'person',
        key: possessives[word] ?? word,
        keys: [possessives[word] ?? word],
        owner: true,
      }),
    );
    state.open = true;
    return false;
  }
  if (denying.test(word)) {
    const previous = items[at - 1]?.word ?? '';
    const isClause = word !== 'no' && (at === verb + 1 || at < verb || at === verb + 2);
    const isObject = word === 'no' && !prepositions.has(previous);
    if (isClause || isObject || verb < 0 || /^(?:nothing|nobody|never|none)$/.test(word)) return true;
    next(state, { localDenial: true });
    return false;
  }
  if (!isPhrase && determiners.has(word)) {
    next(state, { definite: !indefinites.has(word) });
    return false;
  }
  if ((!isPhrase && prepositions.has(word) && !item.listed) || item.key === 'near') {
    const local = state.localDenial && !state.open;
    next(state, { preposition: word, localDenial: local, joined: state.joined && !state.open });
    return false;
  }
  if (!isPhrase && conjunctions.has(word)) {
    next(state, { localDenial: false, joined: /^(?:and|or|plus)$/.test(word) });
    return false;
  }
  if (
    !isPhrase &&
    (silent.has(word) ||
      (word.endsWith('ly') &&
        !item.listed &&
        word.length > 5 &&
        item.kind === 'word' &&
        !/^(?:weekly|monthly|daily|yearly|family|july|fly|supply|reply|apply|only|early|assembly|belly|jelly|italy)$/.test(
          word,
        )))
  ) {
    return false;
  }
  const isFresh = !state.open && !state.definite && (state.preposition === '' || state.preposition === 'to');
  place();
  const isVerb = item.kind === 'word' && state.side === 'object' && isFresh && isVerbForm(first);
  const last = units.at(-1);
  if (last && isVerb) {
    last.verbal = true;
    next(state);
  }
  return false;
};

const swapped = (units: readonly Unit[]): Unit[] =>
  units.map((unit) => {
    if (unit.side === 'subject') return { ...unit, side: 'object' };
    return unit.preposition === 'by' && unit.kind !== 'day' && unit.kind !== 'time' && unit.kind !== 'amount'
      ? { ...unit, side: 'subject', preposition: '' }
      : unit;
  });

/** "room 12", "version 5.2": the number says which one it is. */
const withLabels = (units: readonly Unit[]): Unit[] =>
  units.map((unit, place) => {
    const { amount, chunk } = unit;
    if (amount?.text) {
      const key = `#${amount.text}`;
      return { ...unit, kind: 'name', key, keys: [key], word: key, amount: null };
    }
    if (!amount || amount.dimension !== '' || amount.per !== null) return unit;
    const [before, after] = [units[place - 1], units[place + 1]];
    if (before?.chunk !== chunk || after?.chunk === chunk || before.kind === 'amount') return unit;
    const key = `#${amount.text ?? amount.value}`;
    return { ...unit, kind: 'name', key, keys: [key], word: key, amount: null };
  });

const isPassive = (items: readonly Item[], verb: number): boolean => {
  if (
    !beings.has(items[verb]?.word.split(' ')[0] ?? '') &&
    !/^(?:has|have|had|will|can|must|may|gets?|got)$/.test(items[verb]?.word ?? '')
  )
    return false;
  const rest = items.slice(verb, verb + 6).filter(({ word }) => !isAdverb(word) && !denying.test(word));
  const being = rest.findIndex(({ word }) => beings.has(word.split(' ')[0] ?? '') || /^(?:gets?|got)$/.test(word));
  if (being < 0) return false;
  const said = rest[being + 1];
  const isState = said?.keys.some((key) => lastingStates.has(key)) ?? false;
  if (said?.kind === 'name' || (isState && !items.some(({ word }) => word === 'by'))) return false;
  const words = [
    ...(rest[being]?.word.split(' ').slice(1) ?? []),
    ...(rest.slice(being + 1, being + 2)[0]?.word.split(' ') ?? []),
  ];
  const [word = ''] = words.filter((each) => !beings.has(each));
  return (
    isParticiple(word) ||
    (/(?:ed|en)$/.test(word) && !/^(?:open|golden|wooden)$/.test(word)) ||
    /^(?:sold|run|held|led|kept|taught|made|built|paid|read|put|set|cut|bought|brought|sent|met|sung|told|lent|left|found|fed|hit)$/.test(
      word,
    )
  );
};

/** Reads one clause; `aliases` are the names of the first person in words, the longest first. */
export function readClause(text: string, aliases: readonly (readonly string[])[]): Clause {
  const items = itemsOf(text, aliases);
  const found = verbPlace(items);
  const verb = found >= 0 ? found : fragmentPlace(items);
  const state: State = {
    side: verb === 0 && found < 0 ? 'object' : 'subject',
    chunk: 0,
    root: 0,
    preposition: '',
    definite: false,
    open: false,
    localDenial: false,
    joined: false,
  };
  const units: Unit[] = [];
  let denials = 0;
  for (let at = 0; at < items.length && units.length < MOST_UNITS; at += 1) {
    if (readItem(items, at, verb, state, units)) denials += 1;
  }
  const passive = found >= 0 && isPassive(items, found);
  const being = found >= 0 && beings.has(items[found]?.word ?? '');
  const named = withLabels(units);
  return turned({
    text,
    units: passive ? swapped(named) : named,
    denied: denials > 0,
    denials,
    deciding: decidingIn(text),
    mood: moodOf(text),
    tense: found < 0 ? 'none' : tenseOf(items, found),
    passive,
    copula: being && !passive,
    ended: false,
  });
}

/** What somebody is to a thing: "the owner of billing", "our conductor". */
const doers: ReadonlySet<string> = new Set(
  'own lead maintain conduct chair treasurer secretary coach supplier'.split(' ').flatMap(meaningsOf),
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

/** "The owner of billing is Priya" and "Priya is the owner of billing" as "Priya owns billing". */
const turned = (clause: Clause): Clause => {
  if (!clause.copula) return clause;
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

export const isLight = ({ key, kind }: Unit): boolean => kind === 'word' && light.has(key);
