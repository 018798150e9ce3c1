import { weekdayNames } from '../words/calendar.js';
import { datesIn } from '../words/dates.js';

const DAY = 86_400_000;
/** A longer stretch is told by its months. */
const MOST_DAYS = 31;

interface Stretch {
  from: Date;
  /** Inclusive. */
  to: Date;
}

const midnight = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
const daysFrom = (date: Date, days: number) => new Date(midnight(date).getTime() + days * DAY);
const monthsFrom = (date: Date, months: number) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
const weekOf = (date: Date): Stretch => {
  const monday = daysFrom(date, -((date.getUTCDay() + 6) % 7));
  return { from: monday, to: daysFrom(monday, 6) };
};
const monthOf = (date: Date): Stretch => ({ from: monthsFrom(date, 0), to: daysFrom(monthsFrom(date, 1), -1) });
const yearOf = (year: number): Stretch => ({
  from: new Date(Date.UTC(year, 0, 1)),
  to: new Date(Date.UTC(year, 11, 31)),
});
const dayOf = (date: Date): Stretch => ({ from: midnight(date), to: midnight(date) });

/** "last", "this" and "next" as steps. */
const steps: Record<string, number> = { last: -1, this: 0, next: 1 };
const words: Record<string, number> = { a: 1, an: 1, two: 2, three: 3, four: 4, five: 5, six: 6 };

const around = (unit: string, step: number, now: Date): Stretch | null => {
  if (unit === 'week') return weekOf(daysFrom(now, 7 * step));
  if (unit === 'weekend')
    return { ...weekOf(daysFrom(now, 7 * step)), from: daysFrom(weekOf(daysFrom(now, 7 * step)).to, -1) };
  if (unit === 'month') return monthOf(monthsFrom(now, step));
  if (unit === 'year') return yearOf(now.getUTCFullYear() + step);
  if (unit === 'night' || unit === 'morning') return dayOf(daysFrom(now, step));
  const weekday = weekdayNames.indexOf(unit);
  if (weekday < 0) return null;
  const apart = (weekday - ((now.getUTCDay() + 6) % 7) + 7) % 7;
  return dayOf(daysFrom(now, step < 0 ? apart - 7 : apart));
};

const ago = (count: number, unit: string, now: Date): Stretch => {
  if (unit.startsWith('day')) return dayOf(daysFrom(now, -count));
  if (unit.startsWith('week')) return weekOf(daysFrom(now, -7 * count));
  if (unit.startsWith('month')) return monthOf(monthsFrom(now, -count));
  return yearOf(now.getUTCFullYear() - count);
};

const singleDays: Record<string, number> = { today: 0, tonight: 0, yesterday: -1, tomorrow: 1 };

/** What words such as "last week" mean at a time; null for what means no stretch of the calendar. */
function stretchOf(value: string, now: Date): Stretch | null {
  const single = singleDays[value];
  if (single !== undefined) return dayOf(daysFrom(now, single));
  const [first = '', unit = '', last] = value.split(' ');
  if (last === 'ago') return ago(words[first] ?? Number(first), unit, now);
  const step = steps[first];
  return step === undefined ? null : around(unit, step, now);
}

const iso = (date: Date) => date.toISOString().slice(0, 10);

function namesOf({ from, to }: Stretch): string[] {
  const names: string[] = [];
  if (to.getTime() - from.getTime() < MOST_DAYS * DAY) {
    for (let day = from; day <= to; day = daysFrom(day, 1)) names.push(iso(day));
    return names;
  }
  if (from.getUTCFullYear() === to.getUTCFullYear() && to.getTime() - from.getTime() > 360 * DAY)
    return [String(from.getUTCFullYear())];
  for (let month = from; month <= to; month = monthsFrom(month, 1)) names.push(iso(month).slice(0, 7));
  return names;
}

const isPeriod = (value: string) => /^(?:\d{4}|-)(?:-\d{2}){0,2}$/.test(value);

/** Periods of the calendar that a question names: days, months and years as in ISO 8601, with `-` for a year that is left open. */
export function periodsAsked(text: string, now: Date): string[] {
  const found = datesIn(text).flatMap(({ value, kind }) => {
    if (kind === 'time') return [];
    if (isPeriod(value)) return [value];
    const stretch = stretchOf(value, now);
    return stretch ? namesOf(stretch) : [];
  });
  return [...new Set(found)];
}
