import { LocalModelUnavailable } from '@hippocamp/adapters/local-model/unavailable';
import type { Log } from '@hippocamp/core/ports/log';
import type { PairReader, RelatedAs } from '@hippocamp/core/ports/pair-reader';
import type { SharedModel } from './shared-model.js';

/** Tells nothing of any pair: words have to do. */
const noReader: PairReader = {
  updates: async (_tenant, pairs) => pairs.map(() => null),
  claims: async (_tenant, pairs) => pairs.map(() => null),
};

/** By turns with what else the model is asked for the tenant. */
const laneOf = (tenant: string) => `pairs ${tenant}`;

/**
 * The model that reads two texts together, in the threads of the local one; none without a model. Where it cannot run or fails it
 * tells nothing, and says so once.
 */
export function createPairReader(model: SharedModel | null, log: Log): PairReader {
  if (!model) return noReader;
  let told = false;
  const relate = async (of: RelatedAs, tenant: string, pairs: readonly (readonly [string, string])[]) => {
    try {
      const { relate: read } = await model.open();
      return await read(of, pairs, laneOf(tenant));
    } catch (error) {
      if (!told) {
        told = true;
        const reason = error instanceof LocalModelUnavailable ? error.message : (error as Error).name;
        log.warn({ reason }, 'the model that reads two statements together fails: they are compared by words alone');
      }
      return pairs.map(() => new Float32Array());
    }
  };
  return {
    async updates(tenant, pairs) {
      const found = await relate('update', tenant, pairs);
      return found.map(([same, conflict, different]) =>
        same === undefined || conflict === undefined || different === undefined ? null : { same, conflict, different },
      );
    },
    async claims(tenant, pairs) {
      const found = await relate('claim', tenant, pairs);
      return found.map(([supported, refuted, unknown]) =>
        supported === undefined || refuted === undefined || unknown === undefined
          ? null
          : { supported, refuted, unknown },
      );
    },
  };
}
