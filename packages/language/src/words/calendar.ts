export const monthNames = 'january february march april may june july august september october november december'.split(
  ' ',
);
export const weekdayNames = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

const capitalised = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
const inEitherCase = (name: string) => `[${name.slice(0, 1).toUpperCase()}${name.slice(0, 1)}]${name.slice(1)}`;

/** "may" has no shorter form. */
const shortNames = monthNames
  .filter((name) => name !== 'may')
  .map((name) => (name === 'september' ? 'sept?' : name.slice(0, 3)));
const allNames = [...monthNames, ...shortNames];
const isWord = (name: string) => name === 'may' || name === 'march';

/** In lower case, for patterns that look at no capitals. */
export const anyMonth = allNames.join('|');
export const anyWeekday = weekdayNames.join('|');

/** With a capital, since "may" and "march" are words too. */
export const month = `(?:${[...allNames.map(capitalised), ...monthNames.filter((name) => !isWord(name))].join('|')})\\.?`;
/** After or before a day of the month nothing else can be meant. */
export const dayMonth = `(?:${allNames.map(inEitherCase).join('|')})\\b\\.?`;
export const weekday = `(?:${weekdayNames.map(inEitherCase).join('|')})`;

export const monthNumber = (name: string): string => {
  const start = name.toLowerCase().slice(0, 3);
  return String(monthNames.findIndex((candidate) => candidate.startsWith(start)) + 1).padStart(2, '0');
};

const two = (digits: string) => digits.padStart(2, '0');

/** "2026-04-11", or "--04-11" where the year is not said; null where there is no such day. */
export function canonicalDay(year: string | undefined, monthDigits: string, day: string): string | null {
  const date = Number(day);
  const number = Number(monthDigits);
  if (date < 1 || date > 31 || number < 1 || number > 12) return null;
  return `${year ? fullYear(year) : '-'}-${two(monthDigits)}-${two(day)}`;
}

const fullYear = (year: string): string => (year.length === 2 ? `${Number(year) > 60 ? '19' : '20'}${year}` : year);
