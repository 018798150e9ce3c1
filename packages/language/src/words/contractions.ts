/** Straight apostrophes, whatever the keyboard made of them. */
export const straight = (text: string): string => text.replace(/[’‘ʼ]/g, "'");

const inOrder =
  (steps: readonly [RegExp, string][]) =>
  (text: string): string =>
    steps.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text);

const withApostrophes = inOrder([
  [/\bim\b(?= \p{L})/giu, "I'm"],
  [/\bive\b(?= \p{L})/giu, "I've"],
  [/\b(do|does|did|have|ca)nt\b/gi, "$1n't"],
]);

/** Contractions with their apostrophes, straight ones: people type many of them without. */
export const spelled = (text: string): string => withApostrophes(straight(text));

const withMoreApostrophes = inOrder([[/\b(is|are|was|were|has|had|would|could|should|must)nt\b/gi, "$1n't"]]);

/** The same for reading only: what is kept as somebody said it is not corrected as far as that. */
export const fullySpelled = (text: string): string => withMoreApostrophes(spelled(text));

/** Denials written out, each with a "not" of its own. */
export const deniedInFull = inOrder([
  [/\bcan(?:no|')t\b/gi, 'can not'],
  [/\bwon't\b/gi, 'will not'],
  [/n't\b/gi, ' not'],
]);
