const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales: Record<string, number> = {
  dozen: 12,
  score: 20,
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
};

const numberWord = [...units, ...tens, ...Object.keys(scales)].join('|');
const connected = `(?:(?:[- ]| and )(?:${numberWord})\\b){0,8}`;

/** "two hundred and fifty", "a dozen", "twenty-six". "one" alone may be a pronoun. */
export const wordsPattern = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:(?:a|an) (?=(?:dozen|hundred|thousand|million|couple)\\b))?(?:couple of|couple|${numberWord})\\b${connected}`,
  'giu',
);

const wordValue = (word: string): number => {
  const ten = tens.indexOf(word);
  return ten >= 0 ? (ten + 2) * 10 : units.indexOf(word);
};

/** The value of number words in a row. */
export function valueOfRow(row: string): number {
  let [total, group] = [0, 0];
  for (const word of row.toLowerCase().split(/[- ]/)) {
    const scale = scales[word];
    if (word.startsWith('couple')) group += 2;
    else if (scale === undefined) group += Math.max(0, wordValue(word));
    else if (scale < 1000) group = (group || 1) * scale;
    else [total, group] = [total + (group || 1) * scale, 0];
  }
  return total + group;
}

/** Fractions before a unit or after a number: "half an hour", "three quarters of an hour", "two and a half". */
export const fractions: readonly [RegExp, number][] = [
  [
    /(?<=\b(?:within|for|in|after|takes?|took|lasts?|lasted|than|about|almost|over|under|to|is|was|every) )an? (?=(?:second|minute|hour|day|week|fortnight|month|year|decade)\b)/giu,
    1,
  ],
  [/\bthree[- ]quarters of an? (?=\p{L})/giu, 0.75],
  [/\bhalf an? (?=\p{L})/giu, 0.5],
  [/\ba?\s?quarter of an? (?=\p{L})/giu, 0.25],
  [/\bhalf a dozen\b/giu, 6],
];

/** What may follow a number and add to it: "3 and a half", "one and a half". */
export const andAHalf = /^ and a half\b/i;
