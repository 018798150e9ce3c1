import stem from 'wink-porter2-stemmer';
import { composed } from './cleaned.js';

/** English words that do not tell the subject of a text. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about above after again against all am an and any are aren as at be because been before being below between both but by
  can cannot could couldn did didn do does doesn doing don down during each few for from further had hadn has hasn have haven
  having he her here hers herself him himself his how i if in into is isn it its itself just let me more most mustn my myself
  no nor not now of off on once only or other ought our ours ourselves out over own same shan she should shouldn so some such
  than that the their theirs them themselves then there these they this those through to too under until up very was wasn we
  were weren what when where which while who whom why will with won would wouldn you your yours yourself yourselves
  also get got gets gotten im ive id ill dont doesnt didnt cant wont isnt wasnt arent youre theyre thats whats`
    .split(/\s+/)
    .filter((word) => word.length > 0),
);

const wordPattern = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;
const clitic = /['’](?:s|m|d|t|ll|re|ve|em)$/;

/** NFKC, lower case, letters and digits, without English clitics ('s, 'm, 'll …). */
export function words(text: string): string[] {
  const found = composed(text).toLowerCase().match(wordPattern) ?? [];
  return found.map((word) => word.replace(clitic, '').replace(/['’]/g, ''));
}

/** Stops at `most`, so that a long text is not read to its end. */
export function countWords(text: string, most: number): number {
  let count = 0;
  for (const _ of text.matchAll(wordPattern)) {
    count += 1;
    if (count === most) break;
  }
  return count;
}

/** No word is longer, and the stemmer's time grows with the square of the length. */
const LONGEST_STEMMED = 64;

const stemmed = (word: string): string => (word.length > LONGEST_STEMMED ? word : stem(word));

/** Porter2 stems of the words that carry meaning, in order, with repeats. Very long words are not stemmed. */
export function terms(text: string): string[] {
  return words(text)
    .filter((word) => word.length > 0 && !stopWords.has(word))
    .map(stemmed);
}

export const stemsOf = (text: string): ReadonlySet<string> => new Set(terms(text));

/** Above the greatest term id, and within the dimensions of every engine's sparse vectors (pgvector: 10⁹). */
const TERM_IDS = 1_000_000_000;

/** FNV-1a over UTF-16 units, so that indexes and vocabularies hold no words. */
export function termId(term: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index += 1) {
    hash ^= term.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0) % TERM_IDS;
}

/** `indices` are term ids, ascending and distinct. */
export interface SparseVector {
  indices: number[];
  values: number[];
}

/** Entries of equal id are added, in their order. */
export function sparseOf(entries: Iterable<readonly [id: number, value: number]>): SparseVector {
  const indices: number[] = [];
  const values: number[] = [];
  for (const [id, value] of [...entries].sort((first, second) => first[0] - second[0])) {
    const last = indices.length - 1;
    if (indices[last] === id) values[last] = (values[last] ?? 0) + value;
    else {
      indices.push(id);
      values.push(value);
    }
  }
  return { indices, values };
}

export const entriesOf = ({ indices, values }: SparseVector): [id: number, value: number][] =>
  indices.map((id, place) => [id, values[place] ?? 0]);

export function dot(first: SparseVector, second: SparseVector): number {
  let sum = 0;
  let left = 0;
  let right = 0;
  while (left < first.indices.length && right < second.indices.length) {
    const difference = (first.indices[left] ?? 0) - (second.indices[right] ?? 0);
    if (difference === 0) sum += (first.values[left] ?? 0) * (second.values[right] ?? 0);
    if (difference <= 0) left += 1;
    if (difference >= 0) right += 1;
  }
  return sum;
}
