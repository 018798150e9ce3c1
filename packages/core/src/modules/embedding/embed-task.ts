import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Records } from '../../ports/records.js';
import type { Indexing } from '../indexing/index-memories.js';
import type { JudgeMarks } from '../model/judge-marks.js';
import type { OutboxTask } from '../outbox/outbox-worker.js';
import type { MemoryVectors } from './memory-vectors.js';

/** Memories of a tenant that one job embeds: about a second of a core, after which others have their turn. */
const TOGETHER = 16;
/** UTF-16 units that one job has judged: the longest memory, some ten seconds of a core. */
const JUDGED = 100_000;
/** ms until a process that cannot ask the embedder of the store looks again; others may have done it by then. */
const AGAIN = 60_000;

/** Makes the vectors of those that are still there and have none, and writes them to the index. Rejects where the model fails. */
export type EmbedNow = (tenant: TenantId, ids: readonly string[]) => Promise<void>;

export function createEmbedNow(dependencies: {
  records: Records;
  memoryVectors: Pick<MemoryVectors, 'make'>;
  indexing: Pick<Indexing, 'rewrite'>;
}): EmbedNow {
  const { records, memoryVectors, indexing } = dependencies;
  return async (tenant, ids) => {
    const states = await records.forTenant(tenant).memories.indexStates(ids);
    await memoryVectors.make(
      tenant,
      states.filter(({ absent }) => !absent),
    );
    await indexing.rewrite(tenant, ids);
  };
}

/** The jobs that bring memories their vectors, which stand in the index by their words already. */
export function createEmbedTask(dependencies: {
  records: Records;
  embedNow: EmbedNow;
  judgeMarks: JudgeMarks;
  /** Whether this process can run the embedder that the store goes by. */
  canAsk(): boolean;
  clock: Clock;
  concurrency: number;
}): OutboxTask {
  const { records, embedNow, judgeMarks, canAsk, clock, concurrency } = dependencies;
  return {
    concurrency,
    async run(job, lease, attempts) {
      if (!canAsk()) return records.outbox.release(job, lease, new Date(clock.now().getTime() + AGAIN));
      const { tenant, kind, ref } = job;
      const { outbox } = records.forTenant(tenant);
      // Alone once it has failed: what cannot be embedded must not take its neighbours along.
      const more = attempts > 1 ? [] : await outbox.leaseMore(kind, lease, TOGETHER - 1);
      const refs = [ref, ...more];
      await embedNow(tenant, refs);
      const left = new Set(await judgeMarks(tenant, refs, JUDGED));
      for (const done of refs)
        if (left.has(done)) await records.outbox.release({ tenant, kind, ref: done }, lease, clock.now());
        else await outbox.done({ kind, ref: done }, lease);
    },
  };
}
