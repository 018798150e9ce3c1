import type { Statement } from '@hippocamp/shared/language/statement';
import { withoutEnd } from '@hippocamp/shared/text/cleaned';
import { terms } from '@hippocamp/shared/text/terms';
import { instructs } from '../../screen/orders.js';
import { advance, readable, type Span, trimSpan } from '../../words/spans.js';
import type { Passage } from '../layout/passages-of.js';
import { sentencesIn } from '../layout/sentences.js';
import { speakerOf } from '../layout/speakers.js';
import { createBorrowing } from './borrowed.js';
import { answers, isQuestion, isShort, isTag, isValue, withoutCorrecting } from './leaning.js';

/** Words that say nothing at the head of a sentence, with the comma or stop after them. */
const filler =
  /^(?:ok(?:ay)?|sure|yes|yeah|yep|yup|no|nope|right|cool|great|good|fine|nice|wow|oh(?: (?:no|yes|wow|yeah))?|ah|aww?|well|so|ha(?:ha)*|lol|hm+|sorry|hi|hello|hey|hiya|(?:good )?(?:morning|evening|afternoon)|thanks?(?: (?:a lot|so much|for asking))?|thank you(?: so much)?|listen|look|honestly|anyway|anyways|btw|by the way|you know|i mean|also|and|but|plus|good point|good idea|perfect|awesome|amazing|exactly|absolutely|definitely|of course|true|indeed|truth be told|to be honest|tbh|fyi|guess what|congrats|congratulations|not (?:bad|much)|my turn|speaking of which|(?:and )?wish me luck|ouch|oops|same here|me too|then)(?:,? (?:\p{Lu}\p{L}+))?(?!-\p{L})\s?[,.!:;–—-]+\s*(?=[\p{L}\p{N}])/iu;
const leadingSigns =
  /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Variation_Selector}\p{Join_Control}•–—…"“”*\s-]+(?=[\p{L}\p{N}])/u;
const joiner = /^(?:and|but|so|also|plus|oh|well|then) (?=(?:i|i'm|i've|my|we|our|he|she|the)\b)/i;
const reminder =
  /^(?:please )?(?:remember|note|keep in mind|don'?t forget|for the record|just so you know|i(?:'d| would) like you to (?:know|remember))(?: that)?[,:]? (?=(?:i|i'm|i've|my|we|our|he|she|the|we're|\p{Lu}\p{L}+)\b)/iu;
const vocative =
  /^(\p{Lu}[\p{L}'-]{1,20}), (?=(?:i|i'm|i've|i'll|i'd|my|we|the|it|he|she|there|please|can|could|are|do)\b)/iu;

const LONGEST_OPENING = 60;

/** Requests to remember a fact. Facts about users, readers or accounts are left out, as attackers plant those. */
const asksToKeep =
  /^(?:please |hey |ok |okay )?(?:(?:can|could|would|will) you (?:please |kindly )?(?:remember|note(?: down)?|keep in mind)|(?:(?:can|could|would|will) you (?:please |kindly )?)?(?:(?:add|save|store|put|write) (?:this|that|it) (?:to|in|into) (?:your |the |my )?(?:memory|memories|notes)|(?:save|keep|remember) this(?: for (?:later|me))?)|remember)(?: that| ?[:,–—-]) ?(?=(?:i|i'm|i've|my|we|we're|we've|our|the (?!users?|readers?|assistant|agents?|customers?|accounts?|admin\w*))\b)/iu;

/** UTF-16 units of the opening of a sentence. `names` are those of the speakers. */
function openingLength(words: string, names: ReadonlySet<string>): number {
  let length = 0;
  for (let round = 0; round < 4; round += 1) {
    const rest = words.slice(length);
    const head = rest.slice(0, LONGEST_OPENING + 40);
    const called = vocative.exec(head)?.[1];
    const found =
      leadingSigns.exec(head) ??
      filler.exec(head) ??
      joiner.exec(head) ??
      reminder.exec(head) ??
      (called && names.has(called) ? vocative.exec(head) : null);
    if (!found || found[0].length >= rest.length) break;
    length += found[0].length;
  }
  return length;
}

const beginsNext = /^(?:and|but|so|also|then|oh|well),?$/i;
const twoCharacters = /[\p{L}\p{N}][^\p{L}\p{N}]*[\p{L}\p{N}]/u;

/** A sign, a letter, or a mere "and" says nothing. */
const saysNothing = (words: string): boolean => beginsNext.test(words) || !twoCharacters.test(words);

export interface Said extends Span {
  passage: Passage;
  kind: Statement['kind'];
  words: string;
  /** The words with their opening. */
  spoken: string;
  instructs: boolean;
  question: string | null;
  /** An earlier statement of the same person, of which this one is only a value. */
  after: string | null;
  /** An earlier statement of the same person, which these few words may correct. */
  earlier: string | null;
  /** The place of the question or of the earlier statement, in UTF-16 units. */
  quoted: Span | null;
  /** Said for somebody else, about words, or in a play. */
  borrowed: boolean;
}

interface Quoted {
  words: string;
  span: Span;
}

interface Talk {
  turn: number;
  speaker: string | null;
  /** The last question of the turn before. */
  asked: Quoted | null;
  /** The last question of this turn. */
  asking: Quoted | null;
  /** The last sentence, which "Is that right?" asks about. */
  last: Quoted | null;
  /** Last sentences of each speaker's earlier turns. The map is shared, as a talk may have thousands of speakers. */
  told: Map<string | null, readonly Quoted[]>;
}

/** UTF-16 units back to a statement that a few words may correct. Both are kept, and forgotten, together. */
const NEARBY = 400;

/** Earlier turns of a speaker that are searched for that statement. */
const TURNS_BACK = 6;

/** The last nearby sentence that shares a word with the spoken ones, or else the last sentence. */
function toldBefore(told: readonly Quoted[], spoken: string, start: number): Quoted | null {
  const said = new Set(terms(withoutCorrecting(spoken)));
  const sharing = told.findLast(
    ({ words, span }) => start - span.end <= NEARBY && terms(words).some((term) => said.has(term)),
  );
  return sharing ?? told.at(-1) ?? null;
}

function goingOn(talk: Talk, { turn, speaker: label }: Passage): Talk {
  if (turn === talk.turn) return talk;
  // Text without a label counts as said by the user.
  const speaker = speakerOf(label);
  const asked = speaker === talk.speaker ? null : talk.asking;
  const { last, told } = talk;
  if (last !== null && !isQuestion(last.words))
    told.set(talk.speaker, [...(told.get(talk.speaker) ?? []), last].slice(-TURNS_BACK));
  return { turn, speaker, asked, asking: null, last: null, told };
}

/** "Is that right?" asks about the sentence before it. */
const aboutLast = (question: Quoted, last: Quoted | null): Quoted =>
  last !== null && isTag(question.words)
    ? { words: `${withoutEnd(last.words, /[.!\s]/)}?`, span: { start: last.span.start, end: question.span.end } }
    : question;

type Words = Omit<Said, 'passage' | 'kind' | 'borrowed'>;

const byForm = ({ start, end }: Span, said: string): Words => ({
  ...{ start, end, words: said, spoken: said },
  ...{ instructs: instructs(said), question: null, after: null, earlier: null, quoted: null },
});

/** Names of the speakers, which others may call them by. */
interface Talking {
  names: ReadonlySet<string>;
  lowerCase: ReadonlySet<string>;
}

function talkingIn(passages: readonly Passage[]): Talking {
  const names = new Set(
    passages.flatMap(({ speaker }) => (speaker === null ? [] : [speaker, speaker.split(' ')[0] ?? speaker])),
  );
  return { names, lowerCase: new Set([...names].map((name) => name.toLowerCase())) };
}

interface Earlier {
  asked: Quoted | null;
  told: Quoted | null;
  /** True for the first sentence of a turn. */
  isFirst: boolean;
}

/** In a passage of at most this many UTF-16 units, each sentence may correct: "No wait. The green ones." */
const FEW = 120;

const sentenceOf = (
  masked: string,
  span: Span,
  { spoken, asked, told, isFirst }: Earlier & { spoken: string },
  { names, lowerCase }: Talking,
): Words | null => {
  const steers = instructs(spoken);
  const whole = { ...span, words: spoken, spoken, instructs: steers, question: null, after: null, earlier: null };
  if (!steers && asked && answers(asked.words, spoken)) return { ...whole, question: asked.words, quoted: asked.span };
  if (!steers && told && isFirst && isValue(spoken, lowerCase))
    return { ...whole, after: told.words, quoted: told.span };
  const opening = openingLength(spoken, names);
  const words = spoken.slice(opening).trim();
  if (!steers && saysNothing(words)) return null;
  const place = trimSpan(masked, advance(masked, span, opening));
  const before = !steers && told && isShort(spoken) && span.start - told.span.end <= NEARBY ? told : null;
  return { ...whole, ...place, words, earlier: before?.words ?? null, quoted: before?.span ?? null };
};

/** Strips a request to remember, and the question mark that it leaves behind. */
function withoutAsking(masked: string, whole: Span): { span: Span; spoken: string } {
  const spoken = readable(masked.slice(whole.start, whole.end));
  // A request to remember a plain fact steers nobody.
  const asking = instructs(spoken) ? null : asksToKeep.exec(spoken.slice(0, 2 * LONGEST_OPENING));
  if (asking === null) return { span: whole, spoken };
  const { length } = asking[0];
  return {
    span: trimSpan(masked, advance(masked, whole, length)),
    spoken: withoutEnd(spoken.slice(length), /[?\s]/),
  };
}

/** Sentences of the passages, in order and without headings. A question may tell something, too. */
export function saidIn(masked: string, passages: readonly Passage[], isChat: boolean): Said[] {
  const isBorrowed = createBorrowing(masked, isChat);
  const talking = talkingIn(passages);
  let talk: Talk = { turn: -1, speaker: null, asked: null, asking: null, last: null, told: new Map() };

  const sentence = (passage: Passage, whole: Span): Omit<Said, 'kind'>[] => {
    const { span, spoken } = withoutAsking(masked, whole);
    const { asked, asking, last, speaker, told } = talk;
    const asks = isQuestion(spoken);
    const borrowed = isBorrowed(span, spoken, passage);
    const isOwn = !asks && !borrowed;
    const isFirst = last === null;
    const mayCorrect = isOwn && (isFirst || passage.end - passage.start <= FEW);
    const before = mayCorrect ? toldBefore(told.get(speaker) ?? [], spoken, span.start) : null;
    const earlier = { asked: isOwn ? asked : null, told: before, isFirst };
    const found = sentenceOf(masked, span, { spoken, ...earlier }, talking);
    talk = {
      ...talk,
      // A sentence that says nothing leaves the question open.
      asked: found === null ? asked : null,
      asking: asks ? aboutLast({ words: spoken, span }, last) : asking,
      last: { words: spoken, span },
    };
    return found ? [{ ...found, passage, borrowed }] : [];
  };

  return passages.flatMap((passage) => {
    const { kind, said } = passage;
    talk = goingOn(talk, passage);
    if (kind === 'heading') {
      // "Summarise the following:" may be a heading of the words that it asks to work on.
      isBorrowed(passage, readable(masked.slice(passage.start, passage.end)), passage);
      return [];
    }
    if (said !== undefined) return [{ ...byForm(passage, said), passage, kind, borrowed: false }];
    return sentencesIn(masked, passage).flatMap((span) => sentence(passage, span).map((found) => ({ ...found, kind })));
  });
}
