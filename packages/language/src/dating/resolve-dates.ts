import type { TextToDate, ToDate } from '@hippocamp/shared/language/dating';
import { LONGEST_READ } from '@hippocamp/shared/language/reading';
import { datesIn } from '../words/dates.js';
import { written } from '../words/resolved.js';
import { type Direction, directionOf } from './direction.js';
import { expressionsIn } from './expressions.js';
import { isUnreal, withoutQuotes } from './guards.js';
import { createDayIn, lastStamp, stampsIn } from './said-on.js';

/** More expressions are no plan. */
const MOST = 6;

const mayHold =
  /\b(?:to(?:day|night|morrow)|yesterday|last|this|next|ago|in|on the|(?:on|by|until|till|since) (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i;
/** A day of the calendar that is said: what else is said of days is seen from there, or explained by it. */
const isDay = (value: string) => /^(?:\d{4}|-)-\d{2}-\d{2}$|\//.test(value);

/** Once, where several expressions ask. */
const directionIn = (sentence: string): (() => Direction) => {
  let direction: Direction | undefined;
  return () => {
    if (direction === undefined) direction = directionOf(sentence);
    return direction;
  };
};

/** `told` is the sentence with blanks for what it quotes. */
const resolveSentence = (sentence: string, told: string, day: Date): string => {
  if (!mayHold.test(told) || isUnreal(sentence)) return sentence;
  if (datesIn(sentence).some(({ value }) => isDay(value))) return sentence;
  const found = expressionsIn({ sentence: told, day, direction: directionIn(told) });
  if (found.length > MOST) return sentence;
  return found.reduceRight(
    (rest, { end, stretch }) => `${rest.slice(0, end)} (${written(stretch)})${rest.slice(end)}`,
    sentence,
  );
};

const sentenceEnd = /(?<=[.!?;]["”’)]?)(?<!\s)\s+|\n/gu;

const resolve = (content: string, day: Date): string => {
  const told = withoutQuotes(content);
  let resolved = '';
  let start = 0;
  for (const end of [
    ...[...content.matchAll(sentenceEnd)].map(({ index, 0: gap }) => index + gap.length),
    content.length,
  ]) {
    resolved += resolveSentence(content.slice(start, end), told.slice(start, end), day);
    start = end;
  }
  return resolved;
};

/**
 * What is kept, in its order, with dates beside words such as "tomorrow" or "last Tuesday": where the day that they are seen from
 * is known, and no other can be meant. What comes again and again, what is asked, quoted or only thought of stays as it is.
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
