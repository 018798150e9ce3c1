const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

export const unitWords = units.slice(1, 13).join('|');
const tensWords = tens.join('|');

/** "twelve", "twenty-six", "sixty"; "one" apart, since it is a pronoun as often. */
export const numberWord = `(?:(?:${tensWords})[- ](?:${units.slice(1, 10).join('|')})|${tensWords}|${[...units].sort((first, second) => second.length - first.length).join('|')})`;

const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
const laterOrdinals = [...ordinals.slice(0, 9).map((ordinal) => `twenty-${ordinal}`), ...['thirtieth', 'thirty-first']];

/** "twelfth", "twenty-first": of the days of a month. */
export const ordinalWord = `(?:${[...laterOrdinals, ...ordinals].join('|')})`;

/** Of a day in digits, with "st" or "th" or without, or in words. */
export function valueOfDay(day: string): number {
  const place = [...ordinals, ...laterOrdinals].indexOf(day.toLowerCase());
  return place >= 0 ? place + 1 : Number.parseInt(day, 10);
}

/** The value of a number in words; null where it is none. */
export function valueOfWords(words: string): number | null {
  const [first = '', second] = words.toLowerCase().split(/[- ]/);
  const ten = tens.indexOf(first);
  if (ten >= 0) return (ten + 2) * 10 + (second ? units.indexOf(second) : 0);
  const unit = units.indexOf(first);
  return unit >= 0 ? unit : null;
}
