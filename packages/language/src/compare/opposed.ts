/** Small words of which one in place of the other tells something else: from when and until when, how much at least and at most, whether it must be so. */
const opposites: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:until|till|up to|by)\b/i, /\b(?:from|since|after|starting)\b/i],
  [
    /\b(?:at least|no less than|no fewer than|minimum|min|more than|over|above|upwards of)\b/i,
    /\b(?:at most|no more than|maximum|max|less than|fewer than|under|below|up to)\b/i,
  ],
  [/\bbefore\b/i, /\bafter\b/i],
  [/\bwith\b/i, /\bwithout\b/i],
  [
    /\b(?:all|every|each|always|everybody|everyone|both)\b/i,
    /\b(?:some|sometimes|one|only|half|most|few|either|several|except)\b/i,
  ],
  [/\b(?:may|can|might|could)\b/i, /\b(?:must|should|have to|has to|cannot)\b/i],
  [/\bfirst\b/i, /\b(?:last|second|third)\b/i],
  [/\b(?:on|in|onto|into)\b/i, /\b(?:off|out)\b/i],
  [/\b(?:am|a\.m\.)(?!\p{L})/iu, /\b(?:pm|p\.m\.)(?!\p{L})/iu],
];

const hasOnly = (text: string, other: string, wanted: RegExp): boolean => wanted.test(text) && !wanted.test(other);

/** "Parking is free until 6", "Parking is free from 6". */
export const isOpposed = (older: string, newer: string): boolean =>
  opposites.some(
    ([one, other]) =>
      (hasOnly(older, newer, one) && hasOnly(newer, older, other)) ||
      (hasOnly(older, newer, other) && hasOnly(newer, older, one)),
  );
