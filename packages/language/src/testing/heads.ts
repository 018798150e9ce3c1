import { readFileSync } from 'node:fs';
import { readHeads } from '../heads/read-heads.js';
import { createJudge } from '../judge/judge.js';

const shipped = (name: string) =>
  readHeads(readFileSync(new URL(`../../../adapters/models/heads/${name}.json`, import.meta.url), 'utf8'));

/** With the heads that ship. */
export const judge = createJudge({ model: shipped('model'), words: shipped('words') });
