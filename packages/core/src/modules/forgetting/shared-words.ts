import type { Span } from '../../ports/records.js';

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

export interface Sharing {
  /** The text's own words, which stay even if others said them. */
  own: readonly string[];
  /** The shortest run of words that is no coincidence. A shorter earlier text counts as a whole. */
  least: number;
}

/** The words that belong to a run from an earlier text and are not the text's own. */
export function sharedWords(text: string, earlier: readonly string[], { own, least }: Sharing): Span[] {
  const words = wordsOf(text);
  const owned = new Set(own.flatMap(wordsOf).map((one) => one.text));
  const shared = new Set<number>();
  for (const earlierWords of earlier.map(wordsOf)) {
    const length = Math.min(least, earlierWords.length);
    if (length === 0) continue;
    const rows = new Set(rowsOf(earlierWords, length));
    for (const [at, row] of rowsOf(words, length).entries()) {
      if (rows.has(row)) for (let place = at; place < at + length; place += 1) shared.add(place);
    }
  }
  return words.filter(({ text: found }, place) => shared.has(place) && !owned.has(found));
}
