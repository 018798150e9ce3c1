import type { NewMemory, TenantRepositories } from '../../ports/records.js';

/** Until then the writer itself indexes; afterwards the sweeper takes the row up. */
const INDEX_GRACE = 5000;

/** The one way in: rows, their history and their index jobs, all or nothing. */
export async function storeMemories(
  { memories: repository }: Pick<TenantRepositories, 'memories'>,
  memories: readonly NewMemory[],
  now: Date,
): Promise<void> {
  const history = memories.map(({ id, content, tier, importanceScore, tags, metadata }) => ({
    memoryId: id,
    version: 1,
    change: 'created',
    at: now,
    before: null,
    after: { content, tier, importanceScore, tags, metadata },
  }));
  await repository.store(memories, history, { at: now, dueAt: new Date(now.getTime() + INDEX_GRACE) });
}
