import type { HistoryEntry, NewMemory, TenantRepositories } from '../../ports/records.js';
import { breathe } from '../breathe.js';
import { inParts } from '../in-parts.js';

/** Until then the writer itself indexes; afterwards the sweeper takes the row up. */
const INDEX_GRACE = 5000;

/** Text that goes to the records, or comes from them, in one go, UTF-16 units: writing and reading it holds up the process. */
export const AT_ONCE = 250_000;

const unitsOf = ({ content, metadata }: NewMemory): number => content.length + JSON.stringify(metadata).length;

const created =
  (at: Date) =>
  ({ id, content, tier, importanceScore, tags, metadata }: NewMemory): HistoryEntry => ({
    memoryId: id,
    version: 1,
    change: 'created',
    at,
    before: null,
    after: { content, tier, importanceScore, tags, metadata },
  });

/** The one way in: rows, their history and their index jobs, all or nothing. */
export async function storeMemories(
  { memories: repository }: Pick<TenantRepositories, 'memories'>,
  memories: readonly NewMemory[],
  now: Date,
): Promise<void> {
  for (const part of inParts(memories, { units: AT_ONCE, unitsOf })) {
    await repository.store(part, part.map(created(now)), { at: now, dueAt: new Date(now.getTime() + INDEX_GRACE) });
    if (part.length < memories.length) await breathe();
  }
}
