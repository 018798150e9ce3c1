import { datesIn, withoutDates } from './dates.js';
import { foundNumbers, numberWord, valueOfWords } from './numbers.js';
import { amountOf, type Found, hasUnit, type Quantity } from './units.js';

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

/** "0.05 mg" and "3.50 m" are no times, and "costs 18.50" is none. */
const isDecimal = (text: string, { at, end, kind }: { at: number; end: number; kind: string }): boolean =>
  kind === 'time' &&
  /^\d{1,2}\.\d{2}\s?$/.test(text.slice(at, end)) &&
  (hasUnit(text, text.slice(at, end).trimEnd().length + at) || priced.test(text.slice(Math.max(0, at - 40), at)));

/** "version 5.3." ends with a full stop, and is no third of May. */
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
    written(found, 'date', weekdays[found[0].slice(0, 3).toLowerCase()] ?? ''),
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
    const value = values[said] ?? (said.startsWith('half') ? 0.5 : said.includes('dozen') ? 12 : 1);
    return { at: found.index, end: found.index + found[0].length, value, said };
  });
  return [...withHalves(text), ...[...numbers, ...words].map((number) => amountOf(text, number))];
};

const isFree = (quantity: Quantity, taken: readonly Quantity[]) =>
  !taken.some(({ at, end }) => quantity.at < end && at < quantity.end);

/** Dates, times and amounts in order of appearance; of those that overlap the first of these kinds. */
export function quantitiesIn(text: string): Quantity[] {
  const found: Quantity[] = dates(text);
  const undated = withoutDates(text, found);
  for (const quantity of [...furtherDates(undated), ...amounts(undated)])
    if (isFree(quantity, found)) found.push(quantity);
  return found.sort((first, second) => first.at - second.at);
}
