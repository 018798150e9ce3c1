import { month, stretchOf } from '../words/calendar.js';
import { datesIn } from '../words/dates.js';
import { foreign, forms, monthOf, spanOf } from './forms.js';
import { dateOfDay, monthsFrom, type Span, single } from './spans.js';
import { andWords, orWords, toWords } from './words-of-time.js';

/** A month, or a day of one, of every year. */
export interface Yearly {
  month: number;
  day: number | null;
}

/** A time where a text names it; what is neither is known to be none. */
export interface Time {
  at: number;
  end: number;
  span: Span | null;
  yearly: Yearly | null;
  /** A number that may be a year, a name that may be a month: only what stands around it can tell. */
  isBare: boolean;
}

/** Null where that month has no such day. */
export const inYear = (year: number, { month, day }: Yearly): Span | null => {
  const whole = monthsFrom(year, month);
  return day === null ? whole : single(whole, day);
};

/** Of a date as `datesIn` writes it. */
function whenOf(value: string, now: Date): Pick<Time, 'span' | 'yearly'> {
  const [, year = '', ofYear, day] = /^(\d{4}|-)(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(value) ?? [];
  if (year === '') return { span: spanOf(stretchOf(value, now)), yearly: null };
  const ofMonth = { month: Number(ofYear ?? 1), day: day === undefined ? null : Number(day) };
  if (year === '-') return { span: null, yearly: ofMonth };
  return { span: ofYear === undefined ? monthsFrom(Number(year), 1, 12) : inYear(Number(year), ofMonth), yearly: null };
}

const bareYear =
  /(?<![\p{L}\p{N}./€$£¥])(?<!(?<!(?<!\d)(?:19|20)\d{2})-)(?:19|20)\d{2}(?![\p{L}\p{N}]|[./:]\d| ?[€$£¥%°])(?!-(?!(?:19|20)\d{2}(?!\d))\d)/gu;

/** Months as they are written: "may" and "march" are verbs. */
const bare = new RegExp(
  `${bareYear.source}|(?<![\\p{L}\\p{N}])(?:(?<month>${month})|${foreign})(?![\\p{L}\\p{N}])`,
  'gu',
);

const sharing = new RegExp(
  `(?<![\\p{L}\\p{N}.,:/€$£-])(?<written>(?<day>[1-9]|[12]\\d|3[01])(?:st|nd|rd|th|\\.|º)?)(?: ?[-–—] ?| (?:${andWords}|${toWords}|${orWords}) (?:the )?)$`,
  'iu',
);

/** UTF-16 units before a day in which one is looked for that shares its month. */
const BEFORE_DAY = 20;

/** The first of "3 and 9 March 2024": a day without a month has that of the later one after it. */
function sharesMonth(text: string, { at, span, yearly }: Time): Time[] {
  const found = sharing.exec(text.slice(Math.max(0, at - BEFORE_DAY), at));
  const day = Number(found?.groups?.day);
  const start = at - (found?.[0].length ?? 0);
  const other = { at: start, end: start + (found?.groups?.written?.length ?? 0), isBare: false };
  if (yearly?.day) return day < yearly.day ? [{ ...other, span: null, yearly: { ...yearly, day } }] : [];
  if (!span || span.from !== span.to) return [];
  const from = span.from - dateOfDay(span.from).getUTCDate() + day;
  return from < span.from ? [{ ...other, span: { from, to: from }, yearly: null }] : [];
}

const blanked = (words: string) => '\u0000'.repeat(words.length);

/** The times that a text names, in their order, as they are seen from a day. */
export function timesIn(text: string, now: Date): Time[] {
  const times: Time[] = [];
  let rest = text;
  for (const { pattern, when } of forms) {
    for (const { 0: words, index: at, groups = {} } of rest.matchAll(pattern)) {
      times.push({ at, end: at + words.length, span: when(groups, now), yearly: null, isBare: false });
    }
    rest = rest.replace(pattern, blanked);
  }
  for (const { at, end, value, kind } of datesIn(rest)) {
    if (kind === 'date') times.push({ at, end, ...whenOf(value, now), isBare: false });
    rest = rest.slice(0, at) + blanked(rest.slice(at, end)) + rest.slice(end);
  }
  for (const { 0: words, index: at, groups = {} } of rest.matchAll(bare)) {
    const isYear = /^\d/.test(words);
    const when = isYear ? whenOf(words, now) : { span: null, yearly: { month: monthOf(groups), day: null } };
    times.push({ at, end: at + words.length, ...when, isBare: true });
  }
  times.push(...times.flatMap((time) => sharesMonth(text, time)));
  return times.sort((first, second) => first.at - second.at);
}
