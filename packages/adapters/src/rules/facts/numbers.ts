import { numberWord, valueOfWords } from './number-words.js';

const figure =
  /(?<![\p{L}\p{N}])(?:\d{1,3}(?:[,.'’\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?|\d{1,3}(?: \d{3})+(?![ \d]*\d)|\d{1,20}(?:[.,]\d{1,6})?)(?:\s?(k|thousand|m|million|bn|billion)\b)?/giu;
const pronounOne =
  /(?:(?:the|this|that|each|which|no|any|every|some|another|old|new|first|last|only|very|big|small|good|green|red) one|one (?:of|another|day|more|thing))/gi;
const word = new RegExp(`(?<![\\p{L}\\p{N}-])${numberWord}(?![\\p{L}\\p{N}])`, 'giu');

const factors: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
};

const decimal = (digits: string): string => {
  const [whole = '0', fraction = ''] = digits.split('.');
  const trimmed = fraction.replace(/0+$/, '');
  const plain = whole.replace(/^0+(?=\d)/, '');
  return trimmed === '' ? plain : `${plain}.${trimmed}`;
};

/** "4,500" and "4.500" are 4500, "4.5" and "4,5" are 4.5. */
const plainDigits = (written: string): string => {
  const grouped = /^\d{1,3}([,.'’\u00a0\u202f ])\d{3}/.exec(written);
  if (!grouped) return decimal(written.replace(',', '.'));
  const separator = grouped[1] ?? '';
  const [whole, ...rest] = written.split(separator === ',' ? '.' : ',');
  const digits = (whole ?? '').replaceAll(separator, '');
  return decimal(rest.length > 0 ? `${digits}.${rest.join('')}` : digits);
};

export const canonicalNumber = (written: string, scale: string | undefined): string => {
  const digits = plainDigits(written);
  const factor = scale ? factors[scale.toLowerCase()] : undefined;
  return factor === undefined ? digits : String(Math.round(Number(digits) * factor));
};

interface Found {
  at: number;
  value: string;
}

const figuresIn = (text: string): Found[] =>
  [...text.matchAll(figure)].map((found) => {
    const scale = found[1];
    const written = scale ? found[0].slice(0, found[0].length - scale.length).trim() : found[0];
    return { at: found.index, value: canonicalNumber(written, scale) };
  });

const wordsIn = (text: string): Found[] =>
  [...text.matchAll(word)].flatMap((found) => {
    const value = valueOfWords(found[0]);
    return value === null ? [] : [{ at: found.index, value: String(value) }];
  });

/** Numbers in order of appearance, canonical; currency and units are kept out. */
export function numbersIn(text: string): string[] {
  const counted = text.replace(pronounOne, (part) => ' '.repeat(part.length));
  return [...figuresIn(counted), ...wordsIn(counted)]
    .sort((first, second) => first.at - second.at)
    .map(({ value }) => value);
}
