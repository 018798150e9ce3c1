import { randomUUID } from 'node:crypto';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { JobKey } from '../../ports/job-queue.js';
import type { Judge } from '../../ports/judge.js';
import type { Lease, Records } from '../../ports/records.js';
import { isOutage } from '../idempotency/run-once.js';
import { describeFailure, pauseAfter } from '../outbox/failures.js';
import type { OutboxTask } from '../outbox/outbox-worker.js';
import type { JudgeBounds, JudgeMarks } from '../reading/judge-marks.js';
import type { Indexing } from './index-memories.js';
import type { MemoryVectors } from './memory-vectors.js';

/** Memories that one job embeds. They take about a second of a core, after which others get their turn. */
const TOGETHER = 16;
/**
 * The most text that one job has judged, in UTF-16 units (about ten seconds of a core), and the most time in ms, because
 * disguised words take ten times as long. A longer memory, which an import may bring, is judged alone.
 */
const JUDGED: JudgeBounds = { units: 100_000, longAlone: true, time: 10_000 };
/** ms before a process that cannot run the store's embedder, or whose judge failed, looks again. */
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

/**
 * One by one where the model fails at several, so that a text at which it fails keeps none of its neighbours. Answers
 * what failed alone. An outage fails them all.
 */
async function embedApart(
  refs: readonly string[],
  embed: (refs: readonly string[]) => Promise<void>,
): Promise<Map<string, unknown>> {
  const failed = new Map<string, unknown>();
  try {
    await embed(refs);
    return failed;
  } catch (error) {
    if (refs.length === 1 || isOutage(error)) throw error;
  }
  for (const ref of refs) {
    try {
      await embed([ref]);
    } catch (error) {
      if (isOutage(error)) throw error;
      failed.set(ref, error);
    }
  }
  return failed;
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
  /** The worker counts that of the job's own text. */
  const countFailures = async ({ tenant, kind, ref: own }: JobKey, lease: Lease, failed: Map<string, unknown>) => {
    for (const [ref, error] of failed) {
      if (ref === own) continue;
      const dueAt = new Date(clock.now().getTime() + pauseAfter({ tenant, kind, ref }, 1));
      const failure = { error: describeFailure(error), dueAt, dead: false };
      await records.forTenant(tenant).outbox.fail({ kind, ref }, lease, failure);
    }
  };
  /** Takes the keys off. Answers the ms until those left are due, and null where none is. */
  const judgeAndEnd = async ({ tenant, kind }: JobKey, lease: Lease, refs: readonly string[]) => {
    const left = new Set(await judgeMarks(tenant, refs, JUDGED));
    const { outbox } = records.forTenant(tenant);
    for (const ref of refs) if (!left.has(ref)) await outbox.done({ kind, ref }, lease);
    if (left.size === 0) return null;
    return left.size < refs.length ? 0 : AGAIN;
  };
  return {
    concurrency,
    async run(job, lease, attempts) {
      if (!canAsk()) return records.outbox.release(job, lease, new Date(clock.now().getTime() + AGAIN));
      const { tenant, kind, ref } = job;
      // A retry runs alone, so that a memory that cannot be embedded does not fail its neighbours.
      const more = attempts > 1 ? [] : await records.forTenant(tenant).outbox.leaseMore(kind, lease, TOGETHER - 1);
      const refs = [ref, ...more];
      const failed = await embedApart(refs, (some) => embedNow(tenant, some));
      await countFailures(job, lease, failed);
      const dueIn = await judgeAndEnd(
        job,
        lease,
        refs.filter((each) => !failed.has(each)),
      );
      if (failed.has(ref)) throw failed.get(ref);
      if (dueIn !== null) await records.outbox.release(job, lease, new Date(clock.now().getTime() + dueIn));
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
      const at = clock.now();
      const indexed = refs.map((ref) => ({ kind: 'index' as const, ref }));
      // A worker has them judged, because this process does not load the judge.
      if (judge) await outbox.enqueue(indexed, at, at);
      for (const ref of refs) await outbox.done({ kind: 'embed', ref }, lease);
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
