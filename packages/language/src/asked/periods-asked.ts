import { withReplaced } from '../spans.js';
import { type Reading, readingsOf, wholeTime } from './readings.js';
import { periodsIn, type Span, shared, yearOf } from './spans.js';
import { inYear, type Yearly } from './times-named.js';

/** Of a question that names more, nobody knows what it asks. */
const MOST = 300;

/** What is left of some spans by all bounds. */
function within(base: readonly Span[], bounds: readonly Reading[]): Span[] {
  const groups: Span[][] = [];
  for (const { spans, isEither } of bounds) {
    const last = groups.at(-1);
    if (isEither && last) last.push(...spans);
    else groups.push([...spans]);
  }
  return groups.reduce<Span[]>((left, spans) => shared(left, spans), [...base]);
}

const two = (number: number) => String(number).padStart(2, '0');
const nameOf = ({ month, day }: Yearly): string => `--${two(month)}${day === null ? '' : `-${two(day)}`}`;

const everyYear = (yearly: Yearly, { from, to }: Span): Span[] =>
  Array.from({ length: yearOf(to) - yearOf(from) + 1 }, (_, place) => inYear(yearOf(from) + place, yearly)).filter(
    (span) => span !== null,
  );

/**
 * Periods of the calendar that a question asks about: days, months and years as in ISO 8601, with `-` for a year that is left open.
 * A range ("after 2023", "not in 2024", "between March and June 2024", "last summer") is all of its years, months and days, each day in
 * one of them. Where two readings are possible none is taken.
 */
export function periodsAsked(text: string, now: Date): string[] {
  const readings = readingsOf(text, now);
  const named = readings.filter(({ binding }) => binding === 'plain');
  const bounds = readings.filter(({ binding }) => binding !== 'plain' && binding !== null);
  const spans = named.flatMap((each) => each.spans);
  const yearly = named.flatMap((each) => each.yearly);
  const all = wholeTime(now);
  const base = [...spans, ...yearly.flatMap((each) => everyYear(each, all))];
  const periods =
    bounds.length === 0
      ? [...periodsIn(spans), ...new Set(yearly.map(nameOf))]
      : periodsIn(within(named.length > 0 ? base : [all], bounds));
  return periods.length > MOST ? [] : periods;
}

const isLeftOut = ({ binding }: Reading) => binding === 'before' || binding === 'after' || binding === 'not';

/** A question without the times that its ranges leave out: what happened in 2023 has no word of "Where did I live after 2023?". */
export const withoutTimesLeftOut = (text: string, now: Date): string =>
  withReplaced(text, readingsOf(text, now).filter(isLeftOut), () => '');
