import { randomUUID } from 'node:crypto';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Judge } from '../../ports/judge.js';
import type { Records } from '../../ports/records.js';
import type { Indexing } from '../indexing/index-memories.js';
import type { JudgeMarks } from '../model/judge-marks.js';
import type { OutboxTask } from '../outbox/outbox-worker.js';
import type { MemoryVectors } from './memory-vectors.js';

/** Memories that one job embeds. They take about a second of a core, after which others get their turn. */
const TOGETHER = 16;
/** UTF-16 units that one job has judged: the longest memory, about ten seconds of a core. */
const JUDGED = 100_000;
/** ms before a process that cannot run the store's embedder looks again. */
const AGAIN = 60_000;

/** Embeds the memories that have no vector, and writes them to the index. Rejects when the model fails. */
type EmbedNow = (tenant: TenantId, ids: readonly string[]) => Promise<void>;

export function createEmbedNow({
  records,
  memoryVectors,
  indexing,
}: {
  records: Records;
  memoryVectors: Pick<MemoryVectors, 'make'>;
  indexing: Pick<Indexing, 'rewrite'>;
}): EmbedNow {
  return async (tenant, ids) => {
    const states = await records.forTenant(tenant).memories.indexStates(ids);
    await memoryVectors.make(
      tenant,
      states.filter(({ absent }) => !absent),
    );
    await indexing.rewrite(tenant, ids);
  };
}

export function createEmbedTask({
  records,
  embedNow,
  judgeMarks,
  canAsk,
  clock,
  concurrency,
}: {
  records: Records;
  embedNow: EmbedNow;
  judgeMarks: JudgeMarks;
  /** True when this process can run the embedder in use. */
  canAsk(): boolean;
  clock: Clock;
  concurrency: number;
}): OutboxTask {
  return {
    concurrency,
    async run(job, lease, attempts) {
      if (!canAsk()) return records.outbox.release(job, lease, new Date(clock.now().getTime() + AGAIN));
      const { tenant, kind, ref } = job;
      const { outbox } = records.forTenant(tenant);
      // A retry runs alone, so that a memory that cannot be embedded does not fail its neighbours.
      const more = attempts > 1 ? [] : await outbox.leaseMore(kind, lease, TOGETHER - 1);
      const refs = [ref, ...more];
      await embedNow(tenant, refs);
      const left = new Set(await judgeMarks(tenant, refs, JUDGED));
      for (const done of refs) if (!left.has(done)) await outbox.done({ kind, ref: done }, lease);
      if (left.size > 0) await records.outbox.release(job, lease, clock.now());
    },
  };
}

/** The most memories that a question waits for. More are left to the workers. */
export const FEW = 8;

/** Does a few embed jobs of a tenant, the newest first. Rejects when the model fails; the jobs are then due again. */
export type EmbedNewest = (tenant: TenantId) => Promise<void>;

/** For a process that has the model and no workers. Callers for the same tenant share one run. */
export function createEmbedNewest({
  records,
  embedNow,
  judge,
  clock,
  lease: length,
}: {
  records: Records;
  embedNow: EmbedNow;
  /** Null when nothing is judged. */
  judge: Judge | null;
  clock: Clock;
  /** ms before a worker may take over unfinished jobs. */
  lease: number;
}): EmbedNewest {
  const running = new Map<TenantId, Promise<void>>();

  const embed = async (tenant: TenantId) => {
    const now = clock.now();
    const lease = { token: randomUUID(), now, until: new Date(now.getTime() + length) };
    const { outbox } = records.forTenant(tenant);
    const refs = await outbox.leaseMore('embed', lease, FEW);
    const [first] = refs;
    if (first === undefined) return;
    try {
      await embedNow(tenant, refs);
      for (const ref of refs) await outbox.done({ kind: 'embed', ref }, lease);
      // A worker has them judged, because this process does not load the judge.
      if (!judge) return;
      const at = clock.now();
      await outbox.enqueue(
        refs.map((ref) => ({ kind: 'index' as const, ref })),
        at,
        at,
      );
    } catch (error) {
      await records.outbox.release({ tenant, kind: 'embed', ref: first }, lease, clock.now());
      throw error;
    }
  };

  return (tenant) => {
    const already = running.get(tenant);
    if (already !== undefined) return already;
    const embedding = embed(tenant).finally(() => running.delete(tenant));
    running.set(tenant, embedding);
    return embedding;
  };
}
