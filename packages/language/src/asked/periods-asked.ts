import { withReplaced } from '../words/spans.js';
import {
  dayNumber,
  firstOf,
  inYear,
  periodsIn,
  type Span,
  shared,
  type Time,
  timesIn,
  type Yearly,
  yearOf,
} from './times-named.js';
import {
  afterWords,
  andWords,
  beforeWords,
  between,
  betweenWords,
  doubtfulBefore,
  fromWords,
  notWords,
  orWords,
  plainWords,
  sinceWords,
  toWords,
  untilWords,
} from './words-of-time.js';

/** The days that the words around a time mean: its own, those on one side of it, or all others. Null when unclear. */
type Binding = 'plain' | 'since' | 'until' | 'before' | 'after' | 'not' | null;

const lead = '(?<![\\p{L}\\p{N}])';

/** Order matters: "in or after" ends with "after". */
const bindings: readonly (readonly [Exclude<Binding, null>, RegExp])[] = [
  ['since', new RegExp(`${lead}(?:${sinceWords}) ${between}$`, 'iu')],
  ['until', new RegExp(`${lead}(?:${untilWords}) ${between}$`, 'iu')],
  ['before', new RegExp(`${lead}(?:${beforeWords}) ${between}$`, 'iu')],
  ['after', new RegExp(`${lead}(?:${afterWords}) ${between}$`, 'iu')],
  ['not', new RegExp(`${lead}(?:${notWords}) ${between}$`, 'iu')],
  ['plain', new RegExp(`${lead}(?:${plainWords}) ${between}$`, 'iu')],
];

const doubtful = new RegExp(`${lead}(?:${doubtfulBefore}) $`, 'iu');
const andLater =
  /^(?:,? (?:and|or) (?:later|after(?:wards)?|since|newer)| onwards?| (?:to|until|till) (?:now|date))\b(?! $)/i;
const andEarlier = /^,? (?:and|or) (?:earlier|before|older)\b(?! $)/i;

interface Bound {
  binding: Binding;
  /** The text between the previous time and the words that bind this one. */
  gap: string;
}

function boundBy(before: string, after: string): Bound | undefined {
  if (andLater.test(after)) return { binding: 'since', gap: before };
  if (andEarlier.test(after)) return { binding: 'until', gap: before };
  for (const [name, pattern] of bindings) {
    const found = pattern.exec(before);
    if (!found) continue;
    const gap = before.slice(0, found.index);
    return { binding: name !== 'plain' && doubtful.test(gap) ? null : name, gap };
  }
  return undefined;
}

const or = new RegExp(`^,? (?:${orWords}) ${between}$`, 'iu');
const isListed = (gap: string): boolean => gap === ', ' || or.test(gap);
const isEither = (gap: string): boolean => /^,? (?:or|oder|ou|o|of) $/i.test(gap);

const opensBetween = new RegExp(`${lead}(?:${betweenWords}) ${between}$`, 'iu');
const opensFrom = new RegExp(`${lead}(?:${fromWords}|${sinceWords}) ${between}$`, 'iu');
const and = new RegExp(`^,? (?:${andWords}) ${between}$`, 'iu');
const to = new RegExp(`^,? (?:${toWords}) ${between}$`, 'iu');

/** True when two times are the ends of one span: "between March and June 2024", "from 2021 to 2023", "2021–2023". */
const areEnds = (before: string, gap: string): boolean =>
  /^ ?[-–—] ?$/.test(gap) || (and.test(gap) && opensBetween.test(before)) || (to.test(gap) && opensFrom.test(before));

/** "since" and "until" include the time itself, "before" and "after" do not. */
function boundedBy({ from, to }: Span, binding: Exclude<Binding, 'plain' | null>, all: Span): Span[] {
  if (binding === 'since') return [{ from, to: all.to }];
  if (binding === 'until') return [{ from: all.from, to }];
  const [earlier, later] = [
    { from: all.from, to: from - 1 },
    { from: to + 1, to: all.to },
  ];
  return binding === 'not' ? [earlier, later] : [binding === 'before' ? earlier : later];
}

/** One time of a question. With the binding `plain` its spans are asked about; with another they limit the rest. */
interface Reading {
  binding: Binding;
  spans: readonly Span[];
  yearly: readonly Yearly[];
  /** Either this limit or the one before has to hold: "before 2020 or after 2023". */
  isEither: boolean;
  at: number;
  end: number;
}

type Read = Pick<Reading, 'binding' | 'spans'> & Partial<Reading>;
const none: Read = { binding: null, spans: [] };

/** UTF-16 units before a time that are searched for the words that bind it. */
const AROUND = 60;

/** "between November and February" goes over the end of a year. */
const monthsTo = (first: number, last: number): Yearly[] =>
  Array.from({ length: ((last - first + 12) % 12) + 1 }, (_, step) => ({
    month: ((first - 1 + step) % 12) + 1,
    day: null,
  }));

/** The closest occurrence of a yearly time before (-1) or after (1) another time. */
function nearest(yearly: Yearly | null, other: Span | null, step: -1 | 1): Span | null {
  if (!yearly || !other) return null;
  const year = yearOf(other.from);
  const same = inYear(year, yearly);
  return same && (same.from - other.from) * step < 0 ? inYear(year + step, yearly) : same;
}

/** An end without a year is taken nearest to the other end. */
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

/** The last occurrence that is over, or null while one lasts: said in May, "since May" may mean last year's. */
function lastBegun(yearly: Yearly, today: number): Span | null {
  const year = yearOf(today);
  const span = inYear(year, yearly);
  if (!span || span.from > today) return inYear(year - 1, yearly);
  return span.to < today ? span : null;
}

/** In "in 2023 or 2024", the second year is bound as the first. */
function bindingOf(time: Time, bound: Bound | undefined, before: string, previous: Reading | undefined): Binding {
  if (bound) return bound.binding;
  if (previous && isListed(before)) return previous.binding;
  return time.isBare ? null : 'plain';
}

/** Open ranges go back to 1970-01-01 (day 0) and on to the end of this year. */
const wholeTime = (now: Date): Span => ({ from: 0, to: firstOf(now.getUTCFullYear() + 1, 1) - 1 });

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

function readingsOf(text: string, now: Date): Reading[] {
  const readings: Reading[] = [];
  const times = timesIn(text, now);
  for (const [place, time] of times.entries()) {
    const start = readings.at(-1)?.end ?? 0;
    // It was already read as the second end of the previous time.
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

/** A question that means more periods is taken as unclear. */
const MOST = 300;

/** Bounds joined by "or" form a group; a day has to lie in every group. */
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
 * The years, months and days that a question asks about, in ISO 8601, with `-` for an open year. A range ("after 2023")
 * is split into periods that do not overlap. A time with two possible readings gives none.
 */
export function periodsAsked(text: string, now: Date): string[] {
  const readings = readingsOf(text, now);
  const named = readings.filter(({ binding }) => binding === 'plain');
  const bounds = readings.filter(({ binding }) => binding !== 'plain' && binding !== null);
  const spans = named.flatMap((each) => each.spans);
  // A text may name one month a thousand times.
  const yearly = [...new Map(named.flatMap((each) => each.yearly).map((each) => [nameOf(each), each])).values()];
  const all = wholeTime(now);
  const base = [...spans, ...yearly.flatMap((each) => everyYear(each, all))];
  const periods =
    bounds.length === 0
      ? [...periodsIn(spans), ...yearly.map(nameOf)]
      : periodsIn(within(named.length > 0 ? base : [all], bounds));
  return periods.length > MOST ? [] : periods;
}

const isLeftOut = ({ binding }: Reading) => binding === 'before' || binding === 'after' || binding === 'not';

/** Removes the times that a range excludes: "after 2023" must not find texts that name 2023. */
export const withoutTimesLeftOut = (text: string, now: Date): string =>
  withReplaced(text, readingsOf(text, now).filter(isLeftOut), () => '');
