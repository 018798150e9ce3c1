import { withPlainLines } from '@hippocamp/shared/text/cleaned';
import type { Forgotten } from './forgotten.js';
import { batchesOf, type WordBatch } from './word-batch.js';
import type { Words } from './wordings-of.js';

type Worded = Pick<Forgotten, 'wordings'>;

/** Looks for the words of forgotten memories. Keeps what it made for a long history, for the next texts of the deletion. */
export interface WordSearch {
  batchesOf(forgotten: Iterable<Worded>): AsyncGenerator<WordBatch>;
  /** With `\n` as the only line end. */
  plainBatchesOf(forgotten: Iterable<Worded>): AsyncGenerator<WordBatch>;
}

export const plainLines = (words: Words): Words => ({
  async *[Symbol.asyncIterator]() {
    for await (const wording of words) yield withPlainLines(wording);
  },
});

/** UTF-16 units of histories kept for the next look, some 60 bytes each. Longer ones are read again for each look. */
const MOST_KEPT = 1024 * 1024;
/** Fewer are not kept: they go together with those of other memories. */
const FEW_UNITS = 16 * 1024;

async function* each(words: Words): AsyncGenerator<string> {
  yield* words;
}

interface Begun {
  held: string[];
  /** Null when there are no more. */
  rest: AsyncGenerator<string> | null;
}

async function begin(words: Words): Promise<Begun> {
  const held: string[] = [];
  const rest = each(words);
  let units = 0;
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    held.push(next.value);
    units += next.value.length;
    if (units > FEW_UNITS) return { held, rest };
  }
  return { held, rest: null };
}

async function* all({ held, rest }: Begun): AsyncGenerator<string> {
  yield* held;
  if (rest) yield* rest;
}

export function createWordSearch(most = MOST_KEPT): WordSearch {
  const kept = new WeakMap<Words, WordBatch[]>();
  const plain = new WeakMap<Words, Words>();
  let room = most;

  /** Keeps the batches once all were looked for, if there is room for them. */
  async function* keeping(words: Words, begun: Begun): AsyncGenerator<WordBatch> {
    const own: WordBatch[] = [];
    let units = 0;
    for await (const batch of batchesOf(all(begun))) {
      units += batch.units;
      if (units <= room) own.push(batch);
      else own.length = 0;
      yield batch;
    }
    if (units > room) return;
    room -= units;
    kept.set(words, own);
  }

  /** The few words of each of many memories make one row, which is read as it is needed. */
  async function* search(given: readonly Words[]): AsyncGenerator<WordBatch> {
    const long: [Words, Begun][] = [];
    async function* few() {
      for (const words of given) {
        if (kept.has(words)) continue;
        const begun = await begin(words);
        if (begun.rest) long.push([words, begun]);
        else yield* begun.held;
      }
    }
    for (const words of given) yield* kept.get(words) ?? [];
    yield* batchesOf(few());
    for (const [words, begun] of long) yield* keeping(words, begun);
  }

  const plainOf = (words: Words): Words => {
    const known = plain.get(words) ?? plainLines(words);
    plain.set(words, known);
    return known;
  };
  const wordsOf = (forgotten: Iterable<Worded>) => Array.from(forgotten, ({ wordings }) => wordings);

  return {
    batchesOf: (forgotten) => search(wordsOf(forgotten)),
    plainBatchesOf: (forgotten) => search(wordsOf(forgotten).map(plainOf)),
  };
}
