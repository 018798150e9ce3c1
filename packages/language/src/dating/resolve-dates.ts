import type { TextToDate, ToDate } from '@hippocamp/shared/language/dating';
import { LONGEST_READ } from '@hippocamp/shared/language/reading';
import { labelOf } from '../segment/layout/speakers.js';
import { datesIn, written } from '../words/dates.js';
import { isEitherTense, isPast, isPlainVerb, wordsOf } from '../words/verbs.js';
import { type Direction, expressionsIn } from './expressions.js';

const willBe =
  /(?<![\p{L}\p{N}])(?:will|shall|gonna|going to|(?:am|is|are|i'm|\p{L}+'re|\p{L}+'s) (?:\p{L}+ )?\p{L}{2,}ing)(?![\p{L}\p{N}])|\p{L}'ll(?!\p{L})/iu;
const being = /^(?:am|is|are|be|gets?|i'm|.+'(?:s|re))$/;
const pastAuxiliary = /^(?:was|were|had|did|went|(?:was|were|had|did)n't)$/;
/** Present-tense words for a future day. "I work on Friday" may mean every Friday. */
const scheduled =
  /^(?:am|is|are|isn't|aren't|i'm|have|has|need|needs|must|can|fl(?:y|ies)|leaves?|arrives?|starts?|begins?|ends?|finish(?:es)?|returns?|lands?|departs?|meets?|sees?|visits?|moves?|opens?|launch(?:es)?|gets?|goes|go|comes?|expires?|marry|marries|graduates?|retires?)$/;
/** Regular events are written like single ones: "The bins are collected on Monday". */
const standing =
  /\b(?:rent|bins?|rubbish|trash|garbage|recycling|salary|wages|paid|pay|payday|yoga|class|classes|lessons?|practice|training|rehearsals?|closed|open|opens|closes|shift|market|church|collected)\b/i;
/** The plan in a past sentence may be for another day: "I booked a table on Friday". */
const planning =
  /\b(?:plan|book|schedul|agree|promis|said|told|ask|decid|want|hop(?:e|ing)|intend|reserv|ticket|invit|mov(?:e|ed|ing) (?:to|from)|postpon|arrang|appointment|expect|organi[sz]|sign|announc|confirm|offer|suppos|need|ha(?:d|ve) to|try|tri|order|remind|was to|were to|until|till|by|thought|think|talk|discuss|about|prepar|ready|forward|excit|nervous|for (?:the|my|our|an?|his|her|their)\b)/i;

const isPastAt = (words: readonly string[], place: number): boolean => {
  const word = words[place] ?? '';
  if (pastAuxiliary.test(word)) return true;
  // "is scheduled" and "gets signed" are about now or the future.
  const passive = [1, 2].some((back) => being.test(words[place - back] ?? ''));
  return isPast(word) && !isEitherTense(word) && !passive;
};

function directionOf(sentence: string): Direction {
  const words = wordsOf(sentence);
  const past = words.some((_word, place) => isPastAt(words, place));
  if (willBe.test(sentence.replaceAll('’', "'"))) return past ? null : 'coming';
  if (past) return planning.test(sentence) || words.some(isPlainVerb) ? null : 'past';
  return words.some((word) => scheduled.test(word)) && !standing.test(sentence) ? 'coming' : null;
}

/** Words of conditions, wishes and repetitions: the days in such sentences are not single days. */
const unreal =
  /\b(?:if|unless|whether|suppose|supposing|imagine|wish|would|could|rather|always|never|usually|normally|generally|often|sometimes|every|each|everyday|daily|weekly|monthly|yearly|whenever|per|(?:once|twice|times) an?)\b|['’]d\b/i;

const question = /\?["'”’)\]\s]*$/;

const closing: Record<string, string> = { '"': '"', '“': '”', '„': '“”', '«': '»', '‘': '’', "'": "'", '`': '`' };
/** Within a word these are apostrophes. */
const apostrophes = "'‘";
const inWord = /[\p{L}\p{N}]/u;

const opens = (text: string, at: number): boolean => {
  const sign = text[at] ?? '';
  return sign in closing && !(apostrophes.includes(sign) && inWord.test(text[at - 1] ?? ''));
};

const closes = (text: string, at: number, open: string): boolean => {
  const isEnd = closing[open]?.includes(text[at] ?? ' ') ?? false;
  return isEnd && !(apostrophes.includes(open) && inWord.test(text[at + 1] ?? ''));
};

/** Blanks replace quoted text, so that places stay the same. An unclosed quotation goes on to the end. */
function withoutQuotes(text: string): string {
  let unquoted = '';
  let open: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const isQuoted: boolean = open !== null;
    if (open !== null) open = closes(text, at, open) ? null : open;
    else if (opens(text, at)) open = text[at] ?? null;
    unquoted += isQuoted || open !== null ? ' ' : text[at];
  }
  return unquoted;
}

/** The day on which the text from `at` on was said. Null when unclear. */
interface Stamp {
  at: number;
  day: Date | null;
}

/** The calendar day of an instant in a zone, as midnight UTC of that date. */
function createDayIn(timeZone: string): (instant: Date) => Date {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    return new Date(`${parts.get('year')}-${parts.get('month')}-${parts.get('day')}T00:00:00Z`);
  };
}

const HEAD = 80;
const mayBeStamp = /\d|yesterday at /i;
const full = /^\d{4}-\d{2}-\d{2}$/;
const partly = /^-?-?[\d-]+$|\//;
const lead =
  /^[\s\uFFFF#*_>[(•-]*(?:(?:date|sent|datum|gesendet|on)\s?: ?)?(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[.,]* )?$/i;

/** The date at the head of a line or in its speaker label. Null when unclear, undefined when there is none. */
function stampOf(line: string): Date | null | undefined {
  const head = line.slice(0, HEAD);
  if (!mayBeStamp.test(head)) return undefined;
  const labelled = labelOf(line)?.length ?? 0;
  // The label counts from the day of its export, which is unknown.
  if (/yesterday at /i.test(head.slice(0, labelled))) return null;
  const [date] = datesIn(head).filter(({ kind, value }) => kind === 'date' && partly.test(value));
  if (!date || (date.end > labelled && !lead.test(head.slice(0, date.at)))) return undefined;
  if (!full.test(date.value)) return null;
  const day = new Date(`${date.value}T00:00:00Z`);
  // There is no 31 February.
  return day.toJSON()?.startsWith(date.value) ? day : null;
}

/** JSON and iCalendar give their dates in other forms, so no day is known for their text. */
const byProgram = /^\s*(?:\{|\[\s*[{"[]|BEGIN:)/;

function stampsIn(text: string): Stamp[] {
  if (byProgram.test(text.slice(0, HEAD))) return [{ at: 0, day: null }];
  const stamps: Stamp[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    const day = stampOf(line);
    if (day !== undefined) stamps.push({ at, day });
    at += line.length + 1;
  }
  return stamps;
}

const lastStamp = (stamps: readonly Stamp[], from: number, start: number): Stamp | undefined =>
  stamps.findLast(({ at }) => at >= from && at <= start);

/** A sentence with more expressions is left as it is. */
const MOST = 6;

const mayHold =
  /\b(?:to(?:day|night|morrow)|yesterday|last|this|next|ago|in|on the|(?:on|by|until|till|since) (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i;
/** A sentence that names a calendar day is left as it is: its other expressions may count from that day. */
const isDay = (value: string) => /^(?:\d{4}|-)-\d{2}-\d{2}$|\//.test(value);

const directionIn = (sentence: string): (() => Direction) => {
  let direction: Direction | undefined;
  return () => {
    if (direction === undefined) direction = directionOf(sentence);
    return direction;
  };
};

/** `unquoted` is the sentence with blanks in place of quotations. */
const resolveSentence = (sentence: string, unquoted: string, day: Date): string => {
  if (!mayHold.test(unquoted) || unreal.test(sentence) || question.test(sentence)) return sentence;
  if (datesIn(sentence).some(({ value }) => isDay(value))) return sentence;
  const found = expressionsIn({ sentence: unquoted, day, direction: directionIn(unquoted) });
  if (found.length > MOST) return sentence;
  return found.reduceRight(
    (rest, { end, stretch }) => `${rest.slice(0, end)} (${written(stretch)})${rest.slice(end)}`,
    sentence,
  );
};

const sentenceEnd = /(?<=[.!?;]["”’)]?)(?<!\s)\s+|\n/gu;

const resolve = (content: string, day: Date): string => {
  const unquoted = withoutQuotes(content);
  let resolved = '';
  let start = 0;
  for (const end of [
    ...[...content.matchAll(sentenceEnd)].map(({ index, 0: gap }) => index + gap.length),
    content.length,
  ]) {
    resolved += resolveSentence(content.slice(start, end), unquoted.slice(start, end), day);
    start = end;
  }
  return resolved;
};

/**
 * The kept texts, with dates beside words such as "tomorrow" where the day of the text is known and no other date can
 * be meant. Repeated, asked, quoted and imagined events stay as they are.
 */
export function resolveDates({ text, timeZone, kept }: TextToDate): string[] {
  const dayIn = createDayIn(timeZone);
  let stamps: ReturnType<typeof stampsIn> | undefined;
  const dayOf = ({ start, from, at }: ToDate): Date | null => {
    stamps ??= stampsIn(text);
    const stamp = lastStamp(stamps, from, start);
    if (stamp) return stamp.day;
    return at === null ? null : dayIn(new Date(at));
  };
  return kept.map((one) => {
    const { content } = one;
    if (content.length > LONGEST_READ || !mayHold.test(content)) return content;
    const day = dayOf(one);
    return day ? resolve(content, day) : content;
  });
}
