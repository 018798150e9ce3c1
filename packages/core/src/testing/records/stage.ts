import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Ids } from '../../ports/ids.js';
import type {
  Lease,
  MemoryRepository,
  NewMemory,
  Records,
  TenantRecords,
  TenantRepositories,
} from '../../ports/records.js';
import { minutesAfter, NOON, newMemory } from '../builders.js';

export interface RecordsUnderTest {
  records: Records;
  /** Every row of every table as text. */
  dump(): Promise<string>;
  close(): Promise<void>;
}

/** The things that each part of the suite works with. One store serves all tests; each takes tenants of its own. */
export interface Stage {
  readonly records: Records;
  readonly ids: Ids;
  dump(): Promise<string>;
  /** A tenant that no other test knows. */
  tenant(): { tenant: TenantId; own: TenantRecords };
}

/** So many statements take longer than another transaction needs to come to where it waits. */
const LOOKS = 20;
const ANY_ID = '00000000-0000-7000-8000-000000000000';

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

/**
 * A transaction with something else at the same time, which begins where the transaction's work asks for it, and then has all
 * the time that it can use. What each answers, once both have ended.
 */
export async function overlapping<Held, Other>(
  own: TenantRecords,
  work: (repositories: TenantRepositories, letOther: () => Promise<void>) => Promise<Held>,
  other: () => Promise<Other>,
): Promise<[Held, Other]> {
  let pending: Promise<Other> | undefined;
  const held = await own.transaction((repositories) =>
    work(repositories, async () => {
      pending = other();
      // It may fail before it is waited for.
      pending.catch(() => undefined);
      for (let look = 0; look < LOOKS; look += 1) await repositories.memories.get(ANY_ID);
    }),
  );
  return [held, await (pending ?? other())];
}

export const sorted = (values: readonly string[]) => [...values].sort();
