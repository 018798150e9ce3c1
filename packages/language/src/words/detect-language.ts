import { averages, languages, ngrams } from '../generated/ngrams.js';

/**
 * The algorithm and tables of eld 2 (Nito T.M., <https://github.com/nitotm/efficient-language-detector-js>, Apache-2.0).
 * Languages score by the n-grams of bytes that a text has.
 */

/** Where an n-gram's scores begin in the table. */
type Places = ReadonlyMap<string, number>;

const table = atob(ngrams);

function placesIn(packed: string): Places {
  const places = new Map<string, number>();
  for (let at = 0; at < packed.length; ) {
    const scores = at + 1 + packed.charCodeAt(at);
    places.set(packed.slice(at + 1, scores), scores);
    at = scores + 1 + 2 * packed.charCodeAt(scores);
  }
  return places;
}

const withoutLetters = /\P{L}+/gu;
/** Apostrophes before a letter belong to its word. */
const separator = /^.*[^'`’]/su;

/** Bytes. A word that begins before the first is read, up to the second. */
const [ENOUGH, MOST] = [351, 381];

const encoder = new TextEncoder();

/** Words of a text's beginning, a character for each byte of UTF-8. */
function wordsOf(text: string): string[] {
  const plain = text
    .replace(withoutLetters, (signs) => signs.replace(separator, ' '))
    .trim()
    .toLowerCase();
  const bytes = String.fromCharCode(...encoder.encode(plain).subarray(0, MOST));
  const end = bytes.indexOf(' ', ENOUGH);
  return (end < 0 ? bytes : bytes.slice(0, end)).split(' ').filter((word) => word !== '');
}

/** Bytes of a long word that are cut into n-grams. */
const LONGEST = 70;
const [LENGTH, STRIDE] = [4, 3];

/** A space marks where a word begins and ends. */
function ngramsOf(words: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const word of words) {
    let at = 0;
    for (; at + LENGTH < Math.min(word.length, LONGEST); at += STRIDE)
      found.add((at === 0 ? ' ' : '') + word.slice(at, at + LENGTH));
    found.add(`${at === 0 ? ' ' : ''}${word.slice(Math.max(0, Math.min(word.length, LONGEST) - LENGTH))} `);
  }
  return found;
}

/** Taken from every score in the table, so that each fits a byte. */
const LEAST_SCORE = 53;

function scoresOf(found: ReadonlySet<string>, places: Places): number[] {
  const scores = languages.map(() => 0);
  for (const ngram of found) {
    const at = places.get(ngram);
    if (at === undefined) continue;
    for (let entry = at + 1; entry < at + 1 + 2 * table.charCodeAt(at); entry += 2) {
      const language = table.charCodeAt(entry);
      scores[language] = (scores[language] ?? 0) + table.charCodeAt(entry + 1) + LEAST_SCORE;
    }
  }
  return scores;
}

const FEWEST_NGRAMS = 3;
/** The score of an n-gram at which a language has half of what it can have. */
const HALF = 25;
/** Share of a language's average. */
const RELIABLE = 0.75;

let places: Places | undefined;

/** ISO 639-1, of sixty languages; null where none is reliably the text's. The first call reads the table, in some 30 ms. */
export function detectLanguage(text: string): string | null {
  places ??= placesIn(table);
  const found = ngramsOf(wordsOf(text));
  const scores = scoresOf(found, places);
  const most = Math.max(...scores);
  const language = scores.indexOf(most);
  const score = most / found.size / (most / found.size + HALF);
  const isReliable = found.size >= FEWEST_NGRAMS && score >= (averages[language] ?? 1) * RELIABLE;
  return isReliable ? (languages[language] ?? null) : null;
}
