import { mkdir, writeFile } from 'node:fs/promises';

/**
 * Writes the n-grams of eld (Nito T.M., Apache-2.0) as one packed text. As the package has them, an object for each, they
 * take 45 MB in every thread that reads texts; packed they take four.
 */

const detector = import.meta.resolve('eld/extrasmall');
const partOf = (path) => import(new URL(path, detector));
const { ngramsData } = await partOf('../ngrams/extrasmall.js');
const { dictionary } = await partOf('../dictionary.js');
const { avgScore } = await partOf('../avgScore.js');

/** The package writes bytes of UTF-8 in letters of its own. */
const bytes = new Map(dictionary.map((letter, byte) => [letter, byte]).filter(([letter]) => letter !== ' '));
const byteOf = (letter) => bytes.get(letter) ?? letter.charCodeAt(0);

const packed = Object.entries(ngramsData.ngrams).flatMap(([ngram, scores]) => {
  const places = Object.entries(scores).flatMap(([language, score]) => [Number(language), score]);
  return [ngram.length, ...[...ngram].map(byteOf), places.length / 2, ...places];
});
const languages = Object.values(ngramsData.languages);

const lines = [
  '/** ISO 639-1; scores name a language by its place. */',
  `export const languages: readonly string[] = ${JSON.stringify(languages)};`,
  '/** The score of a text that is taken for its language rightly, 0..1, on average. */',
  `export const averages: readonly number[] = ${JSON.stringify(languages.map((language) => avgScore[language]))};`,
  '/** Base64 of each n-gram: length, bytes of UTF-8, how many languages have it; then of each its place and score. */',
  `export const ngrams = '${Buffer.from(packed).toString('base64')}';`,
];

const folder = new URL('../src/generated/', import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL('ngrams.ts', folder), `${lines.join('\n')}\n`);
