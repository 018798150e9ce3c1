import { withoutEnd } from '@hippocamp/shared/text/ends';
import { isFragment } from './leaning.js';

const yes =
  /^(?:(?:it|that|this|she|he|i) (?:is|am|does|do|has|have|suits?),? yes|(?:it|that|this) (?:is|does|suits|works|fits)|yes|yep|yeah|yup|correct|right|exactly|indeed|absolutely|definitely|affirmative|of course|sure|true|that(?:'s| is) (?:right|correct|true)|you (?:got it|remember(?:ed)? (?:right|correctly)))\b[,.!\s–—-]*/i;

/** What only asks for leave, or for more of the talk. */
const offers =
  /^(?:would|shall|should|may|might|can|could|will) |\bdo you (?:want|need|have (?:any|a (?:question|moment)))\b|\bwould you like\b|\b(?:are you (?:sure|ready|okay|ok|there)|anything else|does (?:that|this|it)|is (?:that|this|it)|did (?:that|this|it)|have you tried)\b/i;

const opening =
  /^(?:so|ok(?:ay)?|and|got it|noted|just to (?:confirm|be (?:sure|clear))|to confirm|am i right(?: that)?|if i (?:understand|remember) (?:you )?(?:right|correctly)|let me check|then|i (?:take it|suppose|guess|assume|gather|understand|see|think)(?: that)?|[\p{L} ]{3,30}:)[,:.–—-]*\s+(?:you (?:mean|said|told me)(?: that)? )?/iu;
const tag =
  /[,–—-]\s*(?:i (?:suppose|guess|think|take it|assume|believe)|right|correct|yes|isn't (?:it|he|she|that)|aren't (?:you|they)|don't you|didn't you|haven't you|is that (?:right|correct|so)|am i right|did i get that right)\s*$/i;
/** Told with a question mark at its end. */
const told = /(?<![\p{L}\p{N}])(?:you|you're|you've|you'd|you'll|your)(?![\p{L}\p{N}])/iu;
const inverted =
  /^(?:what|how|why|where|who|when|which|whose|(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|shall|should|may|might|am)(?:n't)?)\b/i;
const asked = /^(do|are|have|were) you (.*)$/i;
/** "Is your daughter vegan?": of somebody else, whose name or relation comes first. */
const askedOf =
  /^(is|are|was|were|has|have|will) ((?:your|the) \p{L}+|\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?|he|she|they) (.*)$/iu;
/** "she is", "I do": the yes once more. */
const again = /^(?:i|we|he|she|it|they) (?:am|is|are|was|were|do|does|did|has|have|will)(?=$|[,.! ]+)[,.! ]*/i;

/** "you" and "your" as who is asked says them. */
const asOwn = (words: string): string =>
  words.replace(/\b(you are|you're|you were|yourself|yours|your|you've|you'll|you'd|you)\b/gi, (found, _group, at) => {
    const own: Record<string, string> = {
      your: 'my',
      yours: 'mine',
      yourself: 'myself',
      "you're": "I'm",
      "you've": "I've",
    };
    const more: Record<string, string> = { 'you are': 'I am', 'you were': 'I was', "you'll": "I'll", "you'd": "I'd" };
    const said = own[found.toLowerCase()] ?? more[found.toLowerCase()];
    return said ?? (at === 0 ? 'I' : isObject(words, at) ? 'me' : 'I');
  });

/** After a verb or preposition it is whom something is done to: "your sister calls you". */
const isObject = (words: string, at: number): boolean =>
  /\b(?:to|for|with|at|of|from|about|by|calls?|calling|tells?|gives?|helps?|pays?|owes?|knows?|likes?|loves?) $/i.test(
    words.slice(0, at),
  );

const turned = (verb: string, rest: string): string => {
  const own: Record<string, string> = { do: 'I', are: 'I am', have: 'I have', were: 'I was' };
  return `${own[verb.toLowerCase()]} ${asOwn(rest)}`;
};

const tagQuestion =
  /^(?:and |so )?(?:is|was) (?:that|this|it) (?:still )?(?:right|correct|so|true|okay|ok)\b|^(?:right|correct)\?|^do i have .{0,40}(?:right|correctly)\b|^does (?:that|this) (?:suit|work|fit|sound)\b|^did i get (?:that|it|this) right\b|^is that (?:right|correct)\b/i;

/** Whether a question only asks whether what was said before it is so. */
export const isTag = (question: string): boolean => tagQuestion.test(question);

const LONGEST = 200;

/** Without its openings and its tag. */
const plainOf = (bare: string): string =>
  withoutEnd(bare.replace(tag, ''), /[,\s]/).replace(opening, '').replace(opening, '');

/** What a question claims of whom it asks, in their words; null where it claims nothing. */
function claimed(question: string): string | null {
  const bare = withoutEnd(question, /[?!.\s]/);
  if (bare.length > LONGEST) return null;
  const plain = plainOf(bare);
  if (offers.test(plain)) return null;
  const found = asked.exec(plain);
  if (found) return turned(found[1] ?? '', found[2] ?? '');
  const [, verb = '', whose = '', rest = ''] = askedOf.exec(plain) ?? [];
  if (verb !== '') return `${asOwn(whose)} ${verb.toLowerCase()} ${asOwn(rest)}`;
  return told.test(plain) && !inverted.test(plain) ? asOwn(plain) : null;
}

/** What somebody says by a "yes" to a question: "So you prefer window seats?" "Yes, always." is "I prefer window seats, always." */
export function confirmedBy(question: string | null, spoken: string): string | null {
  const found = question === null ? null : yes.exec(spoken);
  if (question === null || !found) return null;
  const claim = claimed(question);
  const more = withoutEnd(spoken.slice(found[0].length).replace(again, ''), /[.!\s]/);
  // Who says more than that says it without the question.
  if (claim === null || (more !== '' && !isFragment(more))) return null;
  const said = `${claim.charAt(0).toUpperCase()}${claim.slice(1)}`;
  return more === '' || /^(?:please|thanks|thank you)\b/i.test(more) ? `${said}.` : `${said}, ${more}.`;
}

const answer = /^(?:yes|yep|yeah|no|nope|not any ?more|no longer|correct|right|exactly|\d)/i;
/** Of these alone nothing is said but yes or no. */
const empty = new Set(
  'ha haha hahaha lol um umm hm hmm nah no nope not really never mind thanks thank you please yes yep yeah ok okay sure why dunno'.split(
    ' ',
  ),
);
const isBare = (spoken: string): boolean =>
  spoken
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => word === '' || empty.has(word));
const MOST_WORDS = 12;
/** Rules may be offered as well. */
const always = /\b(?:always|every|each|from now on|never|usually)\b/i;

/** Whether a few words answer a question that a yes or a no answers, and say something by it: "No, aisle.", "14,900, they raised it". */
export function repliesTo(question: string | null, spoken: string): question is string {
  if (question === null || question.length > LONGEST || spoken.split(/\s+/).length > MOST_WORDS) return false;
  const plain = plainOf(withoutEnd(question, /[?!.\s]/));
  if (/^(?:what|how|why|where|who|when|which|whose)\b/i.test(plain) || !told.test(plain)) return false;
  const isOffer = offers.test(plain) && !always.test(plain);
  const says = yes.test(spoken) || (answer.test(spoken) && !isBare(spoken));
  return !isOffer && says && !isMoreThanReply(spoken);
}

/** "Yes, I moved to Oslo" says it all by itself. */
const isMoreThanReply = (spoken: string): boolean =>
  /^(?:yes|yep|yeah|no|nope)\b[,.!\s–—-]*(?:i|i'm|i've|my|we|our)\b/i.test(spoken);
