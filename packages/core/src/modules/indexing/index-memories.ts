import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Embedder } from '../../ports/embedder.js';
import type { Log } from '../../ports/log.js';
import type { Records } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import { describeFailure } from '../outbox/describe-failure.js';
import { settlesWithin } from '../settles-within.js';
import { embeddingId } from './embedding-id.js';
import type { VocabularyKeeper } from './vocabulary-keeper.js';
import { createWriteStates } from './write-states.js';

export interface IndexingDependencies {
  records: Records;
  index: VectorIndex;
  embedder: Embedder;
  vocabulary: VocabularyKeeper;
  log: Log;
  /** How long a write waits for its rows, ms. */
  wait: number;
}

export interface Indexing {
  /** Makes the index hold these rows as they are now: state, not event, so doing it twice equals doing it once. */
  sync(tenant: TenantId, ids: readonly string[]): Promise<void>;
  /** The same for rows that are on the work list: never fails, since the outbox will do what could not be done; that is logged. */
  trySync(tenant: TenantId, ids: readonly string[]): Promise<boolean>;
  /**
   * The same for a write that just committed: waits a bounded time only, and leaves the rest to the outbox, where the
   * write has rung every row. False where it did.
   */
  syncNow(tenant: TenantId, ids: readonly string[]): Promise<boolean>;
}

/** A row that moves on faster than it is indexed is left to its own later job. */
const ROUNDS = 3;

export function createIndexing(dependencies: IndexingDependencies): Indexing {
  const { records, index, embedder, vocabulary, log, wait } = dependencies;
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

  const trySync = async (tenant: TenantId, ids: readonly string[]): Promise<boolean> => {
    try {
      await sync(tenant, ids);
      return true;
    } catch (error) {
      const fields = { tenant, count: ids.length, error: describeFailure(error) };
      log.warn(fields, 'indexing failed; the outbox will finish it');
      return false;
    }
  };

  return {
    sync,
    trySync,
    async syncNow(tenant, ids) {
      if (ids.length === 0) return true;
      const work = trySync(tenant, ids);
      return (await settlesWithin(work, wait)) && (await work);
    },
  };
}
