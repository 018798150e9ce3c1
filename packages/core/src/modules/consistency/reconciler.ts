import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Log } from '../../ports/log.js';
import type { Records } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import { isOutage } from '../idempotency/or-as-kept.js';
import { chunksOf } from './chunks.js';
import { compareIndex, type IndexDifferences, type PointVersion } from './compare-index.js';
import { secondLook } from './second-look.js';

export interface Reconciler {
  compare(tenant: TenantId): Promise<IndexDifferences>;
  /**
   * Removes what is extra at once and orders what is missing or stale to be indexed again. With `pending` also what waits for
   * that already, so that whoever is at it begins anew. Answers what it found.
   */
  repair(tenant: TenantId, also?: { pending: boolean }): Promise<IndexDifferences>;
  /** Repairs tenants in turn, those first that were compared longest ago, for a bounded time. Quiet while a store is down. */
  round(): Promise<void>;
}

export interface ReconcilerDependencies {
  records: Records;
  index: VectorIndex;
  clock: Clock;
  log: Log;
  /** How many were repaired. */
  onDifferences?: (count: number) => void;
}

/** A round ends after this many ms, … */
const ROUND = 2000;
/** … and the next begins when this many times its length has passed: comparing takes a twentieth of one process at most. */
const REST = 20;
/** Keeps the index as the records say, whatever happened to it: it was emptied, restored from a backup, or lost a write. */
export function createReconciler(dependencies: ReconcilerDependencies): Reconciler {
  const { records, index, clock, log, onDifferences } = dependencies;
  let restUntil = 0;

  /** A memory may have come since it was found extra, so the rows have the last word. Answers what was removed. */
  const removeExtra = async (tenant: TenantId, ids: readonly string[]) => {
    const states = await records.forTenant(tenant).memories.indexStates(ids);
    const present = new Set(states.filter(({ absent }) => !absent).map(({ id }) => id));
    const gone = ids.filter((id) => !present.has(id));
    if (gone.length > 0) await index.remove(tenant, gone);
    return gone;
  };

  /** A row may have come to the point's version since. */
  const removeAhead = async (tenant: TenantId, points: readonly PointVersion[]) => {
    const states = await records.forTenant(tenant).memories.indexStates(points.map(({ id }) => id));
    const versions = new Map(states.map(({ id, version }) => [id, version]));
    const ahead = points.filter(({ id, version }) => version > (versions.get(id) ?? version)).map(({ id }) => id);
    if (ahead.length > 0) await index.remove(tenant, ahead);
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
    const { missing, stale, ahead, extra } = found;
    const pending = also.pending ? found.pending : [];
    const { memories } = records.forTenant(tenant);
    for (const points of chunksOf(ahead)) await removeAhead(tenant, points);
    for (const ids of chunksOf([...missing, ...stale, ...pending])) await memories.markUnindexed(ids, clock.now());
    // Last: a row that waited to be removed may be gone by now, and nobody knows of its point any more.
    const removed = new Set<string>();
    for (const ids of chunksOf([...extra, ...pending])) {
      for (const id of await removeExtra(tenant, ids)) removed.add(id);
    }
    const extraRemoved = extra.filter((id) => removed.has(id)).length;
    report(tenant, { missing: missing.length, stale: stale.length, extra: extraRemoved });
    return found;
  };

  const repairInTurn = async (end: number) => {
    const seen = new Set<TenantId>();
    while (clock.now().getTime() < end) {
      const [tenant] = await records.takeIndexChecks(1, clock.now());
      if (tenant === undefined || seen.has(tenant)) return;
      seen.add(tenant);
      await repair(tenant);
    }
  };

  return {
    compare,
    repair,
    async round() {
      const start = clock.now().getTime();
      if (start < restUntil) return;
      try {
        await repairInTurn(start + ROUND);
      } catch (error) {
        if (!isOutage(error)) throw error;
      } finally {
        const end = clock.now().getTime();
        restUntil = end + REST * (end - start);
      }
    },
  };
}
