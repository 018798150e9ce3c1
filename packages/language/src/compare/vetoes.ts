import { denialsIn } from '../words/negation.js';
import { countOf, cues } from './cues.js';
import { commonInOrder, type ViewedPair } from './pair-features.js';
import { type SentenceView, type Token, viewOf } from './sentence-view.js';
import { hasOtherSubject, isOfAnother, mayBeOfAnother, namesNotWhom, phraseOf } from './subject-told.js';

const isAsked = ({ text }: SentenceView) => text.includes('?');
const isPassive = ({ text }: SentenceView) => /\bby\b/i.test(text);

const isWeighty = ({ kind }: Token) => kind === 'content' || kind === 'name';

/** "Ruy picks us up and Ana drives" has all the words of "Ana picks us up and Ruy drives". */
const isTurned = ({ older, newer }: ViewedPair): boolean => {
  const order = (view: SentenceView) => view.tokens.filter(isWeighty).map(({ same }) => same);
  const [first, second] = [order(older), order(newer)];
  return first.join(' ') !== second.join(' ') && [...first].sort().join(' ') === [...second].sort().join(' ');
};

/** Words of one that the other has not. */
const others = (view: SentenceView, known: ReadonlySet<string>) =>
  view.tokens.filter((token) => isWeighty(token) && !known.has(token.same));

/** Who says the same in other words has some in place of others; who has so many more of them adds something. */
const MORE_WORDS = 2;

const addsWords = ({ older, newer }: ViewedPair): boolean =>
  others(newer, older.all).length - others(older, newer.all).length >= MORE_WORDS;

/** "I've got four of them" tells whose they are, where the older tells of nobody. */
const firstPerson = /^(?:i|me|my|mine|we|us|our|ours)(?:'|$)/;

const tellsWhose = ({ older, newer }: ViewedPair): boolean => {
  const isOfSelf = ({ tokens }: SentenceView) => tokens.some(({ word }) => firstPerson.test(word));
  return isOfSelf(newer) && !isOfSelf(older);
};

/** Of the longer one's words, so many in the same order make the same frame. */
const FRAME = 0.6;

/** "Momo eats dry food" and "Momo eats wet food": in one frame another word is another value. */
const isSubstituted = ({ older, newer }: ViewedPair): boolean => {
  if (others(older, newer.all).length === 0 || others(newer, older.all).length === 0) return false;
  const [first, second] = [older.tokens, newer.tokens].map((tokens) => tokens.map(({ same }) => same));
  const common = commonInOrder(first ?? [], second ?? []);
  return common >= FRAME * Math.max(older.tokens.length, newer.tokens.length);
};

/** What counts and orders, and what comes back, should be in both. */
const telling = /^(?:first|second|third|fourth|fifth|last|next|again|back|only|no|none|without)$/;

/** What stands against what somebody proposes: nothing, something that makes it unlikely, or what rules it out. */
export type Objection = 'none' | 'unlikely' | 'ruled out';

const objection = (isRuledOut: boolean, isUnlikely: boolean): Objection => {
  if (isRuledOut) return 'ruled out';
  return isUnlikely ? 'unlikely' : 'none';
};

/**
 * What numbers, dates, names and denial have against that the newer says no more than the older. Other names and other numbers rule it
 * out, however alike both are; a number where the older has none may be the same in words ("half", "50 %").
 */
export function objectionToSame(pair: ViewedPair): Objection {
  const { older, newer } = pair;
  const unknown = newer.tokens.filter(({ same }) => !older.all.has(same));
  const hasNumber = ({ tokens }: SentenceView) => tokens.some(({ kind }) => kind === 'quantity');
  const otherNumber = unknown.some(({ kind }) => kind === 'quantity');
  const deniesAlike = denialsIn(older.text) % 2 === denialsIn(newer.text) % 2;
  const isTurnedRound = isTurned(pair) && !isPassive(newer) && !isPassive(older);
  return objection(
    isAsked(newer) || unknown.some(({ kind }) => kind === 'name') || (otherNumber && hasNumber(older)),
    otherNumber ||
      addsWords(pair) ||
      tellsWhose(pair) ||
      !isTold(older) ||
      unknown.some(({ word }) => telling.test(word)) ||
      !deniesAlike ||
      isSubstituted(pair) ||
      isTurnedRound,
  );
}

/** Of what was, may be, is wished or is said by others. */
const notSo =
  /["“”?]|\b(?:used to|back then|once(?! more)|formerly|previously|in the past|would|could|might|wish\w*|hop(?:e|es|ing)|want\w*|looking for|dream\w*|if|perhaps|maybe|imagine|suppose\w*|should|consider\w*|plan(?:s|ned|ning)? (?:to|on)|(?<!not )going to|says?|said(?! no\b)|told|thinks?|thought|claims?|claimed|according|heard|reckons?|believes?|suggest\w*|proposed|insists?|rumou?r\w*|read)\b/i;

/** Of one more, of a part, or of what was so before. */
const besides =
  /\b(?:up to|again|(?<!\b(?:moved|changed|switched|gone) to )another|a second|except(?:ion|ions|ionally)?|unless)\b/i;

/** One more beside what there is; what there is only, or not at all, holds no more then. */
const added =
  /\balso\b|\bas well\b(?! as\b)|\btoo\b(?=\s?(?:[.,;!]|$))|\bin addition\b|\bon top of (?:the|that|this|it|them)\b/i;
const exclusive = /\b(?:only|no|not|nobody|none|never|except|closed|without|cannot|\p{L}{2,6}n't)\b/iu;

const isAddition = ({ older, newer }: ViewedPair): boolean =>
  added.test(newer.text) && !added.test(older.text) && !exclusive.test(older.text);

/** Of what is no more, whatever was said of it. */
const ending =
  /\b(?:cancel\w*|called off|ended|over|closed?|gone|sold|scrapped|dropped|stopp\w*|quit|gave up|given up|left|died|dead|retired)\b/i;

/** Of what stays as it is: that is no change. */
const staying = /\b(?:still|unchanged|remains?|stays? the same|as (?:ever|before|always|usual|announced|planned))\b/i;

const moving = /\b(?:moved?|moves|switch\w*|chang\w*|shift\w*|postponed|rescheduled|pushed|brought|now|instead)\b/i;
const beginsStaying = /^ (?:[\p{L}']+ ){0,3}(?:still|unchanged|remains?|stays?)\b/iu;
const still = /\bstill\b/i;
const turn =
  /,? but (?=(?:now|at|in|on|from|for|with|by|to|has|have|is|are|starts?|ends?|costs?|runs?|takes?|begins?|opens?|closes?)\b)/i;

/** "Choir has moved to Thursday, still at seven", "Backups are still nightly, but start at four": something of it stays, and the rest does not. */
const staysPartly = (text: string): boolean => {
  const [first = '', ...parts] = text.split(/[,;]/);
  const [before = '', after] = text.split(turn, 2);
  return (
    (moving.test(first) && parts.some((part) => beginsStaying.test(part))) ||
    (still.test(before) && after !== undefined)
  );
};

const isTelling = (token: Token): boolean => isWeighty(token) || token.kind === 'quantity';

/** Whether the newer one says that all that the older one tells stays as it is. */
const stays = ({ older, newer }: ViewedPair): boolean => {
  if (!staying.test(newer.text)) return false;
  if (!staysPartly(newer.text)) return true;
  const kept = newer.text.split(/[,;]|\bbut\b/).filter((part) => staying.test(part));
  const known = new Set(kept.flatMap((part) => [...viewOf(part).all]));
  return older.tokens.every((token) => !isTelling(token) || known.has(token.same));
};

/** Whether it tells what is so, and not what was, may be, is wished or is said by others. */
export const isTold = ({ text }: SentenceView): boolean => !notSo.test(text);

const correcting = /^correction\b/i;

/** Whether it puts right what was said, and nothing else: of another number by which a thing is known too. */
export const putsRight = (pair: ViewedPair): boolean =>
  correcting.test(pair.newer.text) && isToldLike(pair) && !stays(pair);

/** "I want an aisle seat" tells of the same wish as "I want a window seat". */
const isToldLike = ({ older, newer }: ViewedPair): boolean => {
  const found = notSo.exec(newer.text)?.[0];
  return found === undefined || (found.length > 1 && older.text.toLowerCase().includes(found.toLowerCase()));
};

/** "db-1", "SEC-11", "bed2". */
const identifier = /(?<![\p{L}\p{N}])\p{L}{1,20}[-_]?\d{1,8}(?![\p{L}\p{N}])/gu;

const namesOthers = ({ older, newer }: ViewedPair): boolean => {
  const [first, second] = [older, newer].map(({ text }): string[] => text.toLowerCase().match(identifier) ?? []);
  return Boolean(first?.length && second?.length && !second.some((name) => first.includes(name)));
};

/** The newer says all that the older says, and more: "a sick note", "a sick note till the 20th". */
const adds = ({ older, newer }: ViewedPair): boolean =>
  older.tokens.every((token) => token.kind === 'small' || token.kind === 'sign' || newer.all.has(token.same)) &&
  denialsIn(older.text) % 2 === denialsIn(newer.text) % 2 &&
  countOf(newer.text, cues.change) === 0;

const HALF = 0.5;

/** Whether the newer says that something has changed, and has half of what the older tells of, names first. */
export const tellsOfChange = ({ older, newer }: ViewedPair): boolean => {
  if (countOf(newer.text, cues.change) === 0 || countOf(older.text, cues.change) > 0) return false;
  const told = older.tokens.filter(isWeighty);
  const kept = told.filter(({ same }) => newer.all.has(same));
  return kept.length >= HALF * told.length && told.every((token) => token.kind !== 'name' || kept.includes(token));
};

const quantified = ({ tokens }: SentenceView) => tokens.some(({ kind }) => kind === 'quantity');

/** "Biscuit weighs 14 kilos", "Biscuit is back on lamb": one subject, and of how much it is the newer says nothing. */
const tellsOtherThings = ({ older, newer }: ViewedPair): boolean => {
  if (!quantified(older) || quantified(newer) || denialsIn(newer.text) > 0 || ending.test(newer.text)) return false;
  const whom = new Set(phraseOf(older).tokens.map(({ same }) => same));
  return older.tokens.every((token) => !isWeighty(token) || whom.has(token.same) || !newer.all.has(token.same));
};

const [SOME_WORDS, MANY_WORDS, FEW_SHARED] = [3, 5, 0.25];

const sharedBy = ({ older, newer }: ViewedPair) => {
  const told = older.tokens.filter(isTelling);
  return { told, shared: told.filter(({ same }) => newer.all.has(same)) };
};

/** Of some words that the older one tells none, or of many one that names nothing: "I play the accordion", "I have changed jobs". */
const sharesNothing = (pair: ViewedPair): boolean => {
  const { told, shared } = sharedBy(pair);
  if (shared.length === 0) return told.length >= SOME_WORDS;
  return shared.length === 1 && shared[0]?.kind === 'content' && told.length >= MANY_WORDS;
};

/** Of many words next to none. */
const sharesLittle = (pair: ViewedPair): boolean => {
  const { told, shared } = sharedBy(pair);
  return told.length >= MANY_WORDS && shared.length < FEW_SHARED * told.length;
};

const tellsAnother = ({ newer }: ViewedPair): boolean => besides.test(newer.text);

/** What makes it unlikely that the newer tells of the same thing; two of them rule it out. */
const doubts = [hasOtherSubject, mayBeOfAnother, namesNotWhom, sharesLittle, tellsAnother];

/** What stands against that the older no longer holds: the newer does not tell what is so now, or not of the same thing. */
export function objectionToReplacing(pair: ViewedPair): Objection {
  const ruling = [isOfAnother, isAddition, stays, namesOthers, tellsOtherThings, sharesNothing, adds];
  const doubted = doubts.filter((doubt) => doubt(pair)).length;
  return objection(!isToldLike(pair) || ruling.some((rules) => rules(pair)) || doubted > 1, doubted > 0);
}

/** Whether nothing stands against it but that it may tell of one more. */
export const isOfTheSame = (pair: ViewedPair): boolean => {
  const told = objectionToReplacing(pair);
  return told === 'none' || (told === 'unlikely' && tellsAnother(pair));
};
