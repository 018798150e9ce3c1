const pairs: [RegExp, string][] = [
  [/[’‘ʼ]/g, "'"],
  [/\bim\b(?= \p{L})/giu, "I'm"],
  [/\bive\b(?= \p{L})/giu, "I've"],
  [/\bdont\b/gi, "don't"],
  [/\bdoesnt\b/gi, "doesn't"],
  [/\bdidnt\b/gi, "didn't"],
  [/\bcant\b/gi, "can't"],
  [/\bhavent\b/gi, "haven't"],
];

/** Straight apostrophes, and the contractions that people type without one. */
export const spelled = (text: string): string =>
  pairs.reduce((changed, [pattern, replacement]) => changed.replace(pattern, replacement), text);
