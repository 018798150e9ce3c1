import { readFileSync } from 'node:fs';
import type { Heads } from './heads.js';
import { readHeads } from './read-heads.js';

const shipped = (name: string): Heads =>
  readHeads(readFileSync(new URL(`../../heads/${name}.json`, import.meta.url), 'utf8'));

/** Over words, form and the vector of e5-small-v2. */
export const headsByModel: Heads = shipped('model');
/** Over words and form: where there is no vector. */
export const headsByWords: Heads = shipped('words');
