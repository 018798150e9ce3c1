import { datesIn } from '../words/dates.js';
import { daysFrom, type Stretch, stretchOf } from '../words/stretches.js';

const iso = (date: Date) => date.toISOString().slice(0, 10);

/** A stretch by its days, a month of them at most; a longer one as a year. */
function namesOf({ unit, from, to }: Stretch): string[] {
  if (unit === 'year') return [String(from.getUTCFullYear())];
  const names: string[] = [];
  for (let day = from; day <= to; day = daysFrom(day, 1)) names.push(iso(day));
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
