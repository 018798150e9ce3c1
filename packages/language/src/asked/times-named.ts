import {
  anyMonth,
  anyWeekday,
  apart,
  countOf,
  month,
  monthNumber,
  type Stretch,
  stretchOf,
} from '../words/calendar.js';
import { datesIn } from '../words/dates.js';
import { unitWords } from '../words/numbers.js';
import { andWords, foreignMonths, lastAfter, lastBefore, orWords, seasons, toWords, winter } from './words-of-time.js';

/** Days in UTC, counted from 1970-01-01; both ends are included. */
export interface Span {
  from: number;
  to: number;
}

const DAY = 86_400_000;

export const dayNumber = (date: Date): number => Math.floor(date.getTime() / DAY);
export const yearOf = (day: number): number => dateOfDay(day).getUTCFullYear();
const dateOfDay = (day: number): Date => new Date(day * DAY);

/** Months count from 1 and may go beyond the year: month 13 is the next January. */
export const firstOf = (year: number, month: number): number => dayNumber(new Date(Date.UTC(year, month - 1, 1)));

const monthsFrom = (year: number, month: number, count = 1): Span => ({
  from: firstOf(year, month),
  to: firstOf(year, month + count) - 1,
});

const single = ({ from, to }: Span, day: number): Span | null =>
  day >= 1 && from + day - 1 <= to ? { from: from + day - 1, to: from + day - 1 } : null;

/** In order and without overlap. */
function joined(spans: readonly Span[]): Span[] {
  const apart: Span[] = [];
  const inOrder = spans.filter(({ from, to }) => from <= to).sort((first, second) => first.from - second.from);
  for (const { from, to } of inOrder) {
    const last = apart.at(-1);
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to);
    else apart.push({ from, to });
  }
  return apart;
}

/** The days of both. Spans that overlap are one, so that the result has fewer spans than the two have together. */
export function shared(some: readonly Span[], others: readonly Span[]): Span[] {
  const [left, right] = [joined(some), joined(others)];
  const both: Span[] = [];
  let [one, other] = [left.shift(), right.shift()];
  while (one && other) {
    const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
    if (from <= to) both.push({ from, to });
    if (one.to <= other.to) one = left.shift();
    else other = right.shift();
  }
  return both;
}

function periodAt({ from, to }: Span): { name: string; next: number } {
  const name = dateOfDay(from).toISOString().slice(0, 10);
  const [year = 0, month = 0] = name.split('-').map(Number);
  const [nextYear, nextMonth] = [firstOf(year + 1, 1), firstOf(year, month + 1)];
  if (name.endsWith('-01-01') && nextYear <= to + 1) return { name: name.slice(0, 4), next: nextYear };
  if (name.endsWith('-01') && nextMonth <= to + 1) return { name: name.slice(0, 7), next: nextMonth };
  return { name, next: from + 1 };
}

/** Whole years and months where possible and days at the edges, in ISO 8601, without overlap. */
export function periodsIn(spans: readonly Span[]): string[] {
  const names: string[] = [];
  for (const { from, to } of joined(spans)) {
    let day = from;
    while (day <= to) {
      const { name, next } = periodAt({ from: day, to });
      names.push(name);
      day = next;
    }
  }
  return names;
}

type Words = Record<string, string | undefined>;

/** A form of time that only questions use. `when` returns null when the meaning is unclear. */
interface Form {
  pattern: RegExp;
  when(words: Words, now: Date): Span | null;
}

const year = '(?<year>(?:19|20)\\d{2})';
const otherYear = year.replace('year', 'other');
const of = ',?(?: (?:of|de|del|do|van))? ';
const any = (names: readonly string[]) => `(?:${names.join('|')})`;
const placeOf = (name: string, names: readonly string[]) =>
  names.findIndex((each) => each.toLowerCase().split('|').includes(name.toLowerCase()));

const alone = (words: string) => `(?<![\\p{L}\\p{N}./-])(?:${words})(?![\\p{L}\\p{N}]|[./-]\\d)`;
const form = (pattern: RegExp, when: Form['when']): Form => ({ pattern, when });

/** Last year's span. Null when this year's is over too: in November, "last June" may mean either. */
const lastOf = (spanIn: (ofYear: number) => Span, now: Date): Span | null =>
  spanIn(now.getUTCFullYear()).to < dayNumber(now) ? null : spanIn(now.getUTCFullYear() - 1);

const quarter = (number: number, ofYear: number): Span => monthsFrom(ofYear, 3 * number - 2, 3);
const ordinals = ['first|1st|1|ersten', 'second|2nd|2|zweiten', 'third|3rd|3|dritten', 'fourth|4th|4|last|vierten'];
const quarters: Form[] = [
  form(new RegExp(alone(`Q(?<number>[1-4])(?:${of}|/)${year}|${otherYear}[ /-]?Q(?<after>[1-4])`), 'giu'), (words) =>
    quarter(Number(words.number ?? words.after), Number(words.year ?? words.other)),
  ),
  form(
    new RegExp(
      alone(`(?<place>${any(ordinals)})(?:\\.|e|er|º|ème)? (?:quarter|quartal|trimestre|kwartaal)${of}${year}`),
      'giu',
    ),
    (words) => quarter(placeOf(words.place ?? '', ordinals) + 1, Number(words.year)),
  ),
  form(new RegExp(alone('(?<which>last|this) quarter(?! of)'), 'giu'), ({ which = '' }, now) =>
    quarter(Math.floor(now.getUTCMonth() / 3) + (/last/i.test(which) ? 0 : 1), now.getUTCFullYear()),
  ),
];

const season = `(?<season>${any(seasons)})`;
const named = [...seasons, winter];
const seasonOf = (name: string, ofYear: number): Span => monthsFrom(ofYear, 3 + 3 * placeOf(name, named), 3);
/** The last one that is over. A winter belongs to the year in which it begins. */
const lastSeason = (name: string, now: Date): Span | null =>
  [0, 1, 2].map((ago) => seasonOf(name, now.getUTCFullYear() - ago)).find(({ to }) => to < dayNumber(now)) ?? null;
/** Seasons of the northern hemisphere, in whole months: summer is June, July and August. */
const seasonal: Form[] = [
  form(new RegExp(alone(`${season}${of}${year}`), 'giu'), (words) => seasonOf(words.season ?? '', Number(words.year))),
  form(new RegExp(alone(`this ${season}`), 'giu'), (words, now) => seasonOf(words.season ?? '', now.getUTCFullYear())),
  form(
    new RegExp(alone(`(?:${lastBefore}) (?<before>${any(named)})|(?<after>${any(named)}) (?:${lastAfter})`), 'giu'),
    (words, now) => lastSeason(words.before ?? words.after ?? '', now),
  ),
];

const foreign = `(?<foreign>${any(foreignMonths)})`;
const english = `(?<month>${anyMonth})`;
const monthOf = ({ month, foreign: name = '' }: Words): number =>
  month === undefined ? placeOf(name, foreignMonths) + 1 : Number(monthNumber(month));
/** "may" and "march" are also verbs, hence the preposition; "the last September" may be a title. */
const afterPreposition = '(?<=\\b(?:in|since|until|till|before|after|from|to|and|between|during) )';
const noTitle = '(?<!\\b(?:the|our|my|his|her|their|your|at) )';
const lastMonth: Form['when'] = (words, now) => lastOf((ofYear) => monthsFrom(ofYear, monthOf(words)), now);
const monthly: Form[] = [
  form(new RegExp(alone(`(?<digits>0?[1-9]|1[0-2])/${year}|(?<dotted>0[1-9]|1[0-2])\\.${otherYear}`), 'giu'), (words) =>
    monthsFrom(Number(words.year ?? words.other), Number(words.digits ?? words.dotted)),
  ),
  form(new RegExp(alone(`${year}[-/](?<digits>0[1-9]|1[0-2])`), 'giu'), (words) =>
    monthsFrom(Number(words.year), Number(words.digits)),
  ),
  form(new RegExp(alone(`(?:(?<day>\\d{1,2})(?:\\.|er|º)? (?:de )?)?${foreign}${of}${year}`), 'giu'), (words) => {
    // Capitalised, it is the planet; the month is "mars" in French.
    if (words.foreign === 'Mars') return null;
    const month = monthsFrom(Number(words.year), monthOf(words));
    return words.day ? single(month, Number(words.day)) : month;
  }),
  form(new RegExp(alone(`${afterPreposition}${english}${of}${year}`), 'giu'), (words) =>
    monthsFrom(Number(words.year), monthOf(words)),
  ),
  form(new RegExp(alone(`${noTitle}(?:${lastBefore}) (?:${english}|${foreign})(?! \\d)`), 'giu'), lastMonth),
  form(new RegExp(alone(`${foreign} (?:${lastAfter})`), 'giu'), lastMonth),
];

const spanOf = (stretch: Stretch | null): Span | null =>
  stretch && { from: dayNumber(stretch.from), to: dayNumber(stretch.to) };

const past = (count: number, unit: string, now: Date): Span => {
  const to = dayNumber(now);
  if (/^(?:day|week)/i.test(unit)) return { from: to - count * (/^w/i.test(unit) ? 7 : 1), to };
  const months = /^m/i.test(unit) ? count : 12 * count;
  const firstAfter = (month: number) => firstOf(now.getUTCFullYear(), now.getUTCMonth() + 1 - months + month);
  // February has no 31st: its last day stands for it.
  return { from: Math.min(firstAfter(0) + now.getUTCDate(), firstAfter(1)) - 1, to };
};

const ofSomething = `(?! (?:night|week|weekend|month|year|christmas|easter|${anyMonth}|${anyWeekday}|${any(named)}))`;
const relative: Form[] = [
  form(new RegExp(alone('day before yesterday'), 'giu'), (_words, now) => spanOf(apart(-2, 'day', now))),
  form(new RegExp(alone(`(?<unit>week|weekend|month|year) before last${ofSomething}`), 'giu'), ({ unit = '' }, now) =>
    /end$/i.test(unit)
      ? spanOf(stretchOf('last weekend', dateOfDay(dayNumber(now) - 7)))
      : spanOf(apart(-2, unit.toLowerCase(), now)),
  ),
  form(
    new RegExp(
      alone(`(?:last|past) (?<count>\\d{1,3}|${unitWords}) (?<unit>days?|weeks?|months?|years?)(?! of)`),
      'giu',
    ),
    (words, now) => past(countOf(words.count ?? ''), words.unit ?? '', now),
  ),
];

/** Order matters: a form does not see what an earlier one took. */
const forms: readonly Form[] = [...quarters, ...seasonal, ...monthly, ...relative];

/** A month, or a day of a month, without a year. */
export interface Yearly {
  month: number;
  day: number | null;
}

/** A named time. Its meaning is unclear where `span` and `yearly` are both null. */
export interface Time {
  at: number;
  end: number;
  span: Span | null;
  yearly: Yearly | null;
  /** A number or name that is a year or month only if the words around it say so. */
  isBare: boolean;
}

/** Null in a year where the month has no such day. */
export const inYear = (year: number, { month, day }: Yearly): Span | null => {
  const whole = monthsFrom(year, month);
  return day === null ? whole : single(whole, day);
};

function whenOf(value: string, now: Date): Pick<Time, 'span' | 'yearly'> {
  const [, year = '', ofYear, day] = /^(\d{4}|-)(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(value) ?? [];
  if (year === '') return { span: spanOf(stretchOf(value, now)), yearly: null };
  const ofMonth = { month: Number(ofYear ?? 1), day: day === undefined ? null : Number(day) };
  if (year === '-') return { span: null, yearly: ofMonth };
  return { span: ofYear === undefined ? monthsFrom(Number(year), 1, 12) : inYear(Number(year), ofMonth), yearly: null };
}

const bareYear =
  /(?<![\p{L}\p{N}./€$£¥])(?<!(?<!(?<!\d)(?:19|20)\d{2})-)(?:19|20)\d{2}(?![\p{L}\p{N}]|[./:]\d| ?[€$£¥%°])(?!-(?!(?:19|20)\d{2}(?!\d))\d)/gu;

/** Case matters here: "may" and "march" in lower case are verbs. */
const bare = new RegExp(
  `${bareYear.source}|(?<![\\p{L}\\p{N}])(?:(?<month>${month})|${foreign})(?![\\p{L}\\p{N}])`,
  'gu',
);

const sharing = new RegExp(
  `(?<![\\p{L}\\p{N}.,:/€$£-])(?<written>(?<day>[1-9]|[12]\\d|3[01])(?:st|nd|rd|th|\\.|º)?)(?: ?[-–—] ?| (?:${andWords}|${toWords}|${orWords}) (?:the )?)$`,
  'iu',
);

/** UTF-16 units before a day that are searched for another day of the same month. */
const BEFORE_DAY = 20;

/** In "3 and 9 March 2024", the first day has the month of the later one. */
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

/** In the order of the text; relative times count from `now`. */
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
