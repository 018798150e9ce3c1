import type { Span } from '../../ports/records.js';
import { pace } from '../waiting.js';

/** A word, or a single letter in scripts without spaces between words. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{N}\p{M}]+/gu;

interface Word extends Span {
  text: string;
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(word)].map(({ 0: found, index: start }) => ({
    start,
    end: start + found.length,
    text: found.toLowerCase(),
  }));

/** All runs of `length` words. */
const rowsOf = (words: readonly Word[], length: number): string[] =>
  words.slice(0, Math.max(0, words.length - length + 1)).map((_word, at) =>
    words
      .slice(at, at + length)
      .map(({ text }) => text)
      .join(' '),
  );

/** Runs of words of earlier texts, by their length. */
export type WordRows = ReadonlyMap<number, ReadonlySet<string>>;

/** `least` words in a row are no coincidence. A shorter text counts as a whole. The texts may be many and long. */
export async function wordRowsOf(texts: readonly string[], least: number): Promise<WordRows> {
  const all = new Map<number, Set<string>>();
  for (const text of texts) {
    const words = wordsOf(text);
    const length = Math.min(least, words.length);
    const rows = all.get(length) ?? new Set();
    all.set(length, rows);
    for (const row of rowsOf(words, length)) rows.add(row);
    await pace();
  }
  all.delete(0);
  return all;
}

/** The words that belong to a run from an earlier text and are not the text's own, which stay even if others said them. */
export function sharedWords(text: string, earlier: WordRows, own: readonly string[]): Span[] {
  const words = wordsOf(text);
  const owned = new Set(own.flatMap(wordsOf).map((one) => one.text));
  const shared = new Set<number>();
  for (const [length, rows] of earlier) {
    for (const [at, row] of rowsOf(words, length).entries()) {
      if (rows.has(row)) for (let place = at; place < at + length; place += 1) shared.add(place);
    }
  }
  return words.filter(({ text: found }, place) => shared.has(place) && !owned.has(found));
}
