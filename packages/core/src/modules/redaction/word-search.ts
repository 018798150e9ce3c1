import { withPlainLines } from '@hippocamp/shared/text/cleaned';
import type { Words } from '../text/word-batch.js';
import { BATCH_UNITS, batchesOf, type WordBatch } from '../text/word-batch.js';
import type { Forgotten } from './forgotten.js';

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

/**
 * UTF-16 units of histories that one deletion keeps for its next look, some 60 bytes each; several deletions run at once.
 * Longer ones are read again for each look.
 */
const MOST_KEPT = 256 * 1024;
/** Fewer are not kept: they go together with those of other memories. */
const FEW_UNITS = 16 * 1024;

async function* each(words: Words): AsyncGenerator<string> {
  yield* words;
}

interface Begun {
  held: string[];
  /** UTF-16 units of those that are held. */
  units: number;
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
    if (units > FEW_UNITS) return { held, units, rest };
  }
  return { held, units, rest: null };
}

async function* all({ held, rest }: Begun): AsyncGenerator<string> {
  try {
    yield* held;
    if (rest) yield* rest;
  } finally {
    await rest?.return(undefined);
  }
}

/** Gathers the words of memories that have few each, so that they are looked for together. */
function createGathering() {
  let gathered: string[] = [];
  let units = 0;
  return {
    add({ held, units: own }: Begun) {
      for (const wording of held) gathered.push(wording);
      units += own;
    },
    /** None while they are fewer than that. */
    async *batches(least: number): AsyncGenerator<WordBatch> {
      if (units < least) return;
      yield* batchesOf(gathered);
      [gathered, units] = [[], 0];
    },
  };
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

  /** The few words of each of many memories go together. Many words are given out as they are met, so that none wait. */
  async function* search(given: readonly Words[]): AsyncGenerator<WordBatch> {
    const few = createGathering();
    for (const words of given) {
      const known = kept.get(words);
      if (known) {
        yield* known;
        continue;
      }
      const begun = await begin(words);
      if (begun.rest) yield* keeping(words, begun);
      else few.add(begun);
      yield* few.batches(BATCH_UNITS);
    }
    yield* few.batches(0);
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
