import { apart } from './disguises/apart.js';
import { base64 } from './disguises/base64.js';
import { accented, reversed, reversedWords, rot13 } from './disguises/ciphers.js';
import { backslashes, entities, percent } from './disguises/escapes.js';
import { leet } from './disguises/leet.js';
import { lookAlikes } from './disguises/look-alikes.js';
import { binary, codes, hex } from './disguises/numbers.js';
import { partsOf } from './disguises/parts-of.js';
import { runTogether } from './disguises/run-together.js';
import type { Step } from './disguises/step.js';
import { seen, selected, spelt } from './disguises/unseen.js';

/** UTF-16 units: in less no order is hidden. */
const SHORTEST = 16;
const LONGEST_LOOKED_AT = 16_384;
const MOST_READINGS = 8;
const DEEPEST = 2;

/** What is unseen goes first, as it stands within all else; what looks for words goes last. */
const steps: readonly Step[] = [
  ...[selected, seen, lookAlikes, backslashes, entities, percent, binary, hex, codes, base64],
  ...[apart, runTogether, leet, accented, rot13, reversed],
];

/** All disguises put right once, each in its place; as many times more within a piece as `depth` has left. */
const once = (text: string, depth: number): string =>
  steps.reduce((said, step) => step(said, (piece) => (depth > 1 ? once(piece, depth - 1) : piece)), text);

/** A disguise within a disguise: what a pass gives goes through another. */
const readingsOf = (text: string): string[] => {
  const readings: string[] = [];
  for (let last = text; readings.length < DEEPEST; ) {
    const next = once(last, DEEPEST).slice(0, LONGEST_LOOKED_AT).toWellFormed();
    if (next === last) break;
    readings.push(next);
    last = next;
  }
  return [...readings, reversedWords(text, (piece) => piece)];
};

/**
 * What a text says in disguise: each reading of it that differs from its plain words, with some of what stands around. Texts
 * that hide nothing give none, or a harmless one.
 */
export function decodedFrom(text: string): string[] {
  if (text.length < SHORTEST) return [];
  const plain = text.slice(0, LONGEST_LOOKED_AT).toWellFormed();
  const hidden = spelt(plain);
  const readings = [...hidden, ...[...hidden, plain].flatMap(readingsOf)];
  const found = new Set(readings.flatMap((reading) => partsOf(reading, plain)));
  return [...found].slice(0, MOST_READINGS);
}
