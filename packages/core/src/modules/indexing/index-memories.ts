import { createHash } from 'node:crypto';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Embedder } from '../../ports/embedder.js';
import type { Lexicon } from '../../ports/lexicon.js';
import type { Log } from '../../ports/log.js';
import type { Records } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import type { FactReader } from '../facts/facts.js';
import { isOutage } from '../idempotency/run-once.js';
import { chunksOf } from '../in-parts.js';
import { describeFailure } from '../outbox/failures.js';
import type { OutboxTask } from '../outbox/outbox-worker.js';
import type { WakeUp } from '../outbox/wake-up.js';
import type { JudgeBounds, JudgeMarks } from '../reading/judge-marks.js';
import { createTroubleLog } from '../trouble-log.js';
import { pause, settlesWithin } from '../waiting.js';
import type { MemoryVectors } from './memory-vectors.js';
import type { VocabularyKeeper } from './vocabulary-keeper.js';
import { createWriteStates } from './write-states.js';

/** Stable for model, tenant and memory. A UUID of version 5's form over SHA-1. */
export function embeddingId(model: string, tenant: TenantId, memoryId: string): string {
  const hash = createHash('sha1').update(`${model}\n${tenant}\n${memoryId}`).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

interface IndexingDependencies {
  records: Records;
  index: VectorIndex;
  embedder: Pick<Embedder, 'id' | 'behind'>;
  memoryVectors: Pick<MemoryVectors, 'of'>;
  wakeUp: WakeUp;
  clock: Clock;
  lexicon: Lexicon;
  vocabulary: VocabularyKeeper;
  facts: Pick<FactReader, 'ofMemories'>;
  judgeMarks: JudgeMarks;
  log: Log;
  /** ms that a write waits for its rows to be indexed. */
  wait: number;
}

export interface Indexing {
  /** Makes the index hold the rows as they are now. Safe to repeat. */
  sync(tenant: TenantId, ids: readonly string[]): Promise<void>;
  /** Writes rows again whose vectors have been made. They count as indexed as before. */
  rewrite(tenant: TenantId, ids: readonly string[]): Promise<void>;
  /** Never rejects: a failure is logged and left to the outbox. */
  trySync(tenant: TenantId, ids: readonly string[]): Promise<boolean>;
  /** For a committed write. False when it takes longer than `wait` ms, or too many before it did; the outbox does the rest. */
  syncNow(tenant: TenantId, ids: readonly string[]): Promise<boolean>;
  /** True when a memory is found by its words first and its vector follows. */
  vectorsFollow(): boolean;
  embeddingIdOf(tenant: TenantId, id: string): string;
}

const EARLY = Date.UTC(2020);

/** A due time in the past that is earlier for later rows, so that new memories get their vectors before an import. */
const newestFirst = (now: Date) => new Date(2 * EARLY - now.getTime());

/** Rows read at once; their texts may be long. */
const TOGETHER = 20;
/** UTF-16 units judged at once, and ms. What is longer or takes longer is left to the embed jobs. */
const JUDGED: JudgeBounds = { units: 20_000, time: 2_000 };
/** A row that changes faster than it is indexed is left to its own later job. */
const ROUNDS = 3;

/** Indexings of a tenant that go on after their writes were answered. The outbox does more, a hundred rows at a time. */
const MOST_LATE = 4;

const FAILED = 'indexing failed; the outbox will finish it';

export function createIndexing(dependencies: IndexingDependencies): Indexing {
  const { records, index, embedder, memoryVectors, lexicon, vocabulary, facts, judgeMarks, wakeUp, clock, log, wait } =
    dependencies;
  const writeStates = createWriteStates({ index, vectorsOf: memoryVectors.of, lexicon });

  /** Called before the rows count as indexed, so that an interrupted run repeats both. */
  const orderVectors = async (tenant: TenantId, ids: readonly string[]) => {
    const [first] = ids;
    if (first === undefined) return;
    const now = clock.now();
    const jobs = ids.map((ref) => ({ kind: 'embed' as const, ref }));
    await records.forTenant(tenant).outbox.enqueue(jobs, now, newestFirst(now));
    await wakeUp({ tenant, kind: 'embed', ref: first });
  };

  const embeddingIdOf: Indexing['embeddingIdOf'] = (tenant, id) => embeddingId(embedder.id, tenant, id);

  /** Answers the number of rows that it wrote. */
  const syncPart = async (tenant: TenantId, ids: readonly string[]): Promise<number> => {
    const { memories } = records.forTenant(tenant);
    let written = 0;
    let pending: readonly string[] = ids;
    for (let round = 0; round < ROUNDS && pending.length > 0; round += 1) {
      const states = await memories.indexStates(pending);
      // Rows written in a transaction were not read there, so they are read now.
      const unread = states.filter((state) => state.unread).map(({ id }) => id);
      if (unread.length > 0) await facts.ofMemories(tenant, await memories.getMany(unread));
      const waiting = await writeStates(tenant, states);
      await orderVectors(tenant, waiting);
      // Before the rows count as indexed, because the index of a tenant without noted changes is never compared.
      if (round === 0) await vocabulary.noteChanges(tenant, ids.length);
      // The embed jobs have the others judged.
      const hasAll = states.filter(({ id, absent }) => !absent && !waiting.includes(id));
      const unjudged = await judgeMarks(
        tenant,
        hasAll.map(({ id }) => id),
        JUDGED,
      );
      await orderVectors(tenant, unjudged);
      const { moved } = await memories.markIndexed(
        states.map(({ id, version, indexEpoch, absent }) => ({
          id,
          version,
          indexEpoch,
          embeddingId: absent ? null : embeddingIdOf(tenant, id),
        })),
      );
      written += states.length;
      pending = moved;
    }
    return written;
  };

  const attempt = createTroubleLog(log, { begins: FAILED, over: 'what is written reaches the index again' });

  const sync: Indexing['sync'] = async (tenant, ids) => {
    const { passed } = attempt();
    let written = 0;
    for (const part of chunksOf(ids, TOGETHER)) written += await syncPart(tenant, part);
    // One that found nothing to write says nothing of the index.
    if (written > 0) passed();
  };

  const trySync = async (tenant: TenantId, ids: readonly string[]): Promise<boolean> => {
    const { failed } = attempt();
    try {
      await sync(tenant, ids);
      return true;
    } catch (error) {
      const fields = { tenant, count: ids.length, error: describeFailure(error) };
      if (isOutage(error)) failed(fields);
      else log.warn(fields, FAILED);
      return false;
    }
  };

  const late = new Map<TenantId, Set<Promise<unknown>>>();
  const follow = (tenant: TenantId, work: Promise<unknown>) => {
    const others = late.get(tenant) ?? new Set();
    late.set(tenant, others.add(work));
    void work.finally(() => {
      others.delete(work);
      if (others.size === 0) late.delete(tenant);
    });
  };

  return {
    sync,
    async rewrite(tenant, ids) {
      await orderVectors(tenant, await writeStates(tenant, await records.forTenant(tenant).memories.indexStates(ids)));
    },
    vectorsFollow: () => embedder.behind === true,
    embeddingIdOf,
    trySync,
    async syncNow(tenant, ids) {
      if (ids.length === 0) return true;
      const others = late.get(tenant);
      if (others && others.size >= MOST_LATE) {
        // A writer waits as long as for its own, so that rows do not come faster than before.
        await settlesWithin(Promise.race(others), wait);
        return false;
      }
      const work = trySync(tenant, ids);
      if (await settlesWithin(work, wait)) return work;
      follow(tenant, work);
      return false;
    },
  };
}

const INDEXED_TOGETHER = 100;
/**
 * ms. A full batch is followed by a rest as long as it took, so that a backlog leaves the engines to queries.
 * `npm run bench -- filling`: p95 of a neighbour's queries 2.4 times its own without rests, 1.9 with, 1.7 with triple.
 */
const LONGEST_REST = 5_000;

/** `markIndexed` takes the keys of the rows off the outbox. */
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
      // A retry runs alone, so that a row that cannot be indexed does not fail its neighbours.
      const more = attempts > 1 ? [] : await outbox.leaseMore(kind, lease, INDEXED_TOGETHER - 1);
      const refs = [ref, ...more];
      await indexing.sync(tenant, refs);
      const known = new Set((await memories.indexStates(refs)).map(({ id }) => id));
      for (const gone of refs.filter((id) => !known.has(id))) await outbox.done({ kind, ref: gone }, lease);
      // A row that changed faster than it was indexed is still leased; release it so that it is due again.
      await records.outbox.release(job, lease, clock.now());
      const took = clock.now().getTime() - start;
      if (refs.length === INDEXED_TOGETHER) await rest(Math.min(LONGEST_REST, took));
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
