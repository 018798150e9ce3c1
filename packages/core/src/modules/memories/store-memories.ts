import type { NewMemory, TenantRepositories } from '../../ports/records.js';

/** Until then the writer itself indexes; afterwards the sweeper takes the row up. */
const INDEX_GRACE = 5000;

/** The one way in: rows, their history and their index jobs, in the caller's transaction. */
export async function storeMemories(
  repositories: TenantRepositories,
  memories: readonly NewMemory[],
  now: Date,
): Promise<void> {
  if (memories.length === 0) return;
  await repositories.memories.insert(memories);
  await repositories.history.add(
    memories.map(({ id, content, tier, importanceScore, tags, metadata }) => ({
      memoryId: id,
      version: 1,
      change: 'created',
      at: now,
      before: null,
      after: { content, tier, importanceScore, tags, metadata },
    })),
  );
  await repositories.outbox.ring(
    memories.map(({ id }) => ({ kind: 'index', ref: id })),
    now,
    new Date(now.getTime() + INDEX_GRACE),
  );
}
