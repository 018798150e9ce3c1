import type { TenantId } from '@hippocamp/shared/schemas/common';
import { memoryFields } from '@hippocamp/shared/scoring/lexical';
import type { Clock } from '../../ports/clock.js';
import type { Embedder } from '../../ports/embedder.js';
import type { JobQueue } from '../../ports/job-queue.js';
import type { Log } from '../../ports/log.js';
import type { IndexState, Records } from '../../ports/records.js';
import type { Point, VectorIndex } from '../../ports/vector-index.js';
import { settlesWithin } from '../settles-within.js';
import { embeddingId } from './embedding-id.js';
import type { VocabularyKeeper } from './vocabulary-keeper.js';

export interface IndexingDependencies {
  records: Records;
  index: VectorIndex;
  embedder: Embedder;
  queue: JobQueue;
  vocabulary: VocabularyKeeper;
  clock: Clock;
  log: Log;
  /** How long a write waits for its rows, ms. */
  wait: number;
}

export interface Indexing {
  /** Makes the index hold these rows as they are now: state, not event, so doing it twice equals doing it once. */
  sync(tenant: TenantId, ids: readonly string[]): Promise<void>;
  /** The same for a write that just committed: never fails, waits a bounded time, and leaves the rest to the outbox. */
  syncNow(tenant: TenantId, ids: readonly string[]): Promise<void>;
}

/** Text embedded without a pause: word vectors take some 10 ms for it, and the process has requests to answer. */
const CHUNK_UNITS = 100_000;

/** A row that moves on faster than it is indexed is left to its own later job. */
const ROUNDS = 3;

const pointOf = (state: IndexState, dense: Float32Array | null): Point => ({
  id: state.id,
  version: state.version,
  dense,
  sparse: memoryFields(state.content, state.context),
  filters: {
    ownerEntityId: state.ownerEntityId,
    tier: state.tier,
    tags: state.tags,
    sourceArtifactId: state.sourceArtifactId,
    sessionId: state.sessionId,
    createdAt: state.createdAt,
    superseded: state.superseded,
  },
});

const chunksOf = (states: readonly IndexState[]): IndexState[][] => {
  const chunks: IndexState[][] = [];
  let units = Number.POSITIVE_INFINITY;
  for (const state of states) {
    if (units >= CHUNK_UNITS) {
      chunks.push([]);
      units = 0;
    }
    units += state.content.length;
    chunks.at(-1)?.push(state);
  }
  return chunks;
};

const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

export function createIndexing(dependencies: IndexingDependencies): Indexing {
  const { records, index, embedder, queue, vocabulary, clock, log, wait } = dependencies;

  const applyStates = async (tenant: TenantId, states: readonly IndexState[]) => {
    const present = states.filter((state) => !state.absent);
    const absent = states.filter((state) => state.absent);
    for (const chunk of chunksOf(present)) {
      const texts = chunk.map((state) => state.content);
      const vectors = await embedder.embed(texts, 'memory');
      const points = chunk.map((state, position) => pointOf(state, vectors[position] ?? null));
      await index.apply(tenant, points);
      await breathe();
    }
    if (absent.length > 0)
      await index.remove(
        tenant,
        absent.map((state) => state.id),
      );
  };

  const sync = async (tenant: TenantId, ids: readonly string[]) => {
    const { memories } = records.forTenant(tenant);
    let pending: readonly string[] = ids;
    for (let round = 0; round < ROUNDS && pending.length > 0; round += 1) {
      const states = await memories.indexStates(pending);
      await applyStates(tenant, states);
      const { moved } = await memories.markIndexed(
        states.map(({ id, version, absent }) => ({
          id,
          version,
          embeddingId: absent ? null : embeddingId(embedder.id, tenant, id),
        })),
      );
      pending = moved;
    }
    await vocabulary.noteChanges(tenant, ids.length);
  };

  const handOver = async (tenant: TenantId, ids: readonly string[]) => {
    const { outbox } = records.forTenant(tenant);
    const now = clock.now();
    await outbox.ring(
      ids.map((ref) => ({ kind: 'index', ref })),
      now,
      now,
    );
    await Promise.all(ids.map((ref) => queue.ring({ tenant, kind: 'index', ref })));
  };

  return {
    sync,
    async syncNow(tenant, ids) {
      if (ids.length === 0) return;
      const work = sync(tenant, ids).catch(async (error: unknown) => {
        log.warn({ tenant, count: ids.length, error: String(error) }, 'indexing failed; the outbox will finish it');
        await handOver(tenant, ids).catch(() => undefined);
      });
      await settlesWithin(work, wait);
    },
  };
}
