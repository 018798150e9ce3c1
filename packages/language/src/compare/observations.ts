import type { Quantity } from '../words/quantities.js';
import { denialsIn } from '../words/verbs.js';
import type { SentenceView, Token, ViewedPair } from './sentence-view.js';

/** Pairs of small words that change a meaning when swapped: from and until, at least and at most, may and must. */
const opposites: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:until|till|up to|by)\b/i, /\b(?:from|since|after|starting)\b/i],
  [
    /\b(?:at least|no less than|no fewer than|minimum|min|more than|over|above|upwards of)\b/i,
    /\b(?:at most|no more than|maximum|max|less than|fewer than|under|below|up to)\b/i,
  ],
  [/\bbefore\b/i, /\bafter\b/i],
  [/\bwith\b/i, /\bwithout\b/i],
  [
    /\b(?:all|every|each|always|everybody|everyone|both)\b/i,
    /\b(?:some|sometimes|one|only|half|most|few|either|several|except)\b/i,
  ],
  [/\b(?:may|can|might|could)\b/i, /\b(?:must|should|have to|has to|cannot)\b/i],
  [/\bfirst\b/i, /\b(?:last|second|third)\b/i],
  [/\b(?:on|in|onto|into)\b/i, /\b(?:off|out)\b/i],
  [/\b(?:am|a\.m\.)(?!\p{L})/iu, /\b(?:pm|p\.m\.)(?!\p{L})/iu],
];

const hasOnly = (text: string, other: string, wanted: RegExp): boolean => wanted.test(text) && !wanted.test(other);

const isOpposed = (older: string, newer: string): boolean =>
  opposites.some(
    ([one, other]) =>
      (hasOnly(older, newer, one) && hasOnly(newer, older, other)) ||
      (hasOnly(older, newer, other) && hasOnly(newer, older, one)),
  );

const wordsOfChange =
  /\b(?:now|instead|no longer|any ?more|actually|correction|switch\w*|chang\w*|moved?|moving|replac\w*|sold|quit|stopp?\w*|gave up|cancel\w*|renam\w*|back (?:to|on|in|at)|from now on|new|slipp\w*|postpon\w*|pushed|bumped|rais\w*|dropp?\w*|cut|went (?:up|down)|scrap\w*|retir\w*|left|took over|ended|over|finished|closed|gone|expired|lapsed|used to|these days|since|wrong|mistake|sorry|rather than|down to|up to)\b/i;

export const tellsChange = (text: string): boolean => wordsOfChange.test(text);

/** Words for one time or case, or for the time of an absence. */
const once =
  /\b(?:just|only) (?:this|next|tonight|tomorrow|for (?:this|the|one|today|tonight|tomorrow)|on (?:this|that))\b|\b(?:this once|for once|one-off)\b|(?<!\bfrom )\b(?:today|tonight|tomorrow|this (?:week|month|time|\p{L}{3,6}day)) only\b|\bwhile [^,.;]{1,40}(?:\b(?:is|are|am)|'s|'m|'re) (?:on (?:holiday|leave|vacation|sabbatical|tour)|away|off|ill|sick|abroad)\b|\b(?:stands?|standing|fills?|filling) in (?:for|as|until|today|tonight|this)\b|\b(?:covers|covering) for\b|\b(?:only|one|sole|single) exception\b|\bexception to\b|\band only then\b|\btemporar\p{L}+|\buntil [^,.;]{1,40}, so\b/iu;

const often =
  /\b(?:every|each|always|usually|daily|weekly|(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekdays|weekends)\b/iu;
/** One week or day, unless something holds from it on: "from this week". */
const oneOf =
  /(?<!\b(?:of|since|from|starting|beginning) )\b(?:this (?:week|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|next (?:mon|tues|wednes|thurs|fri|satur|sun)day)(?:'s)?\b(?! on\b)/iu;

/** Words of an end, which is never for one time only. */
const wordsOfEnd = /\b(?:gave up|given up|quit|stopped|no longer|any ?more|retired|left)\b/i;

/** True when the newer holds for one time: "We meet on Fridays in the library", "This Friday we meet in the pub". */
export const isForOnce = ({ older, newer }: ViewedPair): boolean =>
  (once.test(newer.text) && !once.test(older.text)) ||
  (often.test(older.text) && oneOf.test(newer.text) && !oneOf.test(older.text) && !wordsOfEnd.test(newer.text));

/** Words that two texts must share for their quantities to be of one thing; more for times, which go with anything. */
const [OF_AMOUNT, OF_TIME] = [2, 3];

/** `what` is the unit or counted word that must be equal for a comparison. */
interface Counted {
  quantity: Quantity;
  what: string;
}

function countedIn({ tokens, quantities }: SentenceView): Counted[] {
  const places = tokens.flatMap(({ kind }, place) => (kind === 'quantity' ? [place] : []));
  return quantities.flatMap((quantity, at) => {
    const next = tokens[(places[at] ?? tokens.length) + 1];
    const word = next?.kind === 'content' ? next.same : '';
    const what = quantity.kind === 'amount' ? quantity.unit || word : `${quantity.kind} ${quantity.unit}`;
    return what === '' ? [] : [{ quantity, what }];
  });
}

const countedOtherwise = (view: SentenceView, other: SentenceView): Counted[] =>
  countedIn(view).filter(({ quantity }) => !other.all.has(quantity.key));

/** "12 hours of overtime", "only 4 hours of overtime": another amount of one thing. */
function countsAnew({ older, newer }: ViewedPair): boolean {
  const things = newer.tokens.filter(
    ({ kind, same }) => (kind === 'content' || kind === 'name') && older.all.has(same),
  );
  const shared = new Set(things.map(({ same }) => same)).size;
  const before = new Set(countedOtherwise(older, newer).map(({ what }) => what));
  return countedOtherwise(newer, older).some(
    ({ quantity, what }) =>
      before.has(what) && shared >= (quantity.kind === 'amount' || quantity.kind === 'rate' ? OF_AMOUNT : OF_TIME),
  );
}

const passive =
  /\bby\b|\b(?:is|are|was|were|be|been|being|gets?|got) (?:\p{L}+ )?\p{L}{2,20}(?:ed|en|wn|ld|nt|pt|ght|de|ken|ung)\b/iu;

/** Words for the speaker, and words between two things that can be swapped. */
const self = /^(?:i|me|we|us)$/;
const between = /^(?:to|from|than|before|after)$/;
const SELF = 'I';

const placesIn = (view: SentenceView, other: SentenceView): Map<string, number> => {
  const places = new Map<string, number>();
  for (const [place, { word, same, kind }] of view.tokens.entries()) {
    const isSelf = self.test(word);
    if (!isSelf && !between.test(word) && (kind === 'small' || kind === 'sign' || !other.all.has(same))) continue;
    const key = isSelf ? SELF : same;
    if (!places.has(key)) places.set(key, place);
  }
  return places;
};

const opensWithSelf = /^i(?:'\p{L}+)?$/u;

/** "Bea is the aunt of my son", "I am the uncle of Bea's son": the name moves, and "I" takes its place. */
const isOfSelf = (one: SentenceView, other: SentenceView): boolean => {
  const [first, second] = [one.tokens[0], other.tokens[0]];
  if (!first || !second || first.kind === 'small' || !/^\p{Lu}/u.test(one.text)) return false;
  return (
    opensWithSelf.test(second.word) && other.tokens.some(({ kind, same }) => kind === 'name' && same === first.same)
  );
};

/** "Ruy picks up Ana", "Ana picks up Ruy": two words are swapped around a third. */
const isTurned = ({ older, newer }: ViewedPair): boolean => {
  if (isOfSelf(older, newer) || isOfSelf(newer, older)) return true;
  if (passive.test(older.text) !== passive.test(newer.text)) return false;
  const [before, now] = [placesIn(older, newer), placesIn(newer, older)];
  const shared = [...before].filter(([key]) => now.has(key)).sort(([, first], [, second]) => first - second);
  const nowAt = shared.map(([key]) => now.get(key) ?? 0);
  return nowAt.some(
    (middle, place) =>
      shared[place]?.[0] !== SELF &&
      nowAt.slice(0, place).some((at) => at > middle) &&
      nowAt.slice(place + 1).some((at) => at < middle),
  );
};

/** Observations that need no model; they catch what a model overlooks. */
export interface Observations {
  /** Another number, time, date or unit: "40 euros", "40 dollars". */
  otherQuantity: boolean;
  /** The newer has one that the older lacks. */
  addedQuantity: boolean;
  /** Another amount of what both count, or another time of one thing. */
  countsAnew: boolean;
  otherName: boolean;
  addedName: boolean;
  /** "C", "C++"; "< 200 ms", "> 200 ms". */
  otherSign: boolean;
  /** "at least", "at most". */
  opposed: boolean;
  turned: boolean;
  /** Both begin with the same word: "I", "Mara". */
  sameSubject: boolean;
  denial: boolean;
  /** They differ in a word with letters that the model does not know. */
  unreadable: boolean;
  changeTold: boolean;
  forOnce: boolean;
  /** The newer is asked, quoted, wished or supposed. */
  notSaidAsSo: boolean;
  /** The newer has hardly any word of the older. In chat about one thing, a model takes that for a change. */
  sharesLittle: boolean;
  /** The older has hardly any word of the newer. */
  bringsMuch: boolean;
  /** The older has less than half of the newer's words, and no quantity of it. In chat, a model takes a like mood for the same. */
  bringsSome: boolean;
  /** They share one word at most, of several, and no thing of which each tells a quantity. In chat, a model takes that for a change. */
  farOff: boolean;
  /** The newer tells of "it", "them", "him", "her" or "this", which stand elsewhere. */
  pointsElsewhere: boolean;
  /** The newer is a few words that the older lacks: "sorry, Thursday". */
  bare: boolean;
}

const missing = (view: SentenceView, other: SentenceView, kind: Token['kind']): boolean =>
  view.tokens.some((token) => token.kind === kind && !other.all.has(token.same));

/** Signs that tell as much as words: "< 200 ms", "C#", "A-", "[x]". Currency signs are part of quantities. */
const sign = /[<>≤≥=±≠~^§]|[✓✗✔✘☑☐]|\[[ xX]?\]|(?<=\p{L})[-+#]{1,2}(?![\p{L}\p{N}])/gu;
const minus = /(?<![\p{L}\p{N}.,)])[-–−](?=\d)/gu;

const withoutQuantities = ({ text, quantities }: SentenceView): string =>
  quantities.reduceRight((rest, { at, end }) => `${rest.slice(0, at)} ${rest.slice(end)}`, text);

const signsIn = (view: SentenceView): string =>
  [...(withoutQuantities(view).match(sign) ?? []), ...(view.text.match(minus) ?? []).map(() => '-')].join('');

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The model knows only Latin letters. */
const hasUnknownWord = (text: string, other: string): boolean => {
  const known = new Set(wordsIn(other));
  return wordsIn(text).some((word) => !known.has(word) && /[^\p{Script=Latin}\p{M}\p{N}]/u.test(word));
};

const tellingIn = ({ tokens }: SentenceView): string[] => [
  ...new Set(tokens.filter(({ kind }) => kind !== 'small' && kind !== 'sign').map(({ same }) => same)),
];

const [SOME, MANY, LONG] = [3, 5, 16];
const [FEW_SHARED, HALF] = [0.25, 0.5];

/** True when `other` has hardly any of the words. `length` counts the content words of both texts. */
function leavesOut(told: readonly string[], other: SentenceView, length: number): boolean {
  const shared = told.filter((word) => other.all.has(word)).length;
  if (told.length >= SOME && shared < FEW_SHARED * told.length) return true;
  if (told.length >= MANY && shared <= 1) return true;
  return length >= LONG && shared < HALF * told.length;
}

function bringsSome(said: readonly string[], { older, newer }: ViewedPair): boolean {
  if (newer.quantities.some(({ key }) => older.all.has(key))) return false;
  return said.length >= SOME && said.filter((word) => older.all.has(word)).length < HALF * said.length;
}

const opening =
  /^(?:\p{Lu}[\p{L}'-]{0,30}: )?(?:(?:and|but|so|well|yeah|yep|yes|no|oh|plus|also|definitely|because|that's why)[ ,]+)*/iu;

/** "They're so graceful", but not "that server", "IT support" or "it's a long hike", which name what they are about. */
const pointing =
  /^(?:(?:[Ii]t|[Tt]h(?:is|at)(?='s| is| was| has| made| helped))(?!(?:'s| is| was) (?:(?:an?|the|my|our)\b|\p{Lu}))|[Tt]h[eo]se(?= are| were| have)|[Tt]hey|[Hh]e|[Ss]he)(?![\p{L}-])/u;

const pointsElsewhere = ({ text }: SentenceView): boolean => pointing.test(text.replace(opening, ''));

/** A newer text of fewer content words may be a mere value. */
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
  /["“”?]|\b(?:used to|back then|formerly|previously|would|could|might|wish\w*|hop(?:e|es|ing)|oh,? to|dream\w*|if|perhaps|maybe|imagine|suppose\w*|consider\w*|think\w* (?:of|about)|says?|said|thinks?|(?<!never )thought|claims?|reckon(?:s|ed)?|swears|(?<!you )believes?|rumou?r\w*)\b/i;

export function observe(pair: ViewedPair): Observations {
  const { older, newer } = pair;
  const [told, said] = [tellingIn(older), tellingIn(newer)];
  const [brings, shared] = [bringsSome(said, pair), told.filter((word) => newer.all.has(word)).length];
  const [addedQuantity, addedName] = [missing(newer, older, 'quantity'), missing(newer, older, 'name')];
  const otherQuantity = addedQuantity && missing(older, newer, 'quantity');
  return {
    addedQuantity,
    otherQuantity,
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
    bringsSome: brings,
    farOff: brings && shared < told.length && shared <= (otherQuantity ? 0 : 1),
    pointsElsewhere: pointsElsewhere(newer),
    bare: isBare(pair),
    notSaidAsSo: notSaidAsSo.test(newer.text) && !notSaidAsSo.test(older.text),
  };
}
