import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Embedder } from '../../ports/embedder.js';
import type { Log } from '../../ports/log.js';
import type { Records } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import type { Bell } from '../outbox/bell.js';
import { settlesWithin } from '../settles-within.js';
import { embeddingId } from './embedding-id.js';
import type { VocabularyKeeper } from './vocabulary-keeper.js';
import { createWriteStates } from './write-states.js';

export interface IndexingDependencies {
  records: Records;
  index: VectorIndex;
  embedder: Embedder;
  bell: Bell;
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

/** A row that moves on faster than it is indexed is left to its own later job. */
const ROUNDS = 3;

export function createIndexing(dependencies: IndexingDependencies): Indexing {
  const { records, index, embedder, bell, vocabulary, clock, log, wait } = dependencies;
  const writeStates = createWriteStates({ index, embedder });

  const sync = async (tenant: TenantId, ids: readonly string[]) => {
    const { memories } = records.forTenant(tenant);
    let pending: readonly string[] = ids;
    for (let round = 0; round < ROUNDS && pending.length > 0; round += 1) {
      const states = await memories.indexStates(pending);
      await writeStates(tenant, states);
      // Before the rows count as indexed: a tenant that never noted a change is not among those whose index is compared.
      if (round === 0) await vocabulary.noteChanges(tenant, ids.length);
      const { moved } = await memories.markIndexed(
        states.map(({ id, version, indexEpoch, absent }) => ({
          id,
          version,
          indexEpoch,
          embeddingId: absent ? null : embeddingId(embedder.id, tenant, id),
        })),
      );
      pending = moved;
    }
  };

  const handOver = async (tenant: TenantId, ids: readonly string[]) => {
    const { outbox } = records.forTenant(tenant);
    const now = clock.now();
    await outbox.ring(
      ids.map((ref) => ({ kind: 'index', ref })),
      now,
      now,
    );
    await Promise.all(ids.map((ref) => bell({ tenant, kind: 'index', ref })));
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
