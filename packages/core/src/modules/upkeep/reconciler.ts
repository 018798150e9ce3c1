import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Log } from '../../ports/log.js';
import type { IndexState, Records, RowVersion } from '../../ports/records.js';
import type { IndexQuestion, VectorIndex } from '../../ports/vector-index.js';
import { isOutage } from '../idempotency/run-once.js';
import { chunksOf, pagesOf } from '../in-parts.js';
import { yieldToEventLoop } from '../waiting.js';

/** Differences as memory ids. */
interface IndexDifferences {
  /** Memories that the index should hold. */
  memories: number;
  /** Points that the index holds. */
  points: number;
  /** Rows not yet indexed at their version. The outbox has their jobs. */
  pending: string[];
  /** Rows that count as indexed, without a point. */
  missing: string[];
  /** Points at another version than their row. */
  stale: string[];
  /** Stale points above the version of their row, which no write would replace. */
  ahead: { id: string; version: number }[];
  /** Points of deleted, archived or unknown memories. */
  extra: string[];
}

export const differenceCount = ({ missing, stale, extra }: IndexDifferences): number =>
  missing.length + stale.length + extra.length;

const PAGE = 1000;
const CHUNK = 500;

/** Asks only for the points and their versions. */
const NOTHING: IndexQuestion = { dense: null, sparse: { indices: [], values: [] } };

/** A row that waits to be indexed may be in the index at any version, or not at all, so it is no difference. */
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

/** Compares all versions. Takes about 150 bytes of memory for each row. Rows written meanwhile may be named too. */
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
    await yieldToEventLoop();
  }
  const readPoints = (last: { id: string } | null) => index.scan(tenant, last?.id ?? null, PAGE);
  for await (const page of pagesOf(PAGE, readPoints)) {
    for (const { id, version } of page) {
      found.points += 1;
      note(found, id, rows.get(id), version);
      rows.delete(id);
    }
    await yieldToEventLoop();
  }
  for (const row of rows.values()) note(found, row.id, row, undefined);
  return found;
}

const isSame = (first: RowVersion | undefined, second: RowVersion | undefined): boolean =>
  first?.version === second?.version &&
  first?.indexedVersion === second?.indexedVersion &&
  first?.absent === second?.absent;

/** Checks each difference again, between two reads of the records. Rows that changed in between are left out. */
async function secondLook(
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

export interface Reconciler {
  compare(tenant: TenantId): Promise<IndexDifferences>;
  /** Removes extra points and enqueues missing and stale rows. `pending` enqueues waiting rows again too. */
  repair(tenant: TenantId, also?: { pending: boolean }): Promise<IndexDifferences>;
  /** Repairs tenants in turn for a bounded time, the longest unchecked first. Does not throw during an outage. */
  round(): Promise<void>;
}

export interface ReconcilerDependencies {
  records: Records;
  index: VectorIndex;
  clock: Clock;
  log: Log;
  /** Called with the number of repaired memories. */
  onDifferences?: (count: number) => void;
}

/** ms after which a round begins no further tenant. */
const ROUND = 2000;
/** The pause after a round, in lengths of it, so that comparing takes a twentieth of one process at most. */
const REST = 20;

/** The index may have been emptied, restored from a backup, or have lost a write. */
export function createReconciler({ records, index, clock, log, onDifferences }: ReconcilerDependencies): Reconciler {
  let restUntil = 0;

  /** Checks the rows as they are now, since they may have moved meanwhile. Answers the removed ids. */
  const removeWrong = async (
    tenant: TenantId,
    ids: readonly string[],
    isWrong: (id: string, row: IndexState | undefined) => boolean,
  ) => {
    const states = await records.forTenant(tenant).memories.indexStates(ids);
    const rows = new Map(states.map((row) => [row.id, row]));
    const wrong = ids.filter((id) => isWrong(id, rows.get(id)));
    if (wrong.length > 0) await index.remove(tenant, wrong);
    return wrong;
  };

  const compare = async (tenant: TenantId) =>
    secondLook(tenant, await compareIndex(tenant, { records, index }), { records, index });

  const report = (tenant: TenantId, repaired: { missing: number; stale: number; extra: number }) => {
    const count = repaired.missing + repaired.stale + repaired.extra;
    if (count === 0) return;
    log.warn({ tenant, ...repaired }, 'the index differed from the records and was repaired');
    onDifferences?.(count);
  };

  const repair = async (tenant: TenantId, also = { pending: false }) => {
    const found = await compare(tenant);
    const { missing, stale, extra } = found;
    const pending = also.pending ? found.pending : [];
    const { memories } = records.forTenant(tenant);
    const ahead = new Map(found.ahead.map(({ id, version }) => [id, version]));
    const isAhead = (id: string, row?: IndexState) => row !== undefined && (ahead.get(id) ?? 0) > row.version;
    for (const ids of chunksOf([...ahead.keys()], CHUNK)) await removeWrong(tenant, ids, isAhead);
    for (const ids of chunksOf([...missing, ...stale, ...pending], CHUNK)) {
      await memories.markUnindexed(ids, clock.now());
    }
    const isExtra = (_id: string, row?: IndexState) => !row || row.absent;
    // Last, because a row that waited to be removed may be gone by now, and its point would stay.
    const removed = new Set<string>();
    for (const ids of chunksOf([...extra, ...pending], CHUNK)) {
      for (const id of await removeWrong(tenant, ids, isExtra)) removed.add(id);
    }
    const extraRemoved = extra.filter((id) => removed.has(id)).length;
    report(tenant, { missing: missing.length, stale: stale.length, extra: extraRemoved });
    return found;
  };

  return {
    compare,
    repair,
    async round() {
      const start = clock.now().getTime();
      if (start < restUntil) return;
      try {
        const seen = new Set<TenantId>();
        while (clock.now().getTime() < start + ROUND) {
          const [tenant] = await records.takeIndexChecks(1, clock.now());
          if (tenant === undefined || seen.has(tenant)) return;
          seen.add(tenant);
          await repair(tenant);
        }
      } catch (error) {
        if (!isOutage(error)) throw error;
      } finally {
        const end = clock.now().getTime();
        restUntil = end + REST * (end - start);
      }
    },
  };
}
