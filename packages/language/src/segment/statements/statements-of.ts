import type { Statement } from '@hippocamp/shared/language/statement';
import { withoutEnd } from '@hippocamp/shared/text/cleaned';
import { decodedFrom } from '../../screen/orders.js';
import { HIDDEN, isEmpty, readable, type Span, trimSpan, wholeCharacter } from '../../words/spans.js';
import type { Allows } from '../allowance.js';
import type { Passage } from '../layout/passages-of.js';
import { roleOf, speakerOf } from '../layout/speakers.js';
import { asHeading } from '../shortened.js';
import { speakAs } from '../voice/speak-as.js';
import { isFragment, leans, takesUp } from './leaning.js';
import type { Said } from './said.js';

const CONTEXT_UNITS = 500;
/** Turns or lines before a statement that are its context, as far as they fit. */
const BEFORE = 3;

const contextStart = (text: string, end: number, from: number): number => {
  if (end - from <= CONTEXT_UNITS) return from;
  const start = wholeCharacter(text, end - CONTEXT_UNITS);
  const space = text.slice(start, end).search(/\s/);
  return space >= 0 && start + space + 1 < end ? start + space + 1 : start;
};

const trimmed = (text: string, start: number, end: number): Span | null => {
  const span = trimSpan(text, { start, end });
  return isEmpty(span) ? null : span;
};

/** Outside of a talk, a heading far above a statement is its whole context. */
function contextOf(text: string, start: number, from: number | null, { heading, speaker }: Passage): Span | null {
  if (heading && speaker === null && start - heading.start > CONTEXT_UNITS) {
    return trimmed(text, heading.start, Math.min(heading.end, heading.start + CONTEXT_UNITS));
  }
  const first = Math.min(from ?? start, heading?.start ?? start);
  return first >= start ? trimmed(text, start, start) : trimmed(text, contextStart(text, start, first), start);
}

/** The text before a statement: of its own turn, or with the turns or lines before that. */
type ContextOf = (said: { passage: Passage; start: number }) => Span | null;

export function contextsIn(text: string, passages: readonly Passage[]): ContextOf {
  const before = new Map(passages.map((passage, position) => [passage, passages[Math.max(0, position - BEFORE)]]));
  const openers = new Map<number, Passage>();
  for (const passage of passages) if (!openers.has(passage.turn)) openers.set(passage.turn, passage);

  const from = (passage: Passage, start: number): number | null => {
    const opener = openers.get(passage.turn);
    const earlier = before.get(passage)?.start ?? start;
    if (passage.speaker !== null && opener && opener.start < start) return Math.min(opener.start, earlier);
    return earlier < start ? earlier : null;
  };
  return ({ passage, start }) => contextOf(text, start, from(passage, start), passage);
}

const FEW_WORDS = 12;

type Telling = Pick<Statement, 'words' | 'kind' | 'heading' | 'speaker' | 'question' | 'after'>;

/** An item of a few words is understood only with its heading. */
const underHeading = ({ heading, kind, words }: Telling): string => {
  if (!heading || heading.length > 100 || kind !== 'item') return words;
  const isShort = words.split(/\s+/).length <= FEW_WORDS;
  return isShort && isFragment(words) ? `${heading}: ${words}` : words;
};

const quoted = (speaker: string | null, verb: string, earlier: string, words: string): string =>
  `${speaker === null ? verb : `${speaker}, ${verb.toLowerCase()}`} "${earlier}": ${words}`;

/** The words as they were said, with their speaker and the text that they mean nothing without. */
export function contentOf(telling: Telling): string {
  const { speaker, question, after, words } = telling;
  if (question !== null) return quoted(speaker, 'Asked', question, words);
  if (after !== null) return quoted(speaker, 'After', after, words);
  const complete = underHeading(telling);
  return speaker === null ? complete : (speakAs(speaker, complete) ?? `${speaker}: ${complete}`);
}

/** UTF-16 units of two joined sentences at most. */
const LONGEST_TOGETHER = 300;

const isPlain = ({ passage, question, after, instructs, borrowed }: Said): boolean =>
  passage.said === undefined && question === null && after === null && !instructs && !borrowed;

/** Lines of a paragraph belong together. In a chat each line stands alone. */
const isSameParagraph = (before: Said, said: Said, between: string, isChat: boolean): boolean => {
  const [first, second] = [before.passage, said.passage];
  const areProse = first.kind === 'prose' && second.kind === 'prose' && !isChat;
  return areProse && first.turn === second.turn && first.heading === second.heading && !/\n[^\S\n]*\n/.test(between);
};

/** Only an opening such as "And" may stand between. */
const isNext = (between: string): boolean =>
  between.trim().length < 12 && /^\s*(?:(?:and|but|so|also|then|oh|well),?\s+)?$/i.test(between);

/** The text between two sentences, where the second says little without the first. */
function followsOn(before: Said | undefined, said: Said, masked: string, isChat: boolean): string | null {
  // Checked first, since the text between the two may be long.
  if (!before || said.end - before.start > LONGEST_TOGETHER || !isPlain(before) || !isPlain(said)) return null;
  const between = masked.slice(before.end, said.start).replaceAll(HIDDEN, '');
  const isSamePassage = before.passage === said.passage;
  if (!isNext(between) || !(isSamePassage || isSameParagraph(before, said, between, isChat))) return null;
  const leansBack = isSamePassage ? leans(said.words) : takesUp(said.words);
  return leansBack ? between.replace(/\s+/g, ' ') : null;
}

interface Setting {
  masked: string;
  source: Statement['source'];
  isTalk: boolean;
  contextOf: ContextOf;
  /** Asked in the order of the text. */
  isInBlock(place: number): boolean;
  allows: Allows;
}

type TitleOf = (passage: Passage) => string | null;

/** Each heading is read once. */
function titlesIn(masked: string): TitleOf {
  const read = new Map<number, string>();
  return ({ heading }) => {
    if (heading === null) return null;
    const known = read.get(heading.start);
    if (known !== undefined) return known;
    const title = asHeading(withoutEnd(readable(masked.slice(heading.start, heading.end)), /[:：#*\s]/));
    read.set(heading.start, title);
    return title;
  };
}

type Told = Pick<Statement, 'content' | 'earlier'> & Telling;

/** Words of other parts of the text. Beyond the allowance a statement does without them. */
function toldOf(said: Said, heading: string | null, allows: Allows): Told {
  const { words, question, after, earlier, passage, kind } = said;
  const speaker = speakerOf(passage.speaker);
  const telling = { words, kind, heading, speaker, question, after };
  const added = [heading, question, after, earlier].reduce((sum, part) => sum + (part?.length ?? 0), 0);
  // The content adds nothing to the words but one of these, or the speaker's name.
  if (added === 0 || allows(2 * added)) return { content: contentOf(telling), ...telling, earlier };
  const alone = { ...telling, heading: null, question: null, after: null };
  return { content: contentOf(alone), ...alone, earlier: null };
}

const statementOf = (
  said: Said,
  before: Said | undefined,
  titleOf: TitleOf,
  { masked, source, isTalk, contextOf, isInBlock, allows }: Setting,
): Statement => {
  const { start, end, spoken, instructs, passage, borrowed } = said;
  const follows = followsOn(before, said, masked, source === 'chat');
  return {
    start,
    end,
    ...toldOf(said, titleOf(passage), allows),
    spoken,
    turn: isTalk ? passage.turn : null,
    block: isInBlock(passage.start) ? passage.start : null,
    source,
    role: roleOf(passage.speaker),
    context: contextOf(said),
    instructs,
    borrowed,
    follows,
    language: null,
    disguised: decodedFrom(spoken),
  };
};

export interface Placed {
  statement: Statement;
  quoted: Said['quoted'];
  turn: number;
}

export function statementsOf(said: readonly Said[], setting: Setting): Placed[] {
  const titleOf = titlesIn(setting.masked);
  return said.map((each, place) => ({
    statement: statementOf(each, said[place - 1], titleOf, setting),
    quoted: each.quoted,
    turn: each.passage.turn,
  }));
}
