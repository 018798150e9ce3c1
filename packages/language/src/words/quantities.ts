import { ownOf } from '@hippocamp/shared/own';
import { datesIn, withoutDates } from './dates.js';
import { foundNumbers, numberWord, valueOfWords } from './numbers.js';

/** All ways to write one quantity have the same key. */
export interface Quantity {
  at: number;
  end: number;
  kind: 'date' | 'time' | 'amount' | 'rate';
  unit: string;
  /** "time 15:00", "amount 0.5 h", "rate 6000 /h". */
  key: string;
}

/** Names of a unit, its base unit, and how many of that it is. */
const table: [names: string, unit: string, factor: number][] = [
  ['s sec secs second seconds', 'h', 1 / 3600],
  ['ms millisecond milliseconds', 'h', 1 / 3_600_000],
  ['min mins minute minutes', 'h', 1 / 60],
  ['h hr hrs hour hours', 'h', 1],
  ['day days', 'h', 24],
  ['week weeks', 'h', 168],
  ['fortnight fortnights', 'h', 336],
  ['month months', 'month', 1],
  ['year years yr yrs', 'month', 12],
  ['mm millimetre millimetres millimeter millimeters', 'm', 0.001],
  ['cm centimetre centimetres centimeter centimeters', 'm', 0.01],
  ['m metre metres meter meters', 'm', 1],
  ['km kilometre kilometres kilometer kilometers k', 'm', 1000],
  ['mcg microgram micrograms', 'g', 1e-6],
  ['mg milligram milligrams', 'g', 0.001],
  ['g gram grams gramme grammes', 'g', 1],
  ['kg kilo kilos kilogram kilograms', 'g', 1000],
  ['t ton tons tonne tonnes', 'g', 1e6],
  ['ml millilitre millilitres milliliter milliliters', 'l', 0.001],
  ['cl', 'l', 0.01],
  ['l litre litres liter liters', 'l', 1],
  ['kb kilobyte kilobytes', 'MB', 1 / 1024],
  ['mb meg megs megabyte megabytes', 'MB', 1],
  ['gb gig gigs gigabyte gigabytes', 'MB', 1024],
  ['tb terabyte terabytes', 'MB', 1024 * 1024],
  ['% percent', '%', 1],
  ['dozen', '', 12],
  ['hundred', '', 100],
  ['thousand', '', 1000],
  ['million', '', 1e6],
  ['x times time', 'times', 1],
  ['mi mile miles', 'm', 1609.344],
  ['ft foot feet', 'm', 0.3048],
  ['lb lbs', 'g', 453.592],
  ['oz ounce ounces', 'g', 28.3495],
  ['tbsp tablespoon tablespoons', 'tablespoon', 1],
  ['tsp teaspoon teaspoons', 'teaspoon', 1],
  ['° °c degree degrees celsius', 'degree', 1],
  ['°f fahrenheit', 'fahrenheit', 1],
  ['euro euros eur €', 'euro', 1],
  ['dollar dollars bucks usd $', 'dollar', 1],
  ['pound pounds quid gbp £', 'pound', 1],
  ['franc francs chf', 'franc', 1],
  ['krone kroner krona kronor crown crowns nok sek dkk', 'crown', 1],
  ['yen jpy ¥', 'yen', 1],
  ['rupee rupees inr ₹', 'rupee', 1],
];

const units: ReadonlyMap<string, { unit: string; factor: number }> = new Map(
  table.flatMap(([names, unit, factor]) => names.split(' ').map((name) => [name, { unit, factor }] as const)),
);

/** Hours in each period. Months and years have no fixed number of them. */
const periods: Record<string, number> = {
  second: 1 / 3600,
  sec: 1 / 3600,
  s: 1 / 3600,
  minute: 1 / 60,
  min: 1 / 60,
  hour: 1,
  hr: 1,
  h: 1,
  day: 24,
  week: 168,
};

const unitAfter = /^[\s-]?([\p{L}%€$£¥₹°]{1,12})/u;
const rateAfter =
  /^(?: [a-z]{1,14}){0,2}(?: (?:a|an|per|each|every) |\s?\/\s?)(seconds?|secs?|s|minutes?|mins?|hours?|hrs?|h|days?|weeks?)\b/i;
const CURRENCY = /([€$£¥₹])\s?$/;

const rounded = (value: number) => String(Number(value.toPrecision(6)));

interface Found {
  at: number;
  end: number;
  value: number;
  /** As written, for what is no plain number: "20.19.1". */
  said: string;
}

const perHour = (text: string, end: number): { hours: number; end: number } | null => {
  const found = rateAfter.exec(text.slice(end, end + 50));
  const hours = found?.[1] ? ownOf(periods, found[1].toLowerCase().replace(/(?<=..)s$/, '')) : undefined;
  return found && hours !== undefined ? { hours, end: end + found[0].length } : null;
};

const hasUnit = (text: string, end: number): boolean =>
  units.has(unitAfter.exec(text.slice(end, end + 16))?.[1]?.toLowerCase() ?? '');

const unitNamed = (text: string, from: number): { unit: string; factor: number; end: number } | null => {
  const named = unitAfter.exec(text.slice(from, from + 16));
  const known = named?.[1] ? units.get(named[1].toLowerCase()) : undefined;
  return named && known ? { ...known, end: from + named[0].length } : null;
};

function amountOf(text: string, { at, end, value, said }: Found): Quantity {
  if (!Number.isFinite(value)) return { at, end, kind: 'amount', unit: 'version', key: `amount ${said}` };
  const named = unitNamed(text, end);
  // "ten thousand euros" counts euros.
  const further = named?.unit === '' ? unitNamed(text, named.end) : null;
  const after = (further ?? named)?.end ?? end;
  const currency = units.get(CURRENCY.exec(text.slice(Math.max(0, at - 2), at))?.[1] ?? '');
  const unit = further?.unit || named?.unit || currency?.unit || '';
  const amount = value * (named?.factor ?? 1) * (further?.factor ?? 1);
  const rate = unit === 'h' || unit === 'month' ? null : perHour(text, after);
  if (rate)
    return { at, end: rate.end, kind: 'rate', unit: `${unit}/h`, key: `rate ${rounded(amount / rate.hours)} ${unit}` };
  return { at, end: after, kind: 'amount', unit, key: `amount ${rounded(amount)} ${unit}` };
}

const shortWeekday = /\b(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\b\.?/g;
const dayAlone = /\b(?:the )?(\d{1,2})(?:st|nd|rd|th)\b/gi;
const halfAlone =
  /\bhalf an? (?=hour|day|year|dozen|kilo|lit|million)|\b(?:once|twice|thrice)\b|\ba dozen\b|\ban? (?=hundred|thousand|million|fortnight)/gi;
const values: Record<string, number> = { once: 1, twice: 2, thrice: 3 };

/** "an hour and a half", "two and a half hours". */
const halfMore = new RegExp(
  `\\b(?<count>an?|\\d{1,3}|${numberWord}) (?:(?<unit>\\p{L}{1,12}) and a half|and a half (?<units>\\p{L}{1,12}))\\b`,
  'giu',
);

/** "twenty to eight", "ten past nine". */
const minutesOff =
  /\b(five|ten|twenty|twenty-five) (past|to) (\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/gi;

const clockOf = (found: RegExpMatchArray): string => {
  const [, minutes = '', side, hour = ''] = found;
  const hours = Number(valueOfWords(hour) ?? hour);
  const off = (valueOfWords(minutes) ?? 0) * (side?.toLowerCase() === 'to' ? -1 : 1);
  const all = (hours * 60 + off + 24 * 60) % (24 * 60);
  return `${String(Math.floor(all / 60)).padStart(2, '0')}:${String(all % 60).padStart(2, '0')}`;
};

const priced =
  /(?:\b(?:costs?|prices?|priced(?: at)?|pays?|paid|charges?|charged|(?:fee|rent|price|fare)(?: of \p{L}+)? is(?: now)?|(?:went|gone|goes) (?:up|down) to)|[€$£])\s?$/iu;

/** "0.05 mg" and "costs 18.50" are no times. */
const isDecimal = (text: string, { at, end, kind }: { at: number; end: number; kind: string }): boolean =>
  kind === 'time' &&
  /^\d{1,2}\.\d{2}\s?$/.test(text.slice(at, end)) &&
  (hasUnit(text, text.slice(at, end).trimEnd().length + at) || priced.test(text.slice(Math.max(0, at - 40), at)));

/** "version 5.3." is no third of May. */
const isVersion = (text: string, { at, kind }: { at: number; kind: string }): boolean =>
  kind === 'date' && /\b(?:version|release|v|ver|rev)\.?\s?$/i.test(text.slice(Math.max(0, at - 12), at));

const dates = (text: string): Quantity[] =>
  datesIn(text)
    .filter((found) => !isDecimal(text, found) && !isVersion(text, found))
    .map(({ at, end, value, kind }) => ({
      at,
      end,
      kind,
      unit: '',
      key: `${kind} ${value.replace(/s$/, '')}`,
    }));

const weekdays: Record<string, string> = {
  mon: 'monday',
  tue: 'tuesday',
  wed: 'wednesday',
  thu: 'thursday',
  fri: 'friday',
  sat: 'saturday',
  sun: 'sunday',
};

const written = (found: RegExpMatchArray, kind: Quantity['kind'], value: string): Quantity => ({
  at: found.index ?? 0,
  end: (found.index ?? 0) + found[0].length,
  kind,
  unit: '',
  key: `${kind} ${value}`,
});

const furtherDates = (text: string): Quantity[] => [
  ...[...text.matchAll(minutesOff)].map((found) => written(found, 'time', clockOf(found))),
  ...[...text.matchAll(shortWeekday)].map((found) =>
    written(found, 'date', ownOf(weekdays, found[0].slice(0, 3).toLowerCase()) ?? ''),
  ),
  ...[...text.matchAll(dayAlone)].map((found) => written(found, 'date', `the ${found[1]}`)),
];

/** "1.78 m" is a length, "1.78m" and "$2 m" are millions. */
const inMetres = (text: string, number: Found): Found => {
  const isLength = /\d m$/.test(text.slice(number.at, number.end)) && !/[€$£]\s?$/.test(text.slice(0, number.at));
  return isLength ? { ...number, end: number.end - 2, value: number.value / 1e6 } : number;
};

const withHalves = (text: string): Quantity[] =>
  [...text.matchAll(halfMore)].flatMap((found) => {
    const { count = '', unit, units: after } = found.groups ?? {};
    const value = 0.5 + (valueOfWords(count) ?? (/^an?$/i.test(count) ? 1 : Number(count)));
    const said = `${value} ${unit ?? after}`;
    const end = String(value).length;
    if (!hasUnit(said, end)) return [];
    return [{ ...amountOf(said, { at: 0, end, value, said }), at: found.index, end: found.index + found[0].length }];
  });

const amounts = (text: string): Quantity[] => {
  const numbers = foundNumbers(text).map(({ at, end, value }) =>
    inMetres(text, { at, end, value: Number(value), said: value }),
  );
  const words = [...text.matchAll(halfAlone)].map((found) => {
    const said = found[0].toLowerCase();
    const value = ownOf(values, said) ?? (said.startsWith('half') ? 0.5 : said.includes('dozen') ? 12 : 1);
    return { at: found.index, end: found.index + found[0].length, value, said };
  });
  return [...withHalves(text), ...[...numbers, ...words].map((number) => amountOf(text, number))];
};

const isFree = (quantity: Quantity, taken: readonly Quantity[]) =>
  !taken.some(({ at, end }) => quantity.at < end && at < quantity.end);

/** In order of appearance. A date or time takes its place before an amount that overlaps it. */
export function quantitiesIn(text: string): Quantity[] {
  const found: Quantity[] = dates(text);
  const undated = withoutDates(text, found);
  for (const quantity of [...furtherDates(undated), ...amounts(undated)])
    if (isFree(quantity, found)) found.push(quantity);
  return found.sort((first, second) => first.at - second.at);
}
