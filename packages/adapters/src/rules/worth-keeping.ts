import { terms } from '@hippocamp/shared/text/terms';

const question = /[?？؟][\p{Pe}\p{Pf}"'”’\s]*$/u;

const smallTalk = [
  /^(?:hi|hello|hey|hiya|dear|good (?:morning|afternoon|evening|day|night|luck)|welcome)\b[^.]{0,40}$/i,
  /^(?:thanks?|thank you|thx|many thanks|cheers|much appreciated)\b.{0,80}$/i,
  /^(?:bye|goodbye|see (?:you|ya)|take care|talk (?:soon|later|to you)|have a (?:good|nice|great|lovely)|sleep well|safe travels)\b.{0,60}$/i,
  /^(?:ok(?:ay)?|sure|yes|yeah|yep|no|nope|right|cool|great|nice|wow|whoa|ha(?:ha)*|lol|hm+|oh|ah|aww?|ugh|well|exactly|absolutely|definitely|agreed|perfect|amazing|awesome|lovely|of course|same here|me too|fair enough|deal|done|noted|sorry)\b[\s,.!-]*(?:\p{L}+[\s,.!-]*){0,3}$/iu,
  /^(?:sounds|looks) (?:good|great|fun|nice|lovely|perfect|like a plan)\b.{0,40}$/i,
  /^(?:no (?:problem|worries)|you'?re welcome|my pleasure|don'?t worry|got it|i see|good point|good idea|never mind)\b.{0,40}$/i,
  /^(?:congrat\w*|happy birthday|merry christmas|happy new year)\b.{0,40}$/i,
  /^i(?:'m| am) (?:fine|good|great|ok|okay|well|here|back|sorry|glad|happy for you|so (?:happy|glad|excited) for you)\b.{0,30}$/i,
  /^(?:that|it|this)(?:'s| is| sounds| was) (?:so |really |very )?(?:great|nice|cool|good|awesome|amazing|wonderful|lovely|perfect|funny|true|fine|fair|hilarious|terrible|awful)\b.{0,20}$/i,
  /^let me (?:know|see|check|think)\b.{0,40}$/i,
];

/** "I'm vegan." has one word that carries meaning, and it is worth keeping. */
const aboutSomeone = /\b(?:i'?m|i am|i was|my|we'?re|we are|our|(?:he|she|they|it)(?:'s| is| are| was)|name is)\b/i;

const latin = /\p{Script=Latin}/u;
const SHORTEST_FOREIGN = 6;

const saysEnough = (sentence: string): boolean => {
  const count = terms(sentence).length;
  if (!latin.test(sentence)) return count > 0 && [...sentence].length >= SHORTEST_FOREIGN;
  return count >= 2 || (count === 1 && aboutSomeone.test(sentence));
};

const interjection =
  /^(?:ok(?:ay)?|sure|yes|yeah|yep|no|nope|right|cool|great|good|fine|not (?:bad|much)|nice|wow|oh|ah|aww?|well|haha|sorry|hi|hello|hey)[\s,.!-]+(?=\p{L})/iu;

const isSmallTalk = (words: string): boolean =>
  smallTalk.some((pattern) => pattern.test(words)) ||
  (interjection.test(words) && isSmallTalk(words.replace(interjection, '')));

/** Without signs around it: "— thanks a lot! 🙂" is thanks all the same. */
const bare = (sentence: string) => sentence.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}]+$/u, '');

/** Whether a sentence states something: not a question, a greeting, thanks or filler. */
export function isWorthKeeping(sentence: string): boolean {
  if (question.test(sentence)) return false;
  const words = bare(sentence);
  return !isSmallTalk(words) && saysEnough(words);
}
