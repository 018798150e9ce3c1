import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Records, RowVersion } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import { breathe } from '../breathe.js';

export interface PointVersion {
  id: string;
  version: number;
}

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
  ahead: PointVersion[];
  /** There, though the memory is deleted, archived or unknown. */
  extra: string[];
}

export const differenceCount = ({ missing, stale, extra }: IndexDifferences): number =>
  missing.length + stale.length + extra.length;

const PAGE = 1000;

/** One page after the other; each page tells where the next begins. */
async function* pagesOf<Row extends { id: string }>(read: (after: string | null) => Promise<Row[]>) {
  for (let after: string | null = null; ; ) {
    const rows: Row[] = await read(after);
    yield* rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? null;
    await breathe();
  }
}

type Verdict = 'right' | 'stale' | 'extra';

/** A row that waits to be indexed may be in the index at any version, or not. */
export const verdictOn = (row: RowVersion | undefined, version: number): Verdict => {
  if (!row) return 'extra';
  if (row.indexedVersion < row.version) return 'right';
  if (row.absent) return 'extra';
  return row.version === version ? 'right' : 'stale';
};

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
  for await (const row of pagesOf((after) => memories.versions(after, PAGE))) {
    rows.set(row.id, row);
    if (!row.absent) found.memories += 1;
    if (row.indexedVersion < row.version) found.pending.push(row.id);
  }
  for await (const point of pagesOf((after) => index.scan(tenant, after, PAGE))) {
    found.points += 1;
    const row = rows.get(point.id);
    const verdict = verdictOn(row, point.version);
    if (verdict !== 'right') found[verdict].push(point.id);
    if (verdict === 'stale' && row && point.version > row.version) found.ahead.push(point);
    rows.delete(point.id);
  }
  for (const { id, version, indexedVersion, absent } of rows.values()) {
    if (!absent && indexedVersion === version) found.missing.push(id);
  }
  return found;
}
