import { denialsIn } from '../words/negation.js';
import { stateIn } from '../words/states.js';
import { isCalledOff } from './called-off.js';
import { areEqual, hasNewDoer } from './new-doer.js';
import { hasNewHolder } from './new-holder.js';
import type { ViewedPair } from './pair-features.js';
import { type SentenceView, type Token, viewOf } from './sentence-view.js';
import { firstVerb } from './subject-told.js';

const isWeighty = ({ kind }: Token): boolean => kind === 'content' || kind === 'name' || kind === 'quantity';
const keysOf = (tokens: readonly Token[]): Set<string> => new Set(tokens.filter(isWeighty).map(({ same }) => same));

/** Where the first verb stands; the number of tokens where none is known. */
const verbAt = ({ tokens }: SentenceView): number => {
  const at = firstVerb(tokens);
  return at < 0 ? tokens.length : at;
};

/** "The order of cables is being packed", "The order of cables has been delivered". */
function isNextState({ older, newer }: ViewedPair): boolean {
  if (denialsIn(newer.text) > 0) return false;
  const [first, second] = [verbAt(older), verbAt(newer)];
  const subject = keysOf(older.tokens.slice(0, first));
  if (subject.size === 0 || !areEqual(subject, keysOf(newer.tokens.slice(0, second)))) return false;
  const [was, is] = [stateIn(older.text), stateIn(newer.text)];
  return was !== null && is !== null && was !== is;
}

const passing =
  /\b(?:has taken over|have taken over|took over|takes over|taking over|(?:has |was |is )?passed (?:on )?to|handed (?:over )?to|replaces|has replaced|succeeds|in (?:his|her|their) place)\b/i;
const MOST_NAMES = 3;
/** Letters by which "owner" and "ownership" begin alike. */
const ALIKE = 5;

const hasAlike = (view: SentenceView, key: string): boolean =>
  view.all.has(key) || (key.length >= ALIKE && view.tokens.some(({ word }) => word.startsWith(key.slice(0, ALIKE))));

/**
 * "Fintan inspects the crane", "Inspecting the crane has passed to Solveig": of what one does, somebody else takes all; whom it was
 * stands before the verb or after it.
 */
function isPassedOn({ older, newer }: ViewedPair): boolean {
  if (!passing.test(newer.text)) return false;
  const at = verbAt(older);
  const sides = [older.tokens.slice(0, at), older.tokens.slice(at)].map((tokens) => tokens.filter(isWeighty));
  const isNamed = newer.tokens.some(
    ({ kind, same }, place) => (kind === 'name' || place === 0) && !older.all.has(same),
  );
  const isPerson = (token: Token) => token.kind === 'name' || token === older.tokens[0];
  const takes = (whom: readonly Token[], what: readonly Token[]) =>
    whom.length > 0 &&
    whom.length <= MOST_NAMES &&
    whom.every((token) => isPerson(token) && !newer.all.has(token.same)) &&
    what.length > 1 &&
    what.every(({ same }) => hasAlike(newer, same));
  const [first = [], second = []] = sides;
  return isNamed && (takes(first, second) || takes(second, first));
}

const givingUp = /^(i|we|\p{L}+) (?:no longer|don't|doesn't|do not|does not|stopped|quit|gave up) ([^,;.!]{1,80})/iu;
const anyMore = /\b(?:no longer|any ?more|stopped|quit|gave up)\b/i;
const LEAST_GIVEN_UP = 2;
/** Of several one may be given up, and the others stay. */
const listing = /, | (?:and|or) /i;

/** "I drink coffee every morning", "I no longer drink coffee, only tea": the same person and all that is given up. */
function isGivenUp({ older, newer }: ViewedPair): boolean {
  const [, who = '', what = ''] = givingUp.exec(newer.text) ?? [];
  if (what === '' || !anyMore.test(newer.text.slice(0, who.length + what.length + 20))) return false;
  if (!older.text.toLowerCase().startsWith(`${who.toLowerCase()} `) || denialsIn(older.text) > 0) return false;
  if (listing.test(older.text)) return false;
  const given = keysOf(viewOf(what).tokens);
  return given.size >= LEAST_GIVEN_UP && [...given].every((key) => older.all.has(key));
}

/** What one does, and what one does it with. */
const doing = '(?:go(?:es)?|do(?:es)?|play|plays|drink|drinks|smoke|smokes|practise|practises) ';
const shortly =
  /^(?<who>i|we|\p{L}+)(?:'ve|'s| have| has)? (?:stopped|quit|gave up|given up) (?<what>\p{L}{3,20})(?: for good| altogether)?(?=[.!]?$|,| (?:because|since|due)\b| (?:last|this|in) (?:year|month|week|weekend|spring|summer|autumn|fall|winter|\d{4}|january|february|march|april|may|june|july|august|september|october|november|december)\b)/iu;
const doneSo = new RegExp(
  `^(?<who>i|we|\\p{L}+) (?:${doing})?(?<what>\\p{L}{2,20})(?=[.!]?$| (?:every|each|on|in|at|with|twice|once|for|most)\\b)`,
  'iu',
);
const noLonger = /^(i|we) no longer ([^,;.!]{3,60})/i;
/** "We have a rabbit" may go on so; "I have a car pool card" is no car, and who has a dog and two cats has the cats yet. */
const goesOn =
  /^(?:[.!]?$|,? (?:called|named|who|which)\b| (?:that|with|in|on|at|from|for|since|every|by|near|as|of|to|under|twice|once)\b)(?!.*(?:,| and )(?! (?:who|which|called|named)\b))/i;

/** "I go fencing every Thursday", "I gave up fencing"; "We have a rabbit called Clover", "We no longer have a rabbit". */
function isDoneNoMore({ older, newer }: ViewedPair): boolean {
  if (denialsIn(older.text) > 0) return false;
  const [gone, was] = [shortly.exec(newer.text)?.groups, doneSo.exec(older.text)?.groups];
  if (gone && was && gone.who?.toLowerCase() === was.who?.toLowerCase())
    return areEqual(keysOf(viewOf(`of ${gone.what}`).tokens), keysOf(viewOf(`of ${was.what}`).tokens));
  const [, who = '', what = ''] = noLonger.exec(newer.text) ?? [];
  const begins = `${who} ${what}`.toLowerCase();
  return what !== '' && older.text.toLowerCase().startsWith(begins) && goesOn.test(older.text.slice(begins.length));
}

/** Whether the newer one says in so many words that the older no longer holds: its next state, who does it now, that it is given up or called off. */
export const tellsEnd = (pair: ViewedPair): boolean =>
  isNextState(pair) ||
  isPassedOn(pair) ||
  isGivenUp(pair) ||
  isDoneNoMore(pair) ||
  hasNewHolder(pair) ||
  hasNewDoer(pair) ||
  isCalledOff(pair);
