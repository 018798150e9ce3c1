import {
  canonicalDay,
  capitalised,
  countOf,
  dayMonth,
  month,
  monthNames,
  monthNumber,
  type Stretch,
  weekday,
  weekdayNames,
} from './calendar.js';
import { ordinalWord, unitWords, valueOfDay } from './numbers.js';
import { withReplaced } from './spans.js';

/** A resolved date stands in brackets: "tomorrow (2026-11-23)", "last month (October 2026)". */

const iso = (date: Date) => date.toISOString().slice(0, 10);
const months = monthNames.map(capitalised);

export function written({ unit, from }: Stretch): string {
  if (unit === 'day') return iso(from);
  if (unit === 'month') return `${months[from.getUTCMonth()]} ${from.getUTCFullYear()}`;
  return unit === 'year' ? String(from.getUTCFullYear()) : `${unit} of ${iso(from)}`;
}

const partNamed = '(?:morning|afternoon|evening|night|noon)';
const lastWord = `tomorrow|yesterday|today|tonight|${partNamed}|week|weekend|month|year|days|weeks|months|years|ago|${weekdayNames.join('|')}|\\d(?:st|nd|rd|th)`;
const resolvedDate = `(?:(?:week|weekend) of )?\\d{4}-\\d{2}-\\d{2}|(?:${months.join('|')}) \\d{4}|\\d{4}`;

const resolvedBeside = new RegExp(`(?<=(?:${lastWord})) \\((?:${resolvedDate})\\)`, 'giu');
const resolvedNext = new RegExp(`^(?: ${partNamed})? \\((?<date>${resolvedDate})\\)`, 'iu');
/** UTF-16 units of a resolved date with its brackets and the part of the day before it, at most. */
const LONGEST_RESOLVED = 40;

/** The text without its resolved dates, as it was said. */
export const withoutResolved = (text: string): string => text.replace(resolvedBeside, '');

/** The date that is resolved right after a place, in its comparable form. */
function resolvedAt(text: string, at: number): { value: string; end: number } | null {
  const found = resolvedNext.exec(text.slice(at, at + LONGEST_RESOLVED));
  const words = found?.groups?.date;
  if (!found || !words) return null;
  const [name = '', year = ''] = words.split(' ');
  const month = months.indexOf(name);
  const value = month < 0 ? words : `${year}-${String(month + 1).padStart(2, '0')}`;
  return { value, end: at + found[0].length };
}

const hour = `(?:\\d{1,2}|${unitWords})`;

const partOfDay = ' (?:in the (?:morning|afternoon|evening)|at night)\\b';

/** Times of day, by their groups: digits with minutes, hour with half, plain hour after "at", noon. */
const clockPattern = new RegExp(
  `(?<![\\p{L}\\p{N}.:])(?:(?<digits>\\d{1,2}[:.]\\d{2})(?!\\d|[.:]\\d)\\s?(?<half>[ap]\\.?m\\b\\.?)?|(?<part>half|quarter) (?<side>past|to) (?<near>${hour})|(?<plain>${hour})\\s?(?<suffix>[ap]\\.?m\\b\\.?|o'clock)|(?<=\\b(?:at|by|before|after|until|from) )(?<bare>${hour})(?=${partOfDay}|(?! ?(?:\\p{L}|%|[-/.,:]?\\d)))|(?<name>noon|midnight))(?:\\s?(?<later>[ap]\\.?m\\b\\.?))?(?<day>${partOfDay})?`,
  'giu',
);

const clockTime = (hours: number, minutes: number): string | null =>
  hours <= 24 && minutes < 60 ? `${String(hours % 24).padStart(2, '0')}:${String(minutes).padStart(2, '0')}` : null;

const inDay = (hours: number, half: string | undefined): number => {
  if (!half || half.startsWith('o')) return hours;
  return (hours % 12) + (/^p/i.test(half) ? 12 : 0);
};

type Groups = Record<string, string | undefined>;

/** "nine at night" is 21:00. */
const halfOf = (day: string | undefined): string | undefined => (day && !day.endsWith('morning') ? 'pm' : undefined);

function canonicalTime(groups: Groups): string | null {
  const half = groups.half ?? groups.suffix ?? groups.later ?? halfOf(groups.day);
  if (groups.name) return groups.name.toLowerCase() === 'noon' ? '12:00' : '00:00';
  if (groups.digits) {
    const [hours = '', minutes = ''] = groups.digits.split(/[:.]/);
    return clockTime(inDay(Number(hours), half), Number(minutes));
  }
  if (groups.part) return partOfHour(groups, half);
  return clockTime(inDay(countOf(groups.plain ?? groups.bare ?? ''), half), 0);
}

const partOfHour = ({ part, side, near }: Groups, half: string | undefined): string | null => {
  const minutes = (part?.toLowerCase() === 'half' ? 30 : 15) * (side?.toLowerCase() === 'to' ? -1 : 1);
  const hours = inDay(countOf(near ?? ''), half);
  return minutes > 0 ? clockTime(hours, minutes) : clockTime((hours + 23) % 24, 60 + minutes);
};

interface FoundDate {
  at: number;
  end: number;
  value: string;
  kind: 'date' | 'time';
  /** The words of a date that is resolved beside them: "tomorrow (2026-11-23)". */
  said?: string;
}

interface Form {
  pattern: RegExp;
  kind: FoundDate['kind'];
  value(groups: Groups): string | null;
}

const lead = '(?<![\\p{L}\\p{N}])';
const tail = '(?![\\p{L}\\p{N}])';
const dayOfMonth = `(?:\\d{1,2}(?:st|nd|rd|th)?|${ordinalWord})`;
const named = `(?:${weekday},? (?:the )?)?`;

/** In 03/04 the month may be either number. */
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

/** Order matters: a form does not see what an earlier one took. */
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
    // "10.2.12.5" is no day.
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

/** A resolved date replaces the value of its words, and is no date of its own. */
function withResolved(text: string, found: readonly FoundDate[]): FoundDate[] {
  const dates: FoundDate[] = [];
  for (const date of found) {
    // It stands in the brackets of the date before.
    if (date.at < (dates.at(-1)?.end ?? 0)) continue;
    const resolved = date.kind === 'date' ? resolvedAt(text, date.end) : null;
    dates.push(resolved ? { ...date, ...resolved, said: date.value } : date);
  }
  return dates;
}

/** Blanks dates, so that their digits are no numbers. */
export const withoutDates = (text: string, dates: readonly Pick<FoundDate, 'at' | 'end'>[]): string =>
  withReplaced(text, dates, ({ at, end }) => ' '.repeat(end - at));
