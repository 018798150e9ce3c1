import { ownOf } from '@hippocamp/shared/own';
import { valueOfWords } from './numbers.js';

export const monthNames = 'january february march april may june july august september october november december'.split(
  ' ',
);
export const weekdayNames = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

export const capitalised = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
const inEitherCase = (name: string) => `[${name.slice(0, 1).toUpperCase()}${name.slice(0, 1)}]${name.slice(1)}`;

const shortNames = monthNames
  .filter((name) => name !== 'may')
  .map((name) => (name === 'september' ? 'sept?' : name.slice(0, 3)));
const allNames = [...monthNames, ...shortNames];
const isWord = (name: string) => name === 'may' || name === 'march';

/** In lower case, for patterns that ignore case. */
export const anyMonth = allNames.join('|');
export const anyWeekday = weekdayNames.join('|');

/** Short names, "may" and "march" need a capital, since they are words too. */
export const month = `(?:${[...allNames.map(capitalised), ...monthNames.filter((name) => !isWord(name))].join('|')})\\.?`;
/** In either case, since nothing else can be meant beside a day of the month. */
export const dayMonth = `(?:${allNames.map(inEitherCase).join('|')})\\b\\.?`;
export const weekday = `(?:${weekdayNames.map(inEitherCase).join('|')})`;

export const monthNumber = (name: string): string => {
  const start = name.toLowerCase().slice(0, 3);
  return String(monthNames.findIndex((candidate) => candidate.startsWith(start)) + 1).padStart(2, '0');
};

const two = (digits: string) => digits.padStart(2, '0');

/** "2026-04-11", or "--04-11" where the year is not said; null where there is no such day. */
export function canonicalDay(year: string | undefined, monthDigits: string, day: string): string | null {
  const date = Number(day);
  const number = Number(monthDigits);
  if (date < 1 || date > 31 || number < 1 || number > 12) return null;
  return `${year ? fullYear(year) : '-'}-${two(monthDigits)}-${two(day)}`;
}

const fullYear = (year: string): string => (year.length === 2 ? `${Number(year) > 60 ? '19' : '20'}${year}` : year);

const DAY = 86_400_000;

/** A part of the calendar. Its days are midnights in UTC. */
export interface Stretch {
  unit: 'day' | 'week' | 'weekend' | 'month' | 'year';
  from: Date;
  /** Inclusive. */
  to: Date;
}

const midnight = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
export const daysFrom = (date: Date, days: number) => new Date(midnight(date).getTime() + days * DAY);
const monthsFrom = (date: Date, months: number) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));

export const dayOf = (date: Date): Stretch => ({ unit: 'day', from: midnight(date), to: midnight(date) });
const weekOf = (date: Date): Stretch => {
  const monday = daysFrom(date, -((date.getUTCDay() + 6) % 7));
  return { unit: 'week', from: monday, to: daysFrom(monday, 6) };
};
const weekendOf = (date: Date): Stretch => {
  const { to } = weekOf(date);
  return { unit: 'weekend', from: daysFrom(to, -1), to };
};
const monthOf = (date: Date): Stretch => ({
  unit: 'month',
  from: monthsFrom(date, 0),
  to: daysFrom(monthsFrom(date, 1), -1),
});
const yearOf = (year: number): Stretch => ({
  unit: 'year',
  from: new Date(Date.UTC(year, 0, 1)),
  to: new Date(Date.UTC(year, 11, 31)),
});

const steps: Record<string, number> = { last: -1, this: 0, next: 1 };
const singleDays: Record<string, number> = { today: 0, tonight: 0, yesterday: -1, tomorrow: 1 };

export const daysToWeekday = (name: string, day: Date): number =>
  (weekdayNames.indexOf(name) - ((day.getUTCDay() + 6) % 7) + 7) % 7;

const around = (unit: string, step: number, now: Date): Stretch | null => {
  if (unit === 'week' || unit === 'month' || unit === 'year') return apart(step, unit, now);
  if (unit === 'weekend') return weekendOf(daysFrom(now, 7 * step));
  if (unit === 'night' || unit === 'morning') return dayOf(daysFrom(now, step));
  if (!weekdayNames.includes(unit)) return null;
  const ahead = daysToWeekday(unit, now);
  return dayOf(daysFrom(now, step < 0 ? ahead - 7 : ahead));
};

/** The whole day, week, month or year that lies so many units ahead, or back if negative. */
export function apart(count: number, unit: string, now: Date): Stretch {
  if (unit.startsWith('day')) return dayOf(daysFrom(now, count));
  if (unit.startsWith('week')) return weekOf(daysFrom(now, 7 * count));
  if (unit.startsWith('month')) return monthOf(monthsFrom(now, count));
  return yearOf(now.getUTCFullYear() + count);
}

export const countOf = (words: string): number => {
  if (/^an?$/i.test(words)) return 1;
  return /^\d/.test(words) ? Number(words) : (valueOfWords(words) ?? Number.NaN);
};

export function stretchOf(value: string, now: Date): Stretch | null {
  const single = ownOf(singleDays, value);
  if (single !== undefined) return dayOf(daysFrom(now, single));
  const [first = '', unit = '', last] = value.split(' ');
  if (last === 'ago') return apart(-countOf(first), unit, now);
  const step = ownOf(steps, first);
  return step === undefined ? null : around(unit, step, now);
}
