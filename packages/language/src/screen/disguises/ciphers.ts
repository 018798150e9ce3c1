import { isKnown } from './known-words.js';
import type { Step } from './step.js';

const word = /[\p{L}\p{M}\p{N}']+/gu;

interface Word {
  start: number;
  end: number;
  /** How many letters of known words it brings when it is changed; below 0 where it brings none; null where it is plain to read. */
  gain: number | null;
}

/** As many letters of other words stand beside those of known ones in English. */
const OTHERS = 3;

const gainOf = (said: string, put: string): number | null => {
  const before = isKnown(said) ? said.length : 0;
  // Words of one or two letters become others by chance.
  if (before > 2) return null;
  return (isKnown(put) ? put.length : -put.length / OTHERS) - before;
};

const LEAST_GAIN = 8;
const LONGEST_FALL = 20;

/** The last word of the run of gains that begins at a place; null where it gains too little. */
const endOfRun = (words: readonly Word[], first: number): number | null => {
  let [sum, best, last] = [0, 0, first];
  for (let at = first; at < words.length; at += 1) {
    const gain = words[at]?.gain ?? null;
    if (gain === null) break;
    sum += gain;
    if (sum > best) [best, last] = [sum, at];
    if (sum <= 0 || sum < best - LONGEST_FALL) break;
  }
  return best >= LEAST_GAIN ? last : null;
};

const sentenceEnd = /[.!?:;\n"“”()]/;
const MOST_BESIDE = 6;

/** From a word on, in a direction, as far as its sentence goes and nothing is plain to read. */
const edge = (text: string, words: readonly Word[], from: number, direction: 1 | -1): number => {
  let at = from;
  for (let step = 0; step < MOST_BESIDE; step += 1) {
    const [here, next] = [words[at], words[at + direction]];
    if (!here || !next || next.gain === null) break;
    const gap = direction === 1 ? text.slice(here.end, next.start) : text.slice(next.end, here.start);
    if (sentenceEnd.test(gap)) break;
    at += direction;
  }
  return at;
};

/** Changes the stretches of a text that become clearly more small words of English by it, or words of orders. */
function clearer(text: string, change: (said: string) => string): string {
  const words = [...text.matchAll(word)].map(
    ({ 0: said, index }): Word => ({ start: index, end: index + said.length, gain: gainOf(said, change(said)) }),
  );
  const parts: string[] = [];
  let kept = 0;
  for (let at = 0; at < words.length; at += 1) {
    const last = (words[at]?.gain ?? 0) > 0 ? endOfRun(words, at) : null;
    if (last === null) continue;
    const start = Math.max(kept, words[edge(text, words, at, -1)]?.start ?? 0);
    at = edge(text, words, last, 1);
    const end = words[at]?.end ?? text.length;
    parts.push(text.slice(kept, start), change(text.slice(start, end)));
    kept = end;
  }
  return [...parts, text.slice(kept)].join('');
}

const turned = (letter: string): string => {
  const code = letter.charCodeAt(0);
  return String.fromCharCode(code + ((code | 32) < 110 ? 13 : -13));
};

/** Each letter half the alphabet on. */
export const rot13: Step = (text) => clearer(text, (said) => said.replace(/[A-Za-z]/g, turned));

const backwards = (said: string): string => [...said].reverse().join('');

/** To be read from its end. */
export const reversed: Step = (text) => clearer(text, backwards);

/** The same with the words in their order. */
export const reversedWords: Step = (text) => clearer(text, (said) => said.replace(word, backwards));

const marks = /\p{M}/gu;

/** English under accents; what has them by right does not become English without. */
export const accented: Step = (text) => clearer(text, (said) => said.normalize('NFD').replace(marks, ''));
