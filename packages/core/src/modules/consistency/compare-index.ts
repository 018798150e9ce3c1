import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Records, RowVersion } from '../../ports/records.js';
import type { IndexQuestion, VectorIndex } from '../../ports/vector-index.js';
import { chunksOf, pagesOf } from '../in-parts.js';
import { breathe } from '../waiting.js';

/** How the index of a tenant stands to its records. The lists are ids of memories. */
export interface IndexDifferences {
  /** Memories that the index should hold. */
  memories: number;
  /** Points that it holds. */
  points: number;
  /** Rows that are not indexed at their present version yet, and known so: the outbox has them. */
  pending: string[];
  /** Counted as indexed, and not there. */
  missing: string[];
  /** There, at another version. */
  stale: string[];
  /** Those of the stale that no write replaces, since their versions are above those of the rows. */
  ahead: { id: string; version: number }[];
  /** There, though the memory is deleted, archived or unknown. */
  extra: string[];
}

export const differenceCount = ({ missing, stale, extra }: IndexDifferences): number =>
  missing.length + stale.length + extra.length;

const PAGE = 1000;
/** Ids of one statement or request. */
export const CHUNK = 500;

/** Asks for nothing but which points there are, and at which version. */
const NOTHING: IndexQuestion = { dense: null, sparse: { indices: [], values: [] } };

/** Notes how a row and its point differ, where either may not be there. A row that waits to be indexed may be in the index at any version, or not. */
function note(found: IndexDifferences, id: string, row: RowVersion | undefined, version: number | undefined): void {
  if (row && row.indexedVersion < row.version) return;
  const wanted = row && !row.absent ? row.version : undefined;
  if (version === wanted) return;
  if (wanted === undefined) found.extra.push(id);
  else if (version === undefined) found.missing.push(id);
  else {
    found.stale.push(id);
    if (version > wanted) found.ahead.push({ id, version });
  }
}

/**
 * Compares every version. Holds the ids of the tenant in memory, some 150 bytes each. While memories are written, some that
 * were written between the two readings are named too: the second look tells them from what differs.
 */
export async function compareIndex(
  tenant: TenantId,
  { records, index }: { records: Records; index: Pick<VectorIndex, 'scan'> },
): Promise<IndexDifferences> {
  const { memories } = records.forTenant(tenant);
  const rows = new Map<string, RowVersion>();
  const found: IndexDifferences = { memories: 0, points: 0, pending: [], missing: [], stale: [], ahead: [], extra: [] };
  const readRows = (last: RowVersion | null) => memories.versions(last?.id ?? null, PAGE);
  for await (const page of pagesOf(PAGE, readRows)) {
    for (const row of page) {
      rows.set(row.id, row);
      if (!row.absent) found.memories += 1;
      if (row.indexedVersion < row.version) found.pending.push(row.id);
    }
    await breathe();
  }
  const readPoints = (last: { id: string } | null) => index.scan(tenant, last?.id ?? null, PAGE);
  for await (const page of pagesOf(PAGE, readPoints)) {
    for (const { id, version } of page) {
      found.points += 1;
      note(found, id, rows.get(id), version);
      rows.delete(id);
    }
    await breathe();
  }
  for (const row of rows.values()) note(found, row.id, row, undefined);
  return found;
}

const isSame = (first: RowVersion | undefined, second: RowVersion | undefined): boolean =>
  first?.version === second?.version &&
  first?.indexedVersion === second?.indexedVersion &&
  first?.absent === second?.absent;

/**
 * A difference is one only if it is still there when index and records are asked again for these ids alone: between the two
 * readings of a comparison rows are committed, indexed, changed and removed. The records are read on both sides of the index.
 * A row that moved meanwhile is left to whoever moved it, and to the next comparison.
 */
export async function secondLook(
  tenant: TenantId,
  found: IndexDifferences,
  { records, index }: { records: Records; index: Pick<VectorIndex, 'scores'> },
): Promise<IndexDifferences> {
  const { memories } = records.forTenant(tenant);
  const held: IndexDifferences = { ...found, missing: [], stale: [], ahead: [], extra: [] };
  const rowsOf = async (ids: readonly string[]) =>
    new Map((await memories.versionsOf(ids)).map((row): [string, RowVersion] => [row.id, row]));
  for (const ids of chunksOf([...found.missing, ...found.stale, ...found.extra], CHUNK)) {
    const before = await rowsOf(ids);
    const points = await index.scores(tenant, NOTHING, ids);
    const after = await rowsOf(ids);
    const still = ids.filter((id) => isSame(before.get(id), after.get(id)));
    for (const id of still) note(held, id, after.get(id), points.get(id)?.version);
  }
  return held;
}
