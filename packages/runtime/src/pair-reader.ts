import type { LocalModel } from '@hippocamp/adapters/local-model/embedder';
import { LocalModelUnavailable } from '@hippocamp/adapters/local-model/unavailable';
import type { Log } from '@hippocamp/core/ports/log';
import type { PairReader } from '@hippocamp/core/ports/pair-reader';
import type { SharedModel } from './shared-model.js';

/** Tells nothing of any pair: words have to do. */
const noReader: PairReader = {
  relate: async (_tenant, pairs) => pairs.map(() => null),
  weigh: async (_tenant, asked) => asked.map(() => null),
};

/** By turns with what else the model is asked for the tenant. */
const laneOf = (tenant: string) => `pairs ${tenant}`;

const reasonOf = (error: unknown): string => {
  if (error instanceof LocalModelUnavailable) return error.message;
  return error instanceof Error ? error.name : typeof error;
};

/**
 * The model that reads two texts together, in the threads of the local one; none where `model` is null. Where it cannot run or
 * fails it tells nothing, and says so once.
 */
export function createPairReader(model: Pick<SharedModel, 'open'> | null, log: Log): PairReader {
  if (!model) return noReader;
  let told = false;

  const orNothing = async <Answer>(ask: (model: LocalModel) => Promise<Answer>, nothing: () => Promise<Answer>) => {
    try {
      return await ask(await model.open());
    } catch (error) {
      if (!told) {
        told = true;
        log.warn({ reason: reasonOf(error) }, 'the model that reads two texts together fails: words alone have to do');
      }
      return nothing();
    }
  };

  return {
    relate: (tenant, pairs) =>
      orNothing(
        ({ relate }) => relate(pairs, laneOf(tenant)),
        () => noReader.relate(tenant, pairs),
      ),
    weigh: (tenant, asked) =>
      orNothing(
        ({ weigh }) => weigh(asked, laneOf(tenant)),
        () => noReader.weigh(tenant, asked),
      ),
  };
}
