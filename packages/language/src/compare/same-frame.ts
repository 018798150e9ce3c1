import { denialsIn } from '../words/negation.js';
import { announces, withoutAnnouncement } from './announcement.js';
import type { ViewedPair } from './pair-features.js';
import { type SentenceView, type Token, viewOf } from './sentence-view.js';

/** Verbs that say no more than that something is so, or came to be so, and what stands for a verb in a note. */
const plain =
  /^(?:is|are|was|be|been|has|have|had|got|get|gets|cost|costs|price|priced|run|runs|running|open|opens|set|use|uses|using|take|takes|place|need|needs|stand|stands|go|goes|went|upgrade|upgraded|update|updated|move|moves|moved|change|changes|changed|raise|raised|lower|lowered|reduce|reduced|increase|increased|extend|extended|shift|shifted|postpone|postponed|reschedule|rescheduled|switch|switched|bump|bumped|always|new|version|every|each|gone|up|down|once|more|again|further|another|time|put|back|forward|brought|pushed)$/;

const carries = ({ kind, word }: Token): boolean => (kind === 'content' || kind === 'name') && !plain.test(word);
const isValue = ({ kind }: Token): boolean => kind === 'quantity';

const onlyIn = (view: SentenceView, other: SentenceView, of: (token: Token) => boolean): Token[] =>
  view.tokens.filter((token) => of(token) && !other.all.has(token.same));

/** "amount 38 £": its kind and unit. */
const measureOf = (view: SentenceView, { same }: Token): string => {
  const quantity = view.quantities.find(({ key }) => key === same);
  return `${quantity?.kind} ${quantity?.unit}`;
};

const BARE = 'amount ';

/** In the place of each number, date or time that the newer one lacks stands another of the same measure. */
const hasOtherQuantities = ({ older, newer }: ViewedPair): boolean => {
  const [gone, come] = [onlyIn(older, newer, isValue), onlyIn(newer, older, isValue)];
  if (gone.length === 0 || gone.length !== come.length) return false;
  const [first, second] = [gone.map((one) => measureOf(older, one)), come.map((one) => measureOf(newer, one))];
  // "Form 3 on the 14th", "Form 4 on the 19th": a bare number beside a date tells which one it is of.
  if (first.includes(BARE) && new Set(first).size > 1) return false;
  return first.sort().join() === second.sort().join();
};

/** What is said of a subject in words that carry meaning. */
const LEAST_SHARED = 2;

const isFramed = ({ older, newer }: ViewedPair): boolean =>
  onlyIn(older, newer, carries).length === 0 && onlyIn(newer, older, carries).length === 0;

/** All but the numbers, dates and times stands in the same order, small words too. */
const isWordForWord = ({ older, newer }: ViewedPair): boolean => {
  const [first, second] = [older, newer].map(({ tokens }) =>
    tokens.map((token) => (isValue(token) ? token.word : token.same)).join(' '),
  );
  return first === second;
};

const sharedBy = ({ older, newer }: ViewedPair): number =>
  new Set(older.tokens.filter((token) => carries(token) && newer.all.has(token.same)).map(({ same }) => same)).size;

const article = /^(?:the|a|an)$/;

/** Where words that stand side by side begin and end; null where others stand between them, or where several are no name. */
function runOf({ tokens }: SentenceView, words: readonly Token[]): { at: number; end: number } | null {
  const at = words[0] ? tokens.indexOf(words[0]) : -1;
  const isRun = words.every((word, place) => tokens[at + place] === word);
  const isOne = words.length === 1 || words.every(({ kind }) => kind === 'name');
  return at >= 0 && isRun && isOne ? { at, end: at + words.length } : null;
}

/** One word, or one name, stands in the place of one other, in the middle or at the end; "is the treasurer" is a role, of which one may have several. */
const hasOtherWord = ({ older, newer }: ViewedPair): boolean => {
  const [gone, come] = [runOf(older, onlyIn(older, newer, carries)), runOf(newer, onlyIn(newer, older, carries))];
  if (!gone || !come) return false;
  const isSubject = !older.tokens.slice(0, gone.at).some(carries) || !newer.tokens.slice(0, come.at).some(carries);
  const wordAt = (token: Token | undefined) => token?.same.replace(article, 'a');
  const isBeside = (first: number, second: number) => wordAt(older.tokens[first]) === wordAt(newer.tokens[second]);
  const isRole = article.test(older.tokens[gone.at - 1]?.word ?? '') && older.tokens[gone.end]?.word === 'of';
  const isFramed = isBeside(gone.at - 1, come.at - 1) && isBeside(gone.end, come.end);
  return !isSubject && !isRole && isFramed && onlyIn(older, newer, isValue).length === 0;
};

/** Where something goes or comes from is one place at a time; one may like, serve or teach several things. */
const ofOnePlace = /\b(?:go|goes|going) to\b|\b(?:comes?|gets?) (?:[\p{L}']{1,20} ){0,3}from\b/iu;

/** "All our eggs go to Cropper's", "All our eggs go to Hartley's": nothing else differs, small words too. */
const differsInOne = ({ older, newer }: ViewedPair): boolean => {
  const [gone, come] = [runOf(older, onlyIn(older, newer, carries)), runOf(newer, onlyIn(newer, older, carries))];
  if (!gone || !come || !ofOnePlace.test(older.text)) return false;
  const isEqual = (first: readonly Token[], second: readonly Token[]) =>
    first.map(({ same }) => same).join(' ') === second.map(({ same }) => same).join(' ');
  return (
    sharedBy({ older, newer }) > 0 &&
    isEqual(older.tokens.slice(0, gone.at), newer.tokens.slice(0, come.at)) &&
    isEqual(older.tokens.slice(gone.end), newer.tokens.slice(come.end))
  );
};

/** Why it is so now, at the end or at the beginning. */
const reason = /,? (?:because|due to|owing to|thanks to|so that)\b/i;
const reasonFirst = /^(?:because of|due to|owing to|thanks to) [^,]{1,60}, /i;

const withoutReasons = (text: string): string => {
  const rest = text.replace(reasonFirst, '');
  const at = rest.search(reason);
  return at > 0 ? rest.slice(0, at) : rest;
};

/** "4B", as one word: the letters stand for what tells one room or lane from another. */
const codes = (text: string): string =>
  text.replace(/(?<![\p{L}\d])(\d{1,5})(\p{Lu}{1,2})(?![\p{L}\d])/gu, (_code, digits: string, letters: string) => {
    const spelt = [...digits].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    return `Code${spelt}${letters.toLowerCase()}`;
  });

/** It was so, and is otherwise now: "has been put back to 5 May", "went up to 21.90 today". */
const changing =
  /\b(?:(?:has|have|is|are) (?:now )?(?:been )?(?:moved|postponed|put back|brought forward|pushed back|raised|lowered|changed|extended|rescheduled|increased|reduced|cut|bumped|shifted|upgraded|switched)|(?:went|has gone|have gone) (?:up|down)) (?:from [^,;]{1,40} )?to\b/i;
const today = / today(?: \(\d{4}-\d{2}-\d{2}\))?(?=[.!]?$)/i;

/**
 * Whether the newer one gives another value in the words of the older one, and says that it is so from now on: "A lesson costs £38.",
 * "From now on a lesson costs £42."
 */
export function givesOtherValue({ older, newer }: ViewedPair): boolean {
  const isChanging = changing.test(newer.text);
  if (!isChanging && !announces(newer.text)) return false;
  const said = withoutReasons(withoutAnnouncement(newer.text));
  const pair = {
    older: viewOf(codes(withoutAnnouncement(older.text))),
    newer: viewOf(codes(isChanging ? said.replace(today, '') : said)),
  };
  if (denialsIn(pair.older.text) % 2 !== denialsIn(pair.newer.text) % 2) return false;
  const isAlike = sharedBy(pair) >= LEAST_SHARED;
  if (hasOtherQuantities(pair)) return isFramed(pair) && (isAlike || isWordForWord(pair));
  return (isAlike || differsInOne(pair)) && hasOtherWord(pair);
}
