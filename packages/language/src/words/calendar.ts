const monthNames = 'january february march april may june july august september october november december'.split(' ');
export const weekdayNames = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

/** With a capital, since "may" and "march" are words too. */
export const month =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|january|february|april|june|july|august|september|october|november|december)\\.?';
/** After or before a day of the month nothing else can be meant. */
export const dayMonth =
  '(?:[Jj]anuary|[Ff]ebruary|[Mm]arch|[Aa]pril|[Mm]ay|[Jj]une|[Jj]uly|[Aa]ugust|[Ss]eptember|[Oo]ctober|[Nn]ovember|[Dd]ecember|[Jj]an|[Ff]eb|[Mm]ar|[Aa]pr|[Jj]un|[Jj]ul|[Aa]ug|[Ss]ept?|[Oo]ct|[Nn]ov|[Dd]ec)\\b\\.?';
export const weekday = '(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un)day';

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
