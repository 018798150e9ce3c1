import { LocalModelUnavailable } from '@hippocamp/adapters/local-model/model-threads';
import type { Log } from '@hippocamp/core/ports/log';
import type { PairReader } from '@hippocamp/core/ports/pair-reader';
import type { SharedModel } from './shared-model.js';

/** By turns with what else the model is asked for the tenant. */
const laneOf = (tenant: string) => `pairs ${tenant}`;

const reasonOf = (error: unknown): string => {
  if (error instanceof LocalModelUnavailable) return error.message;
  return error instanceof Error ? error.name : typeof error;
};

/** Tells of the first failure, and of none after it. */
export function warningOnce(log: Log, message: string): (error: unknown) => void {
  let told = false;
  return (error) => {
    if (!told) log.warn({ reason: reasonOf(error) }, message);
    told = true;
  };
}

/**
 * The model that reads two texts together, in the threads of the local one. Where it cannot run or fails it tells nothing, and
 * says so once.
 */
export function createPairReader(model: Pick<SharedModel, 'open'>, log: Log): PairReader {
  const warn = warningOnce(
    log,
    'the model that reads two statements together fails: only equal text repeats, and everything else is kept',
  );
  return {
    async relate(tenant, pairs) {
      try {
        const { relate } = await model.open();
        return await relate(pairs, laneOf(tenant));
      } catch (error) {
        warn(error);
        return pairs.map(() => null);
      }
    },
  };
}
