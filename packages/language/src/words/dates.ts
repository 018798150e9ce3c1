import { withReplaced } from '../spans.js';
import { canonicalDay, dayMonth, month, monthNumber, weekday } from './calendar.js';
import { canonicalTime, clockPattern } from './clock.js';
import { ordinalWord, valueOfDay } from './number-words.js';
import { resolvedAt } from './resolved.js';

export interface FoundDate {
  at: number;
  end: number;
  value: string;
  kind: 'date' | 'time';
  /** What was said, where the date is resolved beside it: "tomorrow (2026-11-23)". */
  said?: string;
}

type Groups = Record<string, string | undefined>;
interface Form {
  pattern: RegExp;
  kind: FoundDate['kind'];
  value(groups: Groups): string | null;
}

const lead = '(?<![\\p{L}\\p{N}])';
const tail = '(?![\\p{L}\\p{N}])';
const dayOfMonth = `(?:\\d{1,2}(?:st|nd|rd|th)?|${ordinalWord})`;
const named = `(?:${weekday},? (?:the )?)?`;

/** Of 03/04 nobody knows which is the month. */
const bySlash = ({ first = '', second = '', year = '' }: Groups): string | null => {
  if (Number(first) > 12) return canonicalDay(year, second, first);
  if (Number(second) > 12) return canonicalDay(year, first, second);
  return `${first.padStart(2, '0')}/${second.padStart(2, '0')}/${year}`;
};

const relative = (words: string): string =>
  words
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^this coming /, 'next ');

const form = (pattern: RegExp, value: Form['value'], kind: FoundDate['kind'] = 'date'): Form => ({
  pattern,
  kind,
  value,
});

/** In this order; what one has taken the next does not see. */
const forms: Form[] = [
  form(
    new RegExp(`${lead}(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})(?!\\d)`, 'gu'),
    ({ year, month: number = '', day = '' }) => canonicalDay(year, number, day),
  ),
  form(
    new RegExp(
      `${lead}${named}(?<day>${dayOfMonth})\\.?(?: of)? (?<month>${dayMonth})(?:,? (?<year>(?:19|20)\\d{2}))?${tail}`,
      'gu',
    ),
    ({ day = '', month: name = '', year }) => canonicalDay(year, monthNumber(name), String(valueOfDay(day))),
  ),
  form(
    new RegExp(
      `${lead}${named}(?<month>${dayMonth}) (?:the )?(?<day>${dayOfMonth})(?![:\\d])(?:,? (?<year>(?:19|20)\\d{2}))?${tail}`,
      'gu',
    ),
    ({ day = '', month: name = '', year }) => canonicalDay(year, monthNumber(name), String(valueOfDay(day))),
  ),
  form(
    // Not within "10.2.12.5", which is no day.
    new RegExp(`${lead}(?<!\\d\\.)(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?<year>\\d{4}|\\d{2})?(?!\\.?\\d)`, 'gu'),
    ({ day = '', month: number = '', year }) => canonicalDay(year, number, day),
  ),
  form(new RegExp(`${lead}(?<first>\\d{1,2})/(?<second>\\d{1,2})/(?<year>\\d{4}|\\d{2})(?!\\d)`, 'gu'), bySlash),
  form(
    new RegExp(`${lead}(?<month>${month}) (?<year>(?:19|20)\\d{2})${tail}`, 'gu'),
    ({ month: name = '', year }) => `${year}-${monthNumber(name)}`,
  ),
  form(clockPattern, canonicalTime, 'time'),
  form(
    new RegExp(
      `${lead}(?<words>(?:next|last|this|this coming) (?:week|weekend|month|year|night|morning|summer|winter|spring|autumn|fall|${weekday})|today|tonight|tomorrow|yesterday|\\d{1,3} (?:days?|weeks?|months?|years?) ago|(?:an?|two|three|four|five|six) (?:days?|weeks?|months?|years?) ago)${tail}`,
      'giu',
    ),
    ({ words = '' }) => relative(words),
  ),
  form(new RegExp(`${lead}(?<words>${weekday}s?)${tail}`, 'gu'), ({ words = '' }) => words.toLowerCase()),
  form(
    new RegExp(
      `${lead}(?<=\\b(?:in|since|until|by|from|to|early|late|mid|of|during|before|after) )(?<month>${month})${tail}`,
      'gu',
    ),
    ({ month: name = '' }) => `--${monthNumber(name)}`,
  ),
  form(
    new RegExp(
      `${lead}(?<=\\b(?:in|since|until|by|from|of|during|before|after|summer|winter|spring|autumn|year) )(?<year>(?:19|20)\\d{2})${tail}`,
      'giu',
    ),
    ({ year = '' }) => year,
  ),
];

/** Days, months, weekdays and times of day, in order of appearance. */
export function datesIn(text: string): FoundDate[] {
  let rest = text;
  const found: FoundDate[] = [];
  for (const { pattern, kind, value } of forms) {
    rest = rest.replace(pattern, (...match) => {
      const part = String(match[0]);
      const groups = match.at(-1) as Groups;
      const at = Number(match.at(-3));
      const canonical = value(groups);
      if (canonical === null) return part;
      found.push({ at, end: at + part.length, value: canonical, kind });
      return '\u0000'.repeat(part.length);
    });
  }
  return withResolved(
    text,
    found.sort((first, second) => first.at - second.at),
  );
}

/** What is resolved beside a date stands for it, and is no other date. */
function withResolved(text: string, found: readonly FoundDate[]): FoundDate[] {
  const dates: FoundDate[] = [];
  for (const date of found) {
    // Within the brackets of the one before.
    if (date.at < (dates.at(-1)?.end ?? 0)) continue;
    const resolved = date.kind === 'date' ? resolvedAt(text, date.end) : null;
    dates.push(resolved ? { ...date, ...resolved, said: date.value } : date);
  }
  return dates;
}

/** The text with blanks where dates are, so that their digits are no numbers. */
export const withoutDates = (text: string, dates: readonly Pick<FoundDate, 'at' | 'end'>[]): string =>
  withReplaced(text, dates, ({ at, end }) => ' '.repeat(end - at));
