import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Ids } from '../../ports/ids.js';
import type { Lease, MemoryRepository, NewMemory, Records, TenantRecords } from '../../ports/records.js';
import { minutesAfter, NOON, newMemory } from '../builders.js';

export interface RecordsUnderTest {
  records: Records;
  /** Every row of every table as text. */
  dump(): Promise<string>;
  close(): Promise<void>;
}

/** What each part of the suite works with. One store serves all tests; each takes tenants of its own. */
export interface Stage {
  readonly records: Records;
  readonly ids: Ids;
  dump(): Promise<string>;
  /** A tenant that no other test knows. */
  tenant(): { tenant: TenantId; own: TenantRecords };
}

/** Inserts memories one minute apart, the first the oldest, and answers their ids. */
export async function insertEach(
  stage: Stage,
  memories: MemoryRepository,
  given: readonly Partial<NewMemory>[],
): Promise<string[]> {
  const rows = given.map((members, index) =>
    newMemory(stage.ids.next(), { createdAt: minutesAfter(index - given.length), ...members }),
  );
  await memories.insert(rows);
  return rows.map(({ id }) => id);
}

/** Marks the present version of each as indexed. */
export async function indexNow(memories: MemoryRepository, ids: readonly string[]): Promise<void> {
  const states = await memories.indexStates(ids);
  await memories.markIndexed(
    states.map(({ id, version, indexEpoch }) => ({ id, version, indexEpoch, embeddingId: null })),
  );
}

export function leaseOf(stage: Stage, now: Date = NOON): Lease {
  return { token: stage.ids.next(), now, until: minutesAfter(1, now) };
}

export const sorted = (values: readonly string[]) => [...values].sort();
