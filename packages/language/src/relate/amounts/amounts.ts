import { foundNumbers } from '../../words/numbers.js';
import { andAHalf, fractions, valueOfRow, wordsPattern } from './counted.js';
import { unitOf } from './units.js';

/** How much or how many, in the dimension's own unit. */
export interface Amount {
  at: number;
  end: number;
  value: number;
  /** `time`, `euro`, `percent` …; empty where it counts things or stands alone. */
  dimension: string;
  /** `time`, `month` or a word such as "person"; null where it is no rate. A rate of time is one of seconds, of months one of months. */
  per: string | null;
  bound: 'about' | 'most' | 'least' | 'over' | 'under' | null;
  /** As written, where it is no plain number: "10.0.0.250", "4.7.2". */
  text: string | null;
}

interface Found {
  at: number;
  end: number;
  value: number;
  text: string | null;
}

const overlaps = (one: Found, others: readonly Found[]): boolean =>
  others.some(({ at, end }) => one.at < end && at < one.end);

const fractionsIn = (text: string): Found[] =>
  fractions.flatMap(([pattern, value]) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
      at: index,
      end: index + found.trimEnd().length,
      value,
      text: null,
    })),
  );

const pronoun = /\b(?:the|this|that|each|which|no|any|every|some|another|old|new|first|last|only) $/i;
const SHORT = 12;

/** "one" counts only where a word follows that it may count. */
const isCount = (row: string, text: string, at: number): boolean => {
  if (!/^one$/i.test(row)) return true;
  const after = text.slice(at + row.length, at + row.length + SHORT);
  return (
    !pronoun.test(text.slice(Math.max(0, at - SHORT), at)) &&
    /^ \p{Ll}{2}/u.test(after) &&
    !/^ (?:of|who|that|is|day|more|another|to|in|on)\b/.test(after)
  );
};

const wordsIn = (text: string): Found[] =>
  [...text.matchAll(wordsPattern)].flatMap(({ index, 0: row }) =>
    isCount(row, text, index) ? [{ at: index, end: index + row.length, value: valueOfRow(row), text: null }] : [],
  );

const figuresIn = (text: string): Found[] =>
  foundNumbers(text)
    .filter(({ at }) => /^\p{N}/u.test(text.slice(at, at + 1)) && !/\p{L}-$/u.test(text.slice(Math.max(0, at - 2), at)))
    .map(({ at, end, value }) => {
      const number = Number(value);
      return { at, end, value: number, text: Number.isNaN(number) ? value : null };
    });

const withHalf = (found: Found, text: string): Found => {
  const half = andAHalf.exec(text.slice(found.end, found.end + SHORT));
  return half ? { ...found, value: found.value + 0.5, end: found.end + half[0].length } : found;
};

/** Fractions first, then figures, then rows of words, none within another. */
const numbersIn = (text: string): Found[] => {
  const found = fractionsIn(text);
  for (const each of [...figuresIn(text), ...wordsIn(text)]) if (!overlaps(each, found)) found.push(each);
  return found.map((each) => withHalf(each, text)).sort((first, second) => first.at - second.at);
};

const LONGEST_UNIT = 40;
const LONGEST_BOUND = 24;
const unitAfter =
  /^[\s-]?(?<unit>€|\$|£|%|°[cf]?|m²|per ?cent|square (?:metres?|meters?)|[\p{L}²]{1,12}(?=$|[^\p{L}²]))/iu;
const rate = /^\s?(?:\/\s?|(?:per|an?|each|every|the) )(?<per>\p{L}{1,12})(?!\p{L})/iu;
const adverb = /^ (?<every>monthly|weekly|daily|hourly|yearly|annually|p\.?\s?a\.?)(?!\p{L})/iu;
const every: Record<string, string> = { monthly: 'month', weekly: 'week', daily: 'day', hourly: 'hour' };
const currencyBefore = /(?<sign>€|\$|£|¥|₹|\b(?:EUR|USD|GBP|CHF|SEK|NOK|DKK))\s?-?$/;
const boundBefore =
  /\b(?<bound>about|around|roughly|approximately|approx\.?|circa|nearly|almost|some|over|more than|above|upwards of|under|less than|below|fewer than|up to|at most|no more than|at least|no less than|a minimum of|a maximum of|max\.?|min\.?)\s?$/i;
const bounds: [RegExp, Exclude<Amount['bound'], null>][] = [
  [/^(?:over|more than|above|upwards of)$/i, 'over'],
  [/^(?:under|less than|below|fewer than)$/i, 'under'],
  [/^(?:up to|at most|no more than|a maximum of|max\.?)$/i, 'most'],
  [/^(?:at least|no less than|a minimum of|min\.?)$/i, 'least'],
];

interface Bound {
  bound: Amount['bound'];
  /** UTF-16 units of its words. */
  length: number;
}

const boundOf = (before: string): Bound => {
  if (/[~≈]\s?\p{Sc}?$/u.test(before)) return { bound: 'about', length: 0 };
  const found = boundBefore.exec(before);
  const word = found?.groups?.bound;
  if (!found || word === undefined) return { bound: null, length: 0 };
  return { bound: bounds.find(([pattern]) => pattern.test(word))?.[1] ?? 'about', length: found[0].length };
};

const spelled = (unit: string): string =>
  unit
    .toLowerCase()
    .replace(/^per ?cent$/, '%')
    .replace(/^square .*/, 'sqm');

interface Measured {
  dimension: string;
  factor: number;
  from: number;
  end: number;
}

const measured = ({ at, end }: Found, text: string): Measured => {
  const before = currencyBefore.exec(text.slice(Math.max(0, at - 5), at));
  const currency = before ? unitOf(before.groups?.sign ?? '') : null;
  if (before && currency) return { ...currency, from: at - before[0].length, end };
  const found = unitAfter.exec(text.slice(end, end + LONGEST_UNIT));
  const written = found?.groups?.unit ?? '';
  const unit = written === 'M' || written === 'in' ? null : unitOf(spelled(written));
  return unit && found
    ? { ...unit, from: at, end: end + found[0].length }
    : { dimension: '', factor: 1, from: at, end };
};

/** "10 requests per second": the word between is what is counted, and stays. */
const counted = /^ \p{L}{2,20}(?: \p{L}{2,20})?(?= ?(?:\/|per |an? |each |every ))/iu;

interface Rate {
  per: string | null;
  divisor: number;
  /** Where the rate begins and ends; the words before it stay. */
  at: number;
  end: number;
}

const rateAfter = (end: number, text: string): Rate => {
  const rest = text.slice(end, end + 2 * LONGEST_UNIT);
  const skipped = rate.test(rest) || adverb.test(rest) ? '' : (counted.exec(rest)?.[0] ?? '');
  const from = end + skipped.length;
  const tail = text.slice(from, from + LONGEST_UNIT);
  const found = rate.exec(tail) ?? adverb.exec(tail);
  if (!found) return { per: null, divisor: 1, at: end, end };
  const adverbial = found.groups?.every?.toLowerCase();
  const word = adverbial === undefined ? (found.groups?.per ?? '') : (every[adverbial] ?? 'year');
  const unit = unitOf(word);
  const isTime = unit !== null && /^(?:time|month)$/.test(unit.dimension);
  if (!isTime && (skipped !== '' || !/^(?:\s?\/|\s?per )/i.test(found[0])))
    return { per: null, divisor: 1, at: end, end };
  return {
    per: isTime ? unit.dimension : word.toLowerCase(),
    divisor: isTime ? unit.factor : 1,
    at: from,
    end: from + found[0].length,
  };
};

/** An amount, and where its rate lies apart from it. */
export interface FoundAmount extends Amount {
  rateAt: number;
  rateEnd: number;
}

/** Amounts of a text in order; dates have to be taken out before. */
export function amountsIn(text: string): FoundAmount[] {
  return numbersIn(text).map((found) => {
    const { dimension, factor, from, end } = measured(found, text);
    const { per, divisor, at: rateAt, end: rateEnd } = rateAfter(end, text);
    const { bound, length } = boundOf(text.slice(Math.max(0, from - LONGEST_BOUND), from));
    const value = (found.value * factor) / divisor;
    return { at: from - length, end, value, dimension, per, bound, text: found.text, rateAt, rateEnd };
  });
}

const CLOSE = 1e-6;

/** Whether two amounts of one dimension are as much. */
export const isAsMuch = (first: Amount, second: Amount): boolean =>
  first.text === second.text &&
  (first.text !== null ||
    Math.abs(first.value - second.value) <= CLOSE * Math.max(Math.abs(first.value), Math.abs(second.value)));
