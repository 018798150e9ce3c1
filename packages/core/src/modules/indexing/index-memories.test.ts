import type { TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../ports/embedder.js';
import type { MemoryRepository, Records } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import { createIndexing } from './index-memories.js';

const tenant = 'acme' as TenantId;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** One row; `moves` times it is ordered again while it is indexed. */
const stage = (moves: number) => {
  const calls: string[] = [];
  let epoch = 0;
  const memories = {
    indexStates: async (ids: readonly string[]) =>
      ids.map((id) => ({ id, version: 1, indexEpoch: epoch, absent: true })),
    async markIndexed(rows: Parameters<MemoryRepository['markIndexed']>[0]) {
      calls.push('mark');
      if (epoch < moves) epoch += 1;
      return { moved: rows.filter(({ indexEpoch }) => indexEpoch !== epoch).map(({ id }) => id) };
    },
  };
  const indexing = createIndexing({
    records: { forTenant: () => ({ memories }) } as unknown as Records,
    index: { remove: async () => void calls.push('write') } as unknown as VectorIndex,
    embedder: { id: 'model' } as unknown as Embedder,
    bell: async () => true,
    vocabulary: { noteChanges: async () => void calls.push('note') } as never,
    clock: { now: () => new Date('2026-03-01T12:00:00Z') },
    log,
    wait: 1000,
  });
  return { indexing, calls };
};

describe('indexing', () => {
  it('notes the change before the row counts as indexed, so that the index of every tenant is compared', async () => {
    const { indexing, calls } = stage(0);
    await indexing.sync(tenant, ['m0']);
    expect(calls).toEqual(['write', 'note', 'mark']);
  });

  it('is done again for a row that was ordered again meanwhile, and noted once', async () => {
    const { indexing, calls } = stage(1);
    await indexing.sync(tenant, ['m0']);
    expect(calls).toEqual(['write', 'note', 'mark', 'write', 'mark']);
  });
});
