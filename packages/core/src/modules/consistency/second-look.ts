import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Records, RowVersion } from '../../ports/records.js';
import type { IndexQuestion, VectorIndex } from '../../ports/vector-index.js';
import { chunksOf } from './chunks.js';
import { type IndexDifferences, verdictOn } from './compare-index.js';

/** Asks for nothing but which points there are, and at which version. */
const NOTHING: IndexQuestion = { dense: null, sparse: { indices: [], values: [] } };

const isSame = (first: RowVersion | undefined, second: RowVersion | undefined): boolean =>
  first?.version === second?.version &&
  first?.indexedVersion === second?.indexedVersion &&
  first?.absent === second?.absent;

const isMissing = (row: RowVersion | undefined) => row && !row.absent && row.indexedVersion === row.version;

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

  const judge = (id: string, row: RowVersion | undefined, version: number | undefined) => {
    if (version === undefined) {
      if (isMissing(row)) held.missing.push(id);
      return;
    }
    const verdict = verdictOn(row, version);
    if (verdict !== 'right') held[verdict].push(id);
    if (verdict === 'stale' && row && version > row.version) held.ahead.push({ id, version });
  };

  for (const ids of chunksOf([...found.missing, ...found.stale, ...found.extra])) {
    const before = await rowsOf(ids);
    const points = await index.scores(tenant, NOTHING, ids);
    const after = await rowsOf(ids);
    for (const id of ids) {
      if (isSame(before.get(id), after.get(id))) judge(id, after.get(id), points.get(id)?.version);
    }
  }
  return held;
}
