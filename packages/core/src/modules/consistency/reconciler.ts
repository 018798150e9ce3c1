import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Log } from '../../ports/log.js';
import type { IndexState, Records } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import { isOutage } from '../idempotency/certainly.js';
import { chunksOf } from '../in-parts.js';
import { CHUNK, compareIndex, type IndexDifferences, secondLook } from './compare-index.js';

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
export function createReconciler({ records, index, clock, log, onDifferences }: ReconcilerDependencies): Reconciler {
  let restUntil = 0;

  /** Removes points that are wrong beside their rows as these are now, since a row may have moved meanwhile. Answers which went. */
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
    // Last: a row that waited to be removed may be gone by now, and nobody knows of its point any more.
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
