import { denialsIn } from '../words/negation.js';
import { countsAnew } from './counts-anew.js';
import { isForOnce } from './for-once.js';
import { isOpposed } from './opposed.js';
import type { SentenceView, Token, ViewedPair } from './sentence-view.js';
import { tellsChange } from './tells-change.js';
import { isTurned } from './turned.js';

/** What is seen in two statements without understanding them, and what a model overlooks. */
export interface Observations {
  /** Another number, time, date or unit: "40 euros", "40 dollars". */
  otherQuantity: boolean;
  /** The newer has one that the older has not. */
  addedQuantity: boolean;
  /** Another amount of what both count, or another time of one thing. */
  countsAnew: boolean;
  /** "Ana", "Rosa". */
  otherName: boolean;
  /** The newer has one that the older has not. */
  addedName: boolean;
  /** "C", "C++"; "< 200 ms", "> 200 ms". */
  otherSign: boolean;
  /** "at least", "at most". */
  opposed: boolean;
  /** Who does it to whom is turned round. */
  turned: boolean;
  /** Both begin with the same word: "I", "Mara". */
  sameSubject: boolean;
  /** One denies what the other does not. */
  denial: boolean;
  /** They differ in a word of letters that the model does not know. */
  unreadable: boolean;
  /** The newer says that something is otherwise now. */
  changeTold: boolean;
  /** The newer is of one time only. */
  forOnce: boolean;
  /** The newer is asked, quoted, wished or supposed. */
  notSaidAsSo: boolean;
  /** Of what the older tells the newer has next to nothing: people chat about one thing, and a model of plain statements takes that for a change. */
  sharesLittle: boolean;
  /** Of what the newer tells the older has next to nothing. */
  bringsMuch: boolean;
  /** The newer is a few words, none of which the older has: "sorry, Thursday". */
  bare: boolean;
}

/** Those of one kind that the other has not. */
const missing = (view: SentenceView, other: SentenceView, kind: Token['kind']): boolean =>
  view.tokens.some((token) => token.kind === kind && !other.all.has(token.same));

/** Signs that tell as much as words: "< 200 ms", "C#", "A-", "[x]"; those of amounts stand in these. */
const sign = /[<>≤≥=±≠~^§]|[✓✗✔✘☑☐]|\[[ xX]?\]|(?<=\p{L})[-+#]{1,2}(?![\p{L}\p{N}])/gu;
const minus = /(?<![\p{L}\p{N}.,)])[-–−](?=\d)/gu;

const withoutQuantities = ({ text, quantities }: SentenceView): string =>
  quantities.reduceRight((rest, { at, end }) => `${rest.slice(0, at)} ${rest.slice(end)}`, text);

const signsIn = (view: SentenceView): string =>
  [...(withoutQuantities(view).match(sign) ?? []), ...(view.text.match(minus) ?? []).map(() => '-')].join('');

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The model knows Latin letters. */
const hasUnknownWord = (text: string, other: string): boolean => {
  const known = new Set(wordsIn(other));
  return wordsIn(text).some((word) => !known.has(word) && /[^\p{Script=Latin}\p{M}\p{N}]/u.test(word));
};

const tellingIn = ({ tokens }: SentenceView): string[] => [
  ...new Set(tokens.filter(({ kind }) => kind !== 'small' && kind !== 'sign').map(({ same }) => same)),
];

const [SOME, MANY, LONG] = [3, 5, 16];
const [FEW_SHARED, HALF] = [0.25, 0.5];

/** Whether the second has next to nothing of what the first tells; `length`: of both, in words that tell something. */
function leavesOut(told: readonly string[], other: SentenceView, length: number): boolean {
  const shared = told.filter((word) => other.all.has(word)).length;
  if (told.length >= SOME && shared < FEW_SHARED * told.length) return true;
  if (told.length >= MANY && shared <= 1) return true;
  return length >= LONG && shared < HALF * told.length;
}

/** Words that tell something, of what is more than a value. */
const STATEMENT = 4;

const isSameSubject = ({ older, newer }: ViewedPair): boolean =>
  older.tokens[0] !== undefined && older.tokens[0].same === newer.tokens[0]?.same;

const isBare = ({ older, newer }: ViewedPair): boolean => {
  const telling = newer.tokens.filter(({ kind }) => kind !== 'small' && kind !== 'sign');
  return (
    telling.length < STATEMENT && !isSameSubject({ older, newer }) && !telling.some(({ same }) => older.all.has(same))
  );
};

const notSaidAsSo =
  /["“”?]|\b(?:used to|back then|formerly|previously|would|could|might|wish\w*|hop(?:e|es|ing)|dream\w*|if|perhaps|maybe|imagine|suppose\w*|consider\w*|think\w* (?:of|about)|says?|said|thinks?|(?<!never )thought|claims?|reckons?|(?<!you )believes?|rumou?r\w*)\b/i;

export function observe(pair: ViewedPair): Observations {
  const { older, newer } = pair;
  const [told, said] = [tellingIn(older), tellingIn(newer)];
  const [addedQuantity, addedName] = [missing(newer, older, 'quantity'), missing(newer, older, 'name')];
  return {
    addedQuantity,
    otherQuantity: addedQuantity && missing(older, newer, 'quantity'),
    countsAnew: countsAnew(pair),
    addedName,
    otherName: addedName && missing(older, newer, 'name'),
    otherSign: signsIn(older) !== signsIn(newer),
    opposed: isOpposed(older.text, newer.text),
    turned: isTurned(pair),
    sameSubject: isSameSubject(pair),
    denial: denialsIn(older.text) % 2 !== denialsIn(newer.text) % 2,
    unreadable: hasUnknownWord(older.text, newer.text) || hasUnknownWord(newer.text, older.text),
    changeTold: tellsChange(newer.text),
    forOnce: isForOnce(pair),
    sharesLittle: leavesOut(told, newer, told.length + said.length),
    bringsMuch: leavesOut(said, older, told.length + said.length),
    bare: isBare(pair),
    notSaidAsSo: notSaidAsSo.test(newer.text) && !notSaidAsSo.test(older.text),
  };
}
