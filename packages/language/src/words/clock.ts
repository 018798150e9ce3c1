import { unitWords, valueOfWords } from './number-words.js';

const hour = `(?:\\d{1,2}|${unitWords})`;

const partOfDay = ' (?:in the (?:morning|afternoon|evening)|at night)\\b';

/** Times of day, by their groups: digits with minutes, hour with half, plain hour after "at", noon. */
export const clockPattern = new RegExp(
  `(?<![\\p{L}\\p{N}.:])(?:(?<digits>\\d{1,2}[:.]\\d{2})(?!\\d|[.:]\\d)\\s?(?<half>[ap]\\.?m\\b\\.?)?|(?<part>half|quarter) (?<side>past|to) (?<near>${hour})|(?<plain>${hour})\\s?(?<suffix>[ap]\\.?m\\b\\.?|o'clock)|(?<=\\b(?:at|by|before|after|until|from) )(?<bare>${hour})(?=${partOfDay}|(?! ?(?:\\p{L}|%|[-/.,:]?\\d)))|(?<name>noon|midnight))(?:\\s?(?<later>[ap]\\.?m\\b\\.?))?(?<day>${partOfDay})?`,
  'giu',
);

const numberOf = (words: string): number => (/^\d/.test(words) ? Number(words) : (valueOfWords(words) ?? Number.NaN));

const format = (hours: number, minutes: number): string | null =>
  hours <= 24 && minutes < 60 ? `${String(hours % 24).padStart(2, '0')}:${String(minutes).padStart(2, '0')}` : null;

const inDay = (hours: number, half: string | undefined): number => {
  if (!half || half.startsWith('o')) return hours;
  return (hours % 12) + (/^p/i.test(half) ? 12 : 0);
};

type Groups = Record<string, string | undefined>;

/** "nine at night" is 21:00. */
const halfOf = (day: string | undefined): string | undefined => (day && !day.endsWith('morning') ? 'pm' : undefined);

/** "09:00", "16:30"; null where there is no such time. */
export function canonicalTime(groups: Groups): string | null {
  const half = groups.half ?? groups.suffix ?? groups.later ?? halfOf(groups.day);
  if (groups.name) return groups.name.toLowerCase() === 'noon' ? '12:00' : '00:00';
  if (groups.digits) {
    const [hours = '', minutes = ''] = groups.digits.split(/[:.]/);
    return format(inDay(Number(hours), half), Number(minutes));
  }
  if (groups.part) return partOfHour(groups, half);
  return format(inDay(numberOf(groups.plain ?? groups.bare ?? ''), half), 0);
}

const partOfHour = ({ part, side, near }: Groups, half: string | undefined): string | null => {
  const minutes = (part?.toLowerCase() === 'half' ? 30 : 15) * (side?.toLowerCase() === 'to' ? -1 : 1);
  const hours = inDay(numberOf(near ?? ''), half);
  return minutes > 0 ? format(hours, minutes) : format((hours + 23) % 24, 60 + minutes);
};
