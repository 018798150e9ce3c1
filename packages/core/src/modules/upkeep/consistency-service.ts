import type { Consistency } from '@hippocamp/shared/schemas/admin';
import type { Caller } from '../caller.js';
import { differenceCount, type Reconciler } from './reconciler.js';

export interface ConsistencyService {
  check(caller: Caller, options: { repair: boolean }): Promise<Consistency>;
}

const EXAMPLES = 20;

const kindOf = (ids: readonly string[]) => ({ count: ids.length, examples: ids.slice(0, EXAMPLES) });

export const createConsistencyService = ({ reconciler }: { reconciler: Reconciler }): ConsistencyService => ({
  async check({ tenant }, { repair }) {
    const found = repair ? await reconciler.repair(tenant) : await reconciler.compare(tenant);
    const { memories, points, pending, missing, stale, extra } = found;
    const consistent = differenceCount(found) === 0;
    return {
      consistent,
      memories,
      points,
      pending: pending.length,
      missing: kindOf(missing),
      stale: kindOf(stale),
      extra: kindOf(extra),
      repaired: repair && !consistent,
    };
  },
});
