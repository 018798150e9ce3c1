import stem from 'wink-porter2-stemmer';
import { stopWords } from './stop-words.js';

const wordPattern = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;
const clitic = /['’](?:s|m|d|t|ll|re|ve|em)$/;

/** A letter may become eighteen (U+FDFA): a text that doubles was made to, and stays as it is. */
const composed = (text: string): string => {
  const plain = text.normalize('NFKC');
  return plain.length > 2 * text.length + 64 ? text : plain;
};

/** Words in order: NFKC, lower case, letters and digits, English clitics ('s, 'm, 'll …) cut off. */
export function words(text: string): string[] {
  const found = composed(text).toLowerCase().match(wordPattern) ?? [];
  return found.map((word) => word.replace(clitic, '').replace(/['’]/g, ''));
}

/** How many words a text has, up to `most`: no more of a long one is read. */
export function countWords(text: string, most: number): number {
  let count = 0;
  for (const _ of text.matchAll(wordPattern)) {
    count += 1;
    if (count === most) break;
  }
  return count;
}

/** No word of a language is longer; the stemmer's time grows with the square of a word's length. */
const LONGEST_STEMMED = 64;

const stemmed = (word: string): string => (word.length > LONGEST_STEMMED ? word : stem(word));

/** Porter2 stems of the words that carry meaning, in order, repeats kept; what search by words sees of a text. Runs of more letters than any word has stay whole. */
export function terms(text: string): string[] {
  return words(text)
    .filter((word) => word.length > 0 && !stopWords.has(word))
    .map(stemmed);
}

/** Each of them once. */
export const stemsOf = (text: string): ReadonlySet<string> => new Set(terms(text));

/** One more than the greatest id of a term: as many dimensions as every engine's sparse vectors have (pgvector: 10⁹). */
export const TERM_IDS = 1_000_000_000;

/** FNV-1a over UTF-16 units, below `TERM_IDS`: the id of a term in indexes and vocabularies, so that neither holds words. */
export function termId(term: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index += 1) {
    hash ^= term.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0) % TERM_IDS;
}
