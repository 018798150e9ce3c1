import { areEnds, type Binding, type Bound, boundBy, boundedBy, isEither, isListed } from './bounds.js';
import { dayNumber, firstOf, type Span, yearOf } from './spans.js';
import { inYear, type Time, timesIn, type Yearly } from './times-named.js';

/** What a question says of a time: the spans that it names, or those in one of which all has to lie. */
export interface Reading {
  /** Null where two are possible. */
  binding: Binding;
  spans: readonly Span[];
  /** Named, of every year. */
  yearly: readonly Yearly[];
  /** This or the one before has to hold, not both. */
  isEither: boolean;
  /** Where the time stands. */
  at: number;
  end: number;
}

type Read = Pick<Reading, 'binding' | 'spans'> & Partial<Reading>;
const none: Read = { binding: null, spans: [] };

/** UTF-16 units before a time in which is looked for what binds it. */
const AROUND = 60;

/** Months of every year from one to another: "between November and February". */
const monthsTo = (first: number, last: number): Yearly[] =>
  Array.from({ length: ((last - first + 12) % 12) + 1 }, (_, step) => ({
    month: ((first - 1 + step) % 12) + 1,
    day: null,
  }));

/** The next of a time of every year before (-1) or after (1) another. */
function nearest(yearly: Yearly | null, other: Span | null, step: -1 | 1): Span | null {
  if (!yearly || !other) return null;
  const year = yearOf(other.from);
  const same = inYear(year, yearly);
  return same && (same.from - other.from) * step < 0 ? inYear(year + step, yearly) : same;
}

/** From one time to another; where one names no year it is near the other. */
function readEnds(first: Time, last: Time): Read {
  if (first.yearly && last.yearly) {
    const isMonths = first.yearly.day === null && last.yearly.day === null;
    return isMonths ? { binding: 'plain', spans: [], yearly: monthsTo(first.yearly.month, last.yearly.month) } : none;
  }
  const from = first.span ?? nearest(first.yearly, last.span, -1);
  const to = last.span ?? nearest(last.yearly, first.span, 1);
  if (!from || !to) return none;
  return { binding: 'plain', spans: [{ from: Math.min(from.from, to.from), to: Math.max(from.to, to.to) }] };
}

/** The last that began, unless it is not over: said in May, "since May" may be since the one of last year. */
function lastBegun(yearly: Yearly, today: number): Span | null {
  const year = yearOf(today);
  const span = inYear(year, yearly);
  if (!span || span.from > today) return inYear(year - 1, yearly);
  return span.to < today ? span : null;
}

/** "2024" of "in 2023 or 2024" is bound as the one before. */
function bindingOf(time: Time, bound: Bound | undefined, before: string, previous: Reading | undefined): Binding {
  if (bound) return bound.binding;
  if (previous && isListed(before)) return previous.binding;
  return time.isBare ? null : 'plain';
}

/** Between the first of 1970, before which nothing was kept, and the end of this year. */
export const wholeTime = (now: Date): Span => ({ from: 0, to: firstOf(now.getUTCFullYear() + 1, 1) - 1 });

/** A time between what stands before and after it. */
function readTime(
  time: Time,
  around: { before: string; after: string },
  previous: Reading | undefined,
  now: Date,
): Read {
  const bound = boundBy(around.before, around.after);
  const binding = bindingOf(time, bound, around.before, previous);
  if (binding === null) return none;
  const { span: named, yearly } = time;
  if (binding === 'plain') return { binding, spans: named ? [named] : [], yearly: yearly ? [yearly] : [] };
  const span = yearly && binding === 'since' ? lastBegun(yearly, dayNumber(now)) : named;
  if (!span) return none;
  return { binding, spans: boundedBy(span, binding, wholeTime(now)), isEither: isEither(bound?.gap ?? '') };
}

/** What a question says of each time that it names, in their order. */
export function readingsOf(text: string, now: Date): Reading[] {
  const readings: Reading[] = [];
  const times = timesIn(text, now);
  for (const [place, time] of times.entries()) {
    const start = readings.at(-1)?.end ?? 0;
    // The second end of the one before.
    if (time.at < start) continue;
    const next = times[place + 1];
    const before = text.slice(Math.max(start, time.at - AROUND), time.at);
    const after = text.slice(time.end, next?.at);
    const last = next && areEnds(before, after) ? next : undefined;
    const found = last ? readEnds(time, last) : readTime(time, { before, after }, readings.at(-1), now);
    readings.push({ yearly: [], isEither: false, ...found, at: time.at, end: (last ?? time).end });
  }
  return readings;
}
