import type { Span } from '../../ports/records.js';
import { pace } from '../waiting.js';
import { type ByText, createTextMap, textKey } from './text-keys.js';
import type { Words } from './word-batch.js';

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

/** All runs of `length` words, by their keys. */
const rowsOf = (words: readonly Word[], length: number): string[] =>
  words.slice(0, Math.max(0, words.length - length + 1)).map((_word, at) =>
    textKey(
      words
        .slice(at, at + length)
        .map(({ text }) => text)
        .join(' '),
    ),
  );

/** Runs of words of earlier texts, by their length. */
type WordRows = ReadonlyMap<number, ReadonlySet<string>>;

/** Bytes of a run besides its letters. */
const RUN = 40;
/** Bytes of the runs that are held at once: a memory may have been changed thousands of times. */
const MOST_BYTES = 30_000_000;

async function* wordRowsOf(texts: Words, least: number, most: number): AsyncGenerator<WordRows> {
  let rows = new Map<number, Set<string>>();
  let held = 0;
  for await (const text of texts) {
    const words = wordsOf(text);
    const length = Math.min(least, words.length);
    if (length === 0) continue;
    const ofLength = rows.get(length) ?? new Set();
    rows.set(length, ofLength);
    for (const row of rowsOf(words, length)) {
      ofLength.add(row);
      held += row.length + RUN;
    }
    await pace();
    if (held < most) continue;
    yield rows;
    [rows, held] = [new Map(), 0];
  }
  if (rows.size > 0) yield rows;
}

const mark = (words: readonly Word[], earlier: WordRows, shared: Set<number>) => {
  for (const [length, rows] of earlier) {
    for (const [at, row] of rowsOf(words, length).entries()) {
      if (rows.has(row)) for (let place = at; place < at + length; place += 1) shared.add(place);
    }
  }
};

/** For each text the places of its words that belong to a run from an earlier text. */
export type SharedPlaces = ByText<ReadonlySet<number>>;

/** `least` words in a row are no coincidence. A shorter earlier text counts as a whole. The texts may be many and long. */
export async function sharedPlaces(
  texts: Iterable<string>,
  earlier: Words,
  least: number,
  most = MOST_BYTES,
): Promise<SharedPlaces> {
  const found = createTextMap([...texts].map((text) => [text, new Set<number>()] as const));
  if (found.size === 0) return found;
  for await (const rows of wordRowsOf(earlier, least, most)) {
    for (const [text, shared] of found.entries()) {
      mark(wordsOf(text), rows, shared);
      await pace();
    }
  }
  return found;
}

/** The words of a text that are shared and not its own, which stay even if others said them. */
export function sharedWords(text: string, places: SharedPlaces, own: readonly string[]): Span[] {
  const shared = places.get(text);
  if (!shared) throw new Error('a text was not looked through for earlier words');
  const owned = new Set(own.flatMap(wordsOf).map((one) => one.text));
  return wordsOf(text).filter(({ text: found }, place) => shared.has(place) && !owned.has(found));
}
