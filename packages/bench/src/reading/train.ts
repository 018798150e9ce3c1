import { readFileSync, writeFileSync } from 'node:fs';
import { trainPairs } from './train-pairs.js';

/** Weights are kept with three decimals; another processor's vectors may differ in the last of an int8. */
const TOLERANCE = 0.02;

const say = (line: string) => console.error(line);

const fileOf = (name: string) => new URL(`../../../adapters/models/${name}.json`, import.meta.url);

/** The weights of a file, word by word, in one row. */
const numbersOf = (text: string): number[] => (text.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number);

function check(name: string, made: string): void {
  const [kept, fresh] = [numbersOf(readFileSync(fileOf(name), 'utf8')), numbersOf(made)];
  const most = Math.max(...fresh.map((value, place) => Math.abs(value - (kept[place] ?? Number.NaN))));
  console.log(`${name}: ${fresh.length} weights, ${kept.length} in the repository, at most ${most} apart`);
  if (kept.length !== fresh.length || !(most <= TOLERANCE)) process.exitCode = 1;
}

// --check writes nothing and compares.
const isCheck = process.argv.includes('--check');
for (const { name, made } of await trainPairs(say)) {
  if (isCheck) check(name, made);
  else writeFileSync(fileOf(name), `${made}\n`);
}
