/**
 * A date resolved beside the words that say it: "tomorrow (2026-11-23)", "next week (week of 2026-11-23)", "last month (October 2026)".
 * Whoever reads facts takes the words for what the date says.
 */
import { monthNames, weekdayNames } from './calendar.js';
import type { Stretch } from './stretches.js';

const iso = (date: Date) => date.toISOString().slice(0, 10);
const capitalised = monthNames.map((name) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`);

/** What stands in the brackets. */
export function written({ unit, from }: Stretch): string {
  if (unit === 'day') return iso(from);
  if (unit === 'month') return `${capitalised[from.getUTCMonth()]} ${from.getUTCFullYear()}`;
  return unit === 'year' ? String(from.getUTCFullYear()) : `${unit} of ${iso(from)}`;
}

const part = '(?:morning|afternoon|evening|night|noon)';
const lastWord = `tomorrow|yesterday|today|tonight|${part}|week|weekend|month|year|days|weeks|months|years|ago|${weekdayNames.join('|')}|\\d(?:st|nd|rd|th)`;
const date = `(?:(?:week|weekend) of )?\\d{4}-\\d{2}-\\d{2}|(?:${capitalised.join('|')}) \\d{4}|\\d{4}`;

const beside = new RegExp(`(?<=(?:${lastWord})) \\((?:${date})\\)`, 'giu');
const follows = new RegExp(`^(?: ${part})? \\((?<date>${date})\\)`, 'iu');
/** Units that a date, the part of the day before it and its brackets take at most. */
const LONGEST = 40;

/** The text as it was said. */
export const withoutResolved = (text: string): string => text.replace(beside, '');

const dayWords = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?<lead>on|by|until|till|since|last|this coming|this|next) )?(?:tomorrow|yesterday|today|tonight|${weekdayNames.join('|')})(?: ${part})? \\((?<day>\\d{4}-\\d{2}-\\d{2})\\)`,
  'giu',
);

/** The text with days as dates only: "on 2026-11-23" for "tomorrow (2026-11-23)". */
export const byDate = (text: string): string =>
  text.replace(dayWords, (...match) => {
    const { lead = '', day } = match.at(-1) as Record<string, string | undefined>;
    return `${/^(?:by|until|till|since)$/i.test(lead) ? lead : 'on'} ${day}`;
  });

/** What is resolved right after a place, as dates are compared by, and where it ends; null where nothing is. */
export function resolvedAt(text: string, at: number): { value: string; end: number } | null {
  const found = follows.exec(text.slice(at, at + LONGEST));
  const words = found?.groups?.date;
  if (!found || !words) return null;
  const [name = '', year = ''] = words.split(' ');
  const month = capitalised.indexOf(name);
  const value = month < 0 ? words : `${year}-${String(month + 1).padStart(2, '0')}`;
  return { value, end: at + found[0].length };
}
