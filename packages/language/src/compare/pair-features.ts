import { denialsIn } from '../words/negation.js';
import { countOf, cues } from './cues.js';
import type { SentenceView, Token } from './sentence-view.js';

/** Two sentences of one speaker. */
export interface ViewedPair {
  older: SentenceView;
  newer: SentenceView;
}

type Named = Record<string, number>;

const distinct = (values: readonly string[]) => [...new Set(values)];
const share = (part: number, whole: number, empty = 1) => (whole === 0 ? empty : part / whole);
const flag = Number;

const ofKind = ({ tokens }: SentenceView, kind: Token['kind']) =>
  distinct(tokens.filter((token) => token.kind === kind).map(({ same }) => same));

/** Names are put together once: some dozen pairs are looked at for each statement that is stored. */
const ofKinds = (['content', 'name', 'quantity', 'small'] as const).map((kind) => ({
  kind,
  shareOfOlder: `${kind}: share of the older one's`,
  shareOfNewer: `${kind}: share of the newer one's`,
  onlyOlder: `${kind}: only older`,
  onlyNewer: `${kind}: only newer`,
  bothHaveOthers: `${kind}: both have others`,
  noneInOlder: `${kind}: none in the older`,
  noneInNewer: `${kind}: none in the newer`,
}));

/** How much of each kind of word is in the other sentence, and how much is not. */
function overlaps({ older, newer }: ViewedPair, named: Named): void {
  for (const { kind, ...names } of ofKinds) {
    const [first, second] = [ofKind(older, kind), ofKind(newer, kind)];
    const [kept, known] = [first.filter((word) => newer.all.has(word)), second.filter((word) => older.all.has(word))];
    const [lost, added] = [first.length - kept.length, second.length - known.length];
    named[names.shareOfOlder] = share(kept.length, first.length);
    named[names.shareOfNewer] = share(known.length, second.length);
    named[names.onlyOlder] = Math.min(4, lost);
    named[names.onlyNewer] = Math.min(4, added);
    named[names.bothHaveOthers] = flag(lost > 0 && added > 0);
    named[names.noneInOlder] = flag(first.length === 0);
    named[names.noneInNewer] = flag(second.length === 0);
  }
}

/** What of their numbers, dates and times agrees. */
function quantities({ older, newer }: ViewedPair): Named {
  const lost = older.quantities.filter(({ key }) => !newer.all.has(key));
  const added = newer.quantities.filter(({ key }) => !older.all.has(key));
  const other = (isAlike: (first: (typeof lost)[number], second: (typeof lost)[number]) => boolean) =>
    lost.filter((first) => added.some((second) => isAlike(first, second))).length;
  const otherOf = (kind: string) => flag(other((first, second) => first.kind === kind && second.kind === kind) > 0);
  const shared = older.quantities.length - lost.length;
  return {
    'quantities: another of the same unit': Math.min(
      2,
      other((first, second) => first.kind === second.kind && first.unit === second.unit),
    ),
    'quantities: another of the same kind': flag(other((first, second) => first.kind === second.kind) > 0),
    'quantities: another date': otherOf('date'),
    'quantities: another time': otherOf('time'),
    'quantities: shared': Math.min(3, shared),
    'quantities: all equal': flag(shared > 0 && lost.length === 0 && added.length === 0),
    'quantities: all of the newer known': flag(newer.quantities.length > 0 && added.length === 0),
  };
}

const isWeighty = ({ kind }: Token) => kind === 'content' || kind === 'name' || kind === 'quantity';

/** Where in a sentence its other words stand on average, 0..1. */
const placeOfOthers = (weighty: readonly Token[], known: ReadonlySet<string>): number => {
  const places = weighty.flatMap(({ same }, place) => (known.has(same) ? [] : [(place + 0.5) / weighty.length]));
  return places.length === 0 ? 0.5 : places.reduce((sum, place) => sum + place, 0) / places.length;
};

const has = (token: Token | undefined, known: ReadonlySet<string>) =>
  flag(token !== undefined && known.has(token.same));

/** How they begin and end, and where they differ. */
function places({ older, newer }: ViewedPair): Named {
  const [first, second] = [older.tokens.filter(isWeighty), newer.tokens.filter(isWeighty)];
  return {
    'first words equal': flag(first[0] !== undefined && first[0].same === second[0]?.same),
    'last words equal': flag(first.length > 0 && first.at(-1)?.same === second.at(-1)?.same),
    "older one's first is known": has(first[0], newer.all),
    "newer one's first is known": has(second[0], older.all),
    "older one's last is known": has(first.at(-1), newer.all),
    "newer one's last is known": has(second.at(-1), older.all),
    'where the older differs': placeOfOthers(first, newer.all),
    'where the newer differs': placeOfOthers(second, older.all),
    'same first token': flag(older.tokens[0]?.word === newer.tokens[0]?.word),
    'one other word each': flag(
      first.filter(({ same }) => !newer.all.has(same)).length === 1 &&
        second.filter(({ same }) => !older.all.has(same)).length === 1,
    ),
  };
}

const auxiliary =
  /^(?:is|are|was|were|am|be|been|have|has|had|do|does|did|will|would|can|could|may|might|must|shall|should)$/;
const LONGEST_SUBJECT = 3;

/** What stands before the first auxiliary verb, or the first words. */
const subjectOf = ({ tokens }: SentenceView): Token[] => {
  const verb = tokens.findIndex(({ word }, place) => place > 0 && auxiliary.test(word));
  const before = tokens.slice(0, verb < 0 ? LONGEST_SUBJECT : verb);
  return before.filter(({ kind }) => kind !== 'sign');
};

const firstPerson = /^(?:i|my|me|mine|we|us|our|i'\p{L}+|we'\p{L}+)$/u;
const pronoun = /^(?:he|she|it|they|him|her|them|that|this|one|his|its|their)$/;
const some = ({ tokens }: SentenceView, words: RegExp) => flag(tokens.some(({ word }) => words.test(word)));

function subjects({ older, newer }: ViewedPair): Named {
  const [first = [], second = []] = [older, newer].map((view) => subjectOf(view).map(({ same }) => same));
  const shared = first.filter((word) => second.includes(word)).length;
  const [mine, again] = [some(older, firstPerson), some(newer, firstPerson)];
  return {
    'subject shared': share(shared, Math.min(first.length, second.length), 0),
    'subject equal': flag(first.join(' ') === second.join(' ')),
    "older one's subject is known": share(first.filter((word) => newer.all.has(word)).length, first.length, 0),
    "newer one's subject is known": share(second.filter((word) => older.all.has(word)).length, second.length, 0),
    'first person in the older': mine,
    'first person in the newer': again,
    'first person in both or none': flag(mine === again),
    'a pronoun in the newer': some(newer, pronoun),
  };
}

/** Length of the longest common subsequence. */
export const commonInOrder = (first: readonly string[], second: readonly string[]): number => {
  let row = new Array<number>(second.length + 1).fill(0);
  for (const word of first) {
    const next = [0];
    for (const [place, other] of second.entries()) {
      next.push(word === other ? (row[place] ?? 0) + 1 : Math.max(row[place + 1] ?? 0, next[place] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};

const equalFromStart = (first: readonly string[], second: readonly string[]): number => {
  const other = first.findIndex((word, place) => word !== second[place]);
  return other < 0 ? Math.min(first.length, second.length) : other;
};

/** How far one is the other word by word. */
function order({ older, newer }: ViewedPair): Named {
  const [first, second] = [older, newer].map(({ tokens }) => tokens.map(({ same }) => same)) as [string[], string[]];
  const [most, least] = [Math.max(first.length, second.length), Math.min(first.length, second.length)];
  const common = commonInOrder(first, second);
  const begin = equalFromStart(first, second);
  const end = Math.min(least - begin, equalFromStart(first.toReversed(), second.toReversed()));
  return {
    'in order, of the longer': share(common, most),
    'in order, of the shorter': share(common, least),
    'same beginning': share(begin, least),
    'same end': share(end, least),
    'same words, another order': flag(
      common < least && older.all.size === newer.all.size && [...older.all].every((word) => newer.all.has(word)),
    ),
    'length of the older': Math.log1p(first.length),
    'length of the newer': Math.log1p(second.length),
    'longer by': Math.log1p(second.length) - Math.log1p(first.length),
  };
}

const ofCues = Object.entries(cues).map(([name, pattern]) => ({
  pattern,
  inOlder: `${name}: older`,
  inNewer: `${name}: newer`,
  onlyNewer: `${name}: only newer`,
}));

function doings({ older, newer }: ViewedPair, named: Named): void {
  const [denied, deniedNow] = [denialsIn(older.text) > 0, denialsIn(newer.text) > 0];
  named['only the older denies'] = flag(denied && !deniedNow);
  named['only the newer denies'] = flag(deniedNow && !denied);
  named['both deny'] = flag(denied && deniedNow);
  for (const { pattern, inOlder, inNewer, onlyNewer } of ofCues) {
    const [before, now] = [countOf(older.text, pattern), countOf(newer.text, pattern)];
    named[inOlder] = Math.min(2, before);
    named[inNewer] = Math.min(2, now);
    named[onlyNewer] = flag(now > 0 && before === 0);
  }
}

/** What tells how two sentences relate, by name; most are 0..1, counts up to 4. */
export function pairFeatures(pair: ViewedPair): Named {
  const named: Named = {};
  overlaps(pair, named);
  Object.assign(named, quantities(pair), places(pair), subjects(pair), order(pair));
  doings(pair, named);
  return named;
}
