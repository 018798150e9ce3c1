import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Log } from '../../ports/log.js';
import type { Records } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import { compareIndex, differenceCount, type IndexDifferences } from './compare-index.js';

export interface Reconciler {
  compare(tenant: TenantId): Promise<IndexDifferences>;
  /** Removes what is extra at once and orders what is missing or stale to be indexed again. Answers what it found. */
  repair(tenant: TenantId): Promise<IndexDifferences>;
  /** Repairs tenants in turn, those first that were compared longest ago, for a bounded time. */
  round(): Promise<void>;
}

export interface ReconcilerDependencies {
  records: Records;
  index: VectorIndex;
  clock: Clock;
  log: Log;
  onDifferences?: (count: number) => void;
}

/** A round ends after this many ms, … */
const ROUND = 2000;
/** … and the next begins when this many times its length has passed: comparing takes a twentieth of one process at most. */
const REST = 20;
const CHUNK = 500;

const chunksOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_chunk, position) =>
    ids.slice(position * CHUNK, (position + 1) * CHUNK),
  );

/** Keeps the index as the records say, whatever happened to it: it was emptied, restored from a backup, or lost a write. */
export function createReconciler(dependencies: ReconcilerDependencies): Reconciler {
  const { records, index, clock, log, onDifferences } = dependencies;
  let restUntil = 0;

  /** A memory may have come since it was found extra, so the rows have the last word. */
  const removeExtra = async (tenant: TenantId, ids: readonly string[]) => {
    const states = await records.forTenant(tenant).memories.indexStates(ids);
    const present = new Set(states.filter(({ absent }) => !absent).map(({ id }) => id));
    const gone = ids.filter((id) => !present.has(id));
    if (gone.length > 0) await index.remove(tenant, gone);
  };

  const compare = (tenant: TenantId) => compareIndex(tenant, { records, index });

  const repair = async (tenant: TenantId) => {
    const found = await compare(tenant);
    const count = differenceCount(found);
    if (count === 0) return found;
    const { missing, stale, extra } = found;
    log.warn(
      { tenant, missing: missing.length, stale: stale.length, extra: extra.length },
      'the index differed from the records',
    );
    onDifferences?.(count);
    for (const ids of chunksOf(extra)) await removeExtra(tenant, ids);
    const { memories } = records.forTenant(tenant);
    for (const ids of chunksOf([...missing, ...stale])) await memories.markUnindexed(ids, clock.now());
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
      } finally {
        const end = clock.now().getTime();
        restUntil = end + REST * (end - start);
      }
    },
  };
}
