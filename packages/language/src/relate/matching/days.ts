import { anyWeekday } from '../../words/calendar.js';

const weekdays = new RegExp(`^(?:${anyWeekday})$`);

type Kind = 'weekday' | 'relative' | 'figures';

const kindOf = (key: string): Kind => (/^\p{L}/u.test(key) ? (weekdays.test(key) ? 'weekday' : 'relative') : 'figures');

interface Parts {
  year: string | undefined;
  month: string | undefined;
  day: string | undefined;
}

/** Of "2026-06-14", "--06-14", "2026-06", "--06" and "2026". */
const partsOf = (key: string): Parts => {
  const [, year, month, day] = /^(\d{4}|-)?(?:-(\d{2}))?(?:-(\d{2}))?/.exec(key) ?? [];
  return { year: year === '-' ? undefined : year, month, day };
};

/** Whether two days cannot be one: a weekday may be any day of the month. */
export function daysExclude(first: string, second: string): boolean {
  const kind = kindOf(first);
  if (kind !== kindOf(second) || kind === 'relative') return false;
  if (kind === 'weekday') return first !== second;
  const [one, other] = [partsOf(first), partsOf(second)];
  const differ = (part: keyof Parts) =>
    one[part] !== undefined && other[part] !== undefined && one[part] !== other[part];
  return differ('year') || differ('month') || (one.month !== undefined && one.month === other.month && differ('day'));
}

/** Whether two times of day cannot be one: "9:30" may be said of the evening. */
export function timesExclude(first: string, second: string): boolean {
  const hours = (time: string) => Number(time.slice(0, 2)) % 12;
  return hours(first) !== hours(second) || first.slice(2) !== second.slice(2);
}
