import { withoutEnd } from '@hippocamp/shared/text/ends';

const invariable = /(?:ss|us|is|news|glasses|jeans|scissors|series|species|tennis|chess|jazz|maths|physics)$/;

/** Singular of a word, by its ending. */
export const singular = (word: string): string => {
  if (word.length < 4 || invariable.test(word) || !word.endsWith('s')) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(?:sh|ch|x|ss|zz|o)es$/.test(word) && !/(?:oes)$/.test(word.slice(-4, -1))
    ? word.slice(0, -2)
    : word.slice(0, -1);
};

const signsBefore = /^[^\p{L}\p{N}]+/u;
const article = /^(?:the|an?|my|his|her|their|our|its|some|any|all|to) /;

/** Whether the last word has a capital, as "Jonas" has. */
const endsInName = (text: string): boolean => {
  const before = withoutEnd(withoutEnd(text, /\W/), /\S/);
  return /(?:^|\s)\p{Lu}/u.test(text.slice(before.length));
};

/** Lower case, without article, quotes and signs at the ends; the last word in the singular. */
export function canonicalNoun(text: string): string {
  const written = text
    .toLowerCase()
    .replace(/["'()]+/g, '')
    .replace(signsBefore, '');
  const words = withoutEnd(written, /[^\p{L}\p{N}+#%]/u)
    .replace(article, '')
    .trim();
  const last = words.lastIndexOf(' ') + 1;
  return endsInName(text) ? words : words.slice(0, last) + singular(words.slice(last));
}

/** Lower case, without article and signs at the ends. */
export const canonicalName = (text: string): string =>
  withoutEnd(
    text
      .toLowerCase()
      .replace(/["]+/g, '')
      .replace(/^(?:the|an?) /, '')
      .replace(signsBefore, ''),
    /[^\p{L}\p{N}+#]/u,
  ).trim();

/** Words with capitals, as names of places, companies and people are written. */
export const properName =
  "\\p{Lu}[\\p{L}\\p{M}\\p{N}'&.-]{0,40}(?: (?:(?:of|de|la|le|am|an der|upon|the|van|von|der|and|&) )?\\p{Lu}[\\p{L}\\p{M}\\p{N}'&.-]{0,40}){0,4}";

/** What may follow a value and does not change it. */
export const valueEnd =
  '(?=$|[,;:)–—]| (?:now|and|but|with|since|because|so|on|in|from|near|close|where|which|who|as|at|again|already|too|these|anymore|any|last|next|this|yesterday|today|tomorrow|nowadays|right|currently|together|alone|until|for|after|to|when|while|though|although)\\b)';
