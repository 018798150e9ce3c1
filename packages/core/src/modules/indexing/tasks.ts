import type { Clock } from '../../ports/clock.js';
import type { Records } from '../../ports/records.js';
import type { OutboxTask } from '../outbox/outbox-worker.js';
import { pause } from '../waiting.js';
import type { Indexing } from './index-memories.js';
import type { VocabularyKeeper } from './vocabulary-keeper.js';

/** Rows indexed with one call of the model and of the index. */
const TOGETHER = 100;
/**
 * After a whole batch, which tells of a backlog, the worker rests as long as the batch took, ms at most: an index that is
 * filled again leaves the engines to those who ask. What is written now does not wait for it, being indexed as it is written.
 * Measured with `npm run bench -- filling`: without rests the p95 of a neighbour's queries is 2.4 times its own, with these it is
 * 1.9 times, with rests three times as long it is 1.7 times; filling takes 1.3 and 1.5 times as long.
 */
const LONGEST_REST = 5_000;

/** The jobs that keep the index as the records are. `markIndexed` takes their keys off the outbox. */
export function createIndexTask({
  records,
  indexing,
  clock,
  concurrency,
  rest = pause,
}: {
  records: Records;
  indexing: Indexing;
  clock: Clock;
  concurrency: number;
  rest?: (milliseconds: number) => Promise<void>;
}): OutboxTask {
  return {
    concurrency,
    async run(job, lease, attempts) {
      const start = clock.now().getTime();
      const { tenant, kind, ref } = job;
      const { outbox, memories } = records.forTenant(tenant);
      // Alone once it has failed: what cannot be indexed must not take its neighbours along.
      const more = attempts > 1 ? [] : await outbox.leaseMore(kind, lease, TOGETHER - 1);
      const refs = [ref, ...more];
      await indexing.sync(tenant, refs);
      const known = new Set((await memories.indexStates(refs)).map(({ id }) => id));
      for (const gone of refs.filter((id) => !known.has(id))) await outbox.done({ kind, ref: gone }, lease);
      // What moved on faster than it was indexed is still leased, and due again.
      await records.outbox.release(job, lease, clock.now());
      const took = clock.now().getTime() - start;
      if (refs.length === TOGETHER) await rest(Math.min(LONGEST_REST, took));
    },
  };
}

export function createVocabularyTask({
  records,
  vocabulary,
}: {
  records: Records;
  vocabulary: VocabularyKeeper;
}): OutboxTask {
  return {
    concurrency: 1,
    async run({ tenant, kind, ref }, lease) {
      await vocabulary.refresh(tenant);
      await records.forTenant(tenant).outbox.done({ kind, ref }, lease);
    },
  };
}
