/** A number with its unit, a date or a time of day where it stands; in whatever form it is written, its key is the same. */
export interface Quantity {
  at: number;
  end: number;
  kind: 'date' | 'time' | 'amount' | 'rate';
  /** Empty where there is none. */
  unit: string;
  /** "time 15:00", "amount 0.5 h", "rate 6000 /h". */
  key: string;
}

/** Names of a unit, what it is counted in, and how many of those it is. */
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

/** What a rate counts by, in hours; months and years are no fixed number of them. */
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

/** A number where it stands. */
export interface Found {
  at: number;
  end: number;
  value: number;
  /** As it stands, where it is no plain number: "20.19.1". */
  said: string;
}

const perHour = (text: string, end: number): { hours: number; end: number } | null => {
  const found = rateAfter.exec(text.slice(end, end + 50));
  const hours = found?.[1] ? periods[found[1].toLowerCase().replace(/(?<=..)s$/, '')] : undefined;
  return found && hours !== undefined ? { hours, end: end + found[0].length } : null;
};

/** Whether the name of a unit stands there. */
export const hasUnit = (text: string, end: number): boolean =>
  units.has(unitAfter.exec(text.slice(end, end + 16))?.[1]?.toLowerCase() ?? '');

/** The unit that stands there, and where it ends. */
const unitNamed = (text: string, from: number): { unit: string; factor: number; end: number } | null => {
  const named = unitAfter.exec(text.slice(from, from + 16));
  const known = named?.[1] ? units.get(named[1].toLowerCase()) : undefined;
  return named && known ? { ...known, end: from + named[0].length } : null;
};

/** A number with what it counts: the same amount in other units has the same key. */
export function amountOf(text: string, { at, end, value, said }: Found): Quantity {
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
