import type { Span } from '../../ports/records.js';

/** A word; of scripts that write none apart, a letter. */
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

/** Words in a row, of every place where so many begin. */
const rowsOf = (words: readonly Word[], length: number): string[] =>
  words.slice(0, Math.max(0, words.length - length + 1)).map((_word, at) =>
    words
      .slice(at, at + length)
      .map(({ text }) => text)
      .join(' '),
  );

export interface Sharing {
  /** What the text says by itself: these words are its own, whoever said them too. */
  own: readonly string[];
  /** So many words in a row are told from chance; all of an earlier text that has fewer. */
  least: number;
}

/** Where a text holds words of earlier ones, in a row, that are not its own: each word. */
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
