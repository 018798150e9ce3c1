import type { Relation } from '@hippocamp/shared/language/stance';
import { countOf, cues } from '../compare/cues.js';
import { type SentenceView, type Token, viewOf } from '../compare/sentence-view.js';
import { isFiniteVerb } from '../words/verbs.js';
import { isRegion } from './lexicon/regions.js';
import { differs, liesBetween } from './may-refute.js';

const isWeighty = ({ kind }: Token): boolean => kind === 'content' || kind === 'name' || kind === 'quantity';

/** Where one thing is told after another: "the mail server at 23:00, the file server at 01:00". */
const seams =
  /[;\n]|[.!?] |, (?:(?:the|an?|in|at|on|off|for|from|and|while|whereas|but|yet|our|my|\d+|\p{L}+ \d+|\p{Lu}[\p{L}-]*) )| and (?:from|in|at|on|for) |\b(?:while|whereas|but|yet)\b/u;

/** Their full stop ends nothing. */
const abbreviated = /\b(Dr|Mrs?|Ms|St|No|approx)\./g;

const segmentsOf = (text: string): SentenceView[] =>
  text
    .replace(abbreviated, '$1')
    .split(seams)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .map(viewOf);

/** The claim takes its words from several parts, which each tell of something else. */
const mixesParts = (claim: SentenceView, known: string): boolean => {
  const segments = segmentsOf(known);
  if (segments.length < 2) return false;
  const sharedWith = ({ all }: SentenceView) => claim.tokens.filter((token) => isWeighty(token) && all.has(token.same));
  const shared = new Set(segments.flatMap(sharedWith).map(({ same }) => same));
  return !segments.some((segment) => new Set(sharedWith(segment).map(({ same }) => same)).size === shared.size);
};

const quantified = /\b(?:every|each|all|always|never|only|any|none|nobody|everybody|everyone|most)\b(?: \p{L}+)?/giu;

const quantifiersIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/\beach\b/g, 'every')
    .match(quantified) ?? [];

const quantifiesOtherwise = (claim: string, known: string): boolean => {
  const told = quantifiersIn(known);
  return quantifiersIn(claim).some((each) => !told.includes(each));
};

const comparing =
  /(?<!\p{L})(?:more|less|fewer|\p{L}{2,20}er) [^.;]{0,60}\bthan (?!\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a|half)\b)|\b(?:as|so) \p{L}{1,30} as\b|\bsame \p{L}{0,30} ?as\b|\b(?:before|after|earlier|later)\b/iu;

/** Who compares is only told by who compares. */
const comparesAlone = (claim: string, known: string): boolean => comparing.test(claim) && !comparing.test(known);

/** "Hall A", "block B". */
const lettered = /(?<!\p{L})\p{L}{2,30} \p{Lu}(?![\p{L}'.])/gu;
const titled = /\b(?:Mrs?|Ms|Miss|Mx)\.? \p{Lu}\p{L}+/gu;

const markedIn = (text: string, pattern: RegExp): Set<string> =>
  new Set(
    (text.match(pattern) ?? [])
      .map((each) => each.toLowerCase().replace('.', ''))
      .filter((each) => !each.endsWith(' i')),
  );

/** What stands before the first verb. */
const beforeVerb = (text: string): string => {
  const verb = [...text.matchAll(/\p{L}+/gu)].find(
    ({ 0: word, index }) => index > 0 && isFiniteVerb(word.toLowerCase()),
  );
  return text.slice(0, verb?.index ?? text.length);
};

/** Of another hall than what is told of; a claim that puts the same thing elsewhere is another matter. */
const marksOther = (claim: string, known: string, stance: Relation['stance']): boolean => {
  const isMissing = (text: string, pattern: RegExp): boolean => {
    const told = markedIn(known, pattern);
    return [...markedIn(text, pattern)].some((each) => !told.has(each));
  };
  if (stance === 'refutes') return isMissing(beforeVerb(claim), lettered);
  return isMissing(claim, lettered) || isMissing(claim, titled);
};

const planned =
  /\b(?:(?:am|is|are) to be|to be (?:\p{L}{1,20}ed|done)|will|shall|plan(?:s|ned|ning)?|want(?:s|ed)?|would|hop(?:e|es|ing)|intend\p{L}{0,4}|due|going to|next|consider\p{L}{0,6}|think(?:s|ing)? (?:about|of)|might|may|could|should|reorder at|wish\p{L}{0,3}|ask(?:s|ed)?|propos\p{L}{1,5}|suggest\p{L}{0,6})\b/iu;
const told = /\b(?:has|have|had|was|were|did|been|now|already)\b|(?<!\p{L})\p{L}{1,20}ed(?!\p{L})/iu;

/** What is to be done is not done. */
const takesPlanForDone = (claim: string, known: string): boolean =>
  planned.test(known.replace(/\bMay\b/g, '')) && !planned.test(claim) && told.test(claim);

const passive = /\bby\b/i;

/** The place of what it is about, before its verb or after it. */
const isBefore = ({ tokens }: SentenceView, same: string, verb: string): boolean => {
  const placeOf = (wanted: string) => tokens.findIndex((token) => token.same === wanted);
  return placeOf(same) < placeOf(verb);
};

const isVerb = ({ word, kind }: Token, place: number): boolean => place > 0 && kind === 'content' && isFiniteVerb(word);

/** "Agathe owes us", "The bakery owes Agathe": who does it to whom is turned round. */
const turnsRoles = (claim: SentenceView, known: SentenceView): boolean => {
  if (passive.test(claim.text) !== passive.test(known.text)) return false;
  const verb = claim.tokens.find(isVerb);
  if (!verb || !known.tokens.some((token, place) => token.same === verb.same && isVerb(token, place))) return false;
  const names = claim.tokens.filter(({ kind, same }) => kind === 'name' && known.all.has(same));
  return names.some(({ same }) => isBefore(claim, same, verb.same) !== isBefore(known, same, verb.same));
};

const copula = /\b(?:is|are|was|were)\b/i;

/** "Mireille proofreads what Jarek translates", "Jarek proofreads Mireille's translations": the same words, the names the other way round. */
const turnsNames = (claim: SentenceView, known: SentenceView): boolean => {
  if ([claim, known].some(({ text }) => passive.test(text) || copula.test(text))) return false;
  const isNamed = (same: string) =>
    [claim, known].some(({ tokens }) => tokens.some((token) => token.same === same && token.kind === 'name'));
  const orderIn = ({ tokens }: SentenceView) => tokens.filter(isWeighty).map(({ same }) => same);
  const [first, second] = [orderIn(claim), orderIn(known)];
  const isSame = [...first].sort().join() === [...second].sort().join();
  return isSame && first.filter(isNamed).join() !== second.filter(isNamed).join();
};

/** "in France" does not stand against "in Strasbourg". */
const namesWiderPlace = (claim: SentenceView, known: SentenceView): boolean => {
  const others = (view: SentenceView, { all }: SentenceView) =>
    view.tokens.filter(({ same, kind }) => kind === 'name' && !all.has(same)).map(({ word }) => word);
  const [first, second] = [others(claim, known), others(known, claim)];
  return first.some(isRegion) !== second.some(isRegion);
};

/** Of figures that need not be met exactly. */
const limited =
  /\b(?:within|at least|at most|up to|more than|less than|fewer than|no later than|about|around|roughly|nearly|almost)\b/i;

/** What takes away or stops, though it denies nothing by a small word. */
const lacking = /\b(?:sold out|taken|booked|full|holiday|leave|off|out|instead|except|unless|ask|before)\b/i;

/** "Kotlin on Android and Swift on iOS" has all that is said of iOS; what was before a change, it has too, and denies. */
const saysAll = (claim: SentenceView, known: string, names: Iterable<string>): boolean =>
  countOf(known, cues.change) === 0 && !differs(claim, { text: known, names: [...names] });

const resting =
  /\b(?:rest|close|shut|pause|off|free)(?:s|d|ed|ted|ting|ing)?(?: (?:early|completely|entirely))? (?:on|every|each) (?<days>[^.;]{1,60})/iu;
const day = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day/gi;

/** "We train at six and rest on Mondays": on that day nobody does what is told before it. */
const isDayOfRest = (claim: string, known: string): boolean => {
  const days = resting.exec(known)?.groups?.days?.toLowerCase().match(day) ?? [];
  return !resting.test(claim) && days.some((one) => claim.toLowerCase().includes(one));
};

/** Whether how the two are told stands against what their words seem to say of each other; `names` are those of the first person. */
export function isObjectedTo(
  claim: string,
  known: string,
  { stance, reason }: Relation,
  names: Iterable<string> = [],
): boolean {
  const [first, second] = [viewOf(claim), viewOf(known)];
  if (marksOther(claim, known, stance) || comparesAlone(claim, known) || turnsRoles(first, second)) return true;
  if (stance === 'supports')
    return (
      turnsNames(first, second) ||
      mixesParts(first, known) ||
      isDayOfRest(claim, known) ||
      quantifiesOtherwise(claim, known) ||
      takesPlanForDone(claim, known)
    );
  if (reason === 'negation') return lacking.test(known) || lacking.test(claim);
  return (
    liesBetween(claim, known) || saysAll(first, known, names) || namesWiderPlace(first, second) || limited.test(known)
  );
}
