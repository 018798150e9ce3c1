/** Straight apostrophes, whatever the keyboard made of them. */
export const straight = (text: string): string => text.replace(/[’‘ʼ]/g, "'");

/** Contractions with their apostrophes, straight ones: people type many of them without. */
export const spelled = (text: string): string =>
  straight(text)
    .replace(/\bim\b(?= \p{L})/giu, "I'm")
    .replace(/\bive\b(?= \p{L})/giu, "I've")
    .replace(/\b(do|does|did|have|ca)nt\b/gi, "$1n't");

/** Denials written out, each with a "not" of its own. */
export const deniedInFull = (text: string): string =>
  text
    .replace(/\bcan(?:no|')t\b/gi, 'can not')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/n't\b/gi, ' not');
