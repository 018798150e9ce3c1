import type { Records } from '../../ports/records.js';
import type { OutboxTask } from '../outbox/outbox-worker.js';
import type { Indexing } from './index-memories.js';
import type { VocabularyKeeper } from './vocabulary-keeper.js';

/** Rows indexed with one call of the model and of the index. */
const TOGETHER = 100;

/** The jobs that keep the index as the records are. `markIndexed` takes their keys off the outbox. */
export function createIndexTask(dependencies: {
  records: Records;
  indexing: Indexing;
  concurrency: number;
}): OutboxTask {
  const { records, indexing, concurrency } = dependencies;
  return {
    concurrency,
    async run({ tenant, kind, ref }, lease) {
      const { outbox, memories } = records.forTenant(tenant);
      const refs = [ref, ...(await outbox.leaseMore(kind, lease, TOGETHER - 1))];
      await indexing.sync(tenant, refs);
      const known = new Set((await memories.indexStates(refs)).map(({ id }) => id));
      for (const gone of refs.filter((id) => !known.has(id))) await outbox.done({ kind, ref: gone }, lease);
    },
  };
}

export function createVocabularyTask(dependencies: { records: Records; vocabulary: VocabularyKeeper }): OutboxTask {
  const { records, vocabulary } = dependencies;
  return {
    concurrency: 1,
    async run({ tenant, kind, ref }, lease) {
      await vocabulary.refresh(tenant);
      await records.forTenant(tenant).outbox.done({ kind, ref }, lease);
    },
  };
}
