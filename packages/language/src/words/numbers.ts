import { ownOf } from '@hippocamp/shared/own';
import { withoutEnd } from '@hippocamp/shared/text/cleaned';

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

export const unitWords = units.slice(1, 13).join('|');
const tensWords = tens.join('|');

export const numberWord = `(?:(?:${tensWords})[- ](?:${units.slice(1, 10).join('|')})|${tensWords}|${[...units].sort((first, second) => second.length - first.length).join('|')})`;

const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
const laterOrdinals = [...ordinals.slice(0, 9).map((ordinal) => `twenty-${ordinal}`), ...['thirtieth', 'thirty-first']];

export const ordinalWord = `(?:${[...laterOrdinals, ...ordinals].join('|')})`;

/** Takes a day in digits, with or without "st" or "th", or in words. */
export function valueOfDay(day: string): number {
  const place = [...ordinals, ...laterOrdinals].indexOf(day.toLowerCase());
  return place >= 0 ? place + 1 : Number.parseInt(day, 10);
}

export function valueOfWords(words: string): number | null {
  const [first = '', second] = words.toLowerCase().split(/[- ]/);
  const ten = tens.indexOf(first);
  if (ten >= 0) return (ten + 2) * 10 + (second ? units.indexOf(second) : 0);
  const unit = units.indexOf(first);
  return unit >= 0 ? unit : null;
}

const vulgar = '[\\u00bc-\\u00be\\u2150-\\u215e]';
const grouped = "\\d{1,3}(?:[,.'’\\u00a0\\u202f]\\d{3}){1,8}(?:[.,]\\d{1,2})?(?!\\.?\\d)";
/** IP addresses and versions: "10.0.0.250", "20.19.1". */
const dotted = '\\d{1,20}(?:\\.\\d{1,20}){2,}';
const figure = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${grouped}|\\d{1,3}(?: \\d{3}){1,8}(?! *\\d)|${dotted}|\\d{1,20}(?:[.,]\\d{1,6})?${vulgar}?|${vulgar})(?:\\s?(k|thousand|m|million|bn|billion)\\b)?`,
  'giu',
);
const fractionAtEnd = new RegExp(`${vulgar}$`, 'u');
/** The dash of "3-5" is no minus. */
const negative = /(?:(?:^|[\s(=<>:≤≥≠≈~"'\p{Sc}])[-−–]|\bminus\s)\p{Sc}?$/iu;
const LONGEST_SIGN = 8;
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
  const trimmed = withoutEnd(fraction, /0/);
  const plain = whole.replace(/^0+(?=\d)/, '');
  return trimmed === '' ? plain : `${plain}.${trimmed}`;
};

const fractionOf = (sign: string): number => {
  const [above, below] = sign.normalize('NFKC').split('\u2044').map(Number);
  return (above ?? 0) / (below || 1);
};

/** "4,500" and "4.500" are 4500, "4.5" and "4,5" are 4.5. */
const plainDigits = (written: string): string => {
  if (/^\d+(?:\.\d+){2,}$/.test(written) && !/^\d{1,3}(?:\.\d{3})+$/.test(written)) return written;
  const grouped = /^\d{1,3}([,.'’\u00a0\u202f ])\d{3}/.exec(written);
  if (!grouped) return decimal(written.replace(',', '.'));
  const separator = grouped[1] ?? '';
  const [whole, ...rest] = written.split(separator === ',' ? '.' : ',');
  const digits = (whole ?? '').replaceAll(separator, '');
  return decimal(rest.length > 0 ? `${digits}.${rest.join('')}` : digits);
};

const withFraction = (written: string): string => {
  const sign = fractionAtEnd.exec(written)?.[0];
  if (sign === undefined) return plainDigits(written);
  const value = Number(plainDigits(written.slice(0, -sign.length) || '0')) + fractionOf(sign);
  return String(Math.round(value * 1e4) / 1e4);
};

const canonicalNumber = (written: string, scale: string | undefined): string => {
  const digits = withFraction(written);
  const factor = scale ? ownOf(factors, scale.toLowerCase()) : undefined;
  return factor === undefined ? digits : String(Math.round(Number(digits) * factor));
};

/** A sign before a number belongs to its value, not to its place. */
interface FoundNumber {
  at: number;
  end: number;
  value: string;
}

const figuresIn = (text: string): FoundNumber[] =>
  [...text.matchAll(figure)].map((found) => {
    const scale = found[1];
    const written = scale ? found[0].slice(0, found[0].length - scale.length).trim() : found[0];
    const sign = negative.test(text.slice(Math.max(0, found.index - LONGEST_SIGN), found.index)) ? '-' : '';
    return { at: found.index, end: found.index + found[0].length, value: `${sign}${canonicalNumber(written, scale)}` };
  });

const wordsIn = (text: string): FoundNumber[] =>
  [...text.matchAll(word)].flatMap((found) => {
    const value = valueOfWords(found[0]);
    return value === null ? [] : [{ at: found.index, end: found.index + found[0].length, value: String(value) }];
  });

/** Canonical numbers in order of appearance, without currencies and units. */
export function foundNumbers(text: string): FoundNumber[] {
  const counted = text.replace(pronounOne, (part) => ' '.repeat(part.length));
  return [...figuresIn(counted), ...wordsIn(counted)].sort((first, second) => first.at - second.at);
}

export const numbersIn = (text: string): string[] => foundNumbers(text).map(({ value }) => value);
