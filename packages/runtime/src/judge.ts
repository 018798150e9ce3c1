import type { Judge } from '@hippocamp/core/ports/judge';
import type { Log } from '@hippocamp/core/ports/log';
import { JUDGE } from '@hippocamp/language/judge/judge';
import { warningOnce } from './pair-reader.js';
import type { SharedModel } from './shared-model.js';

/** By turns with the vectors of the tenant's memories, of which thousands may wait. */
const laneOf = (tenant: string) => `reading ${tenant}`;

/** The judge that ships, in the threads of the local model, whatever memories are found by. Where it cannot run or fails it says so once. */
export function createJudge(model: Pick<SharedModel, 'open'>, log: Log): Judge {
  const warn = warningOnce(
    log,
    'the judge cannot run here: everything that is said is kept but for what its form tells, as with READER=none',
  );
  return {
    id: JUDGE,
    async judge(tenant, pieces) {
      try {
        const { judge } = await model.open();
        return await judge(pieces, laneOf(tenant));
      } catch (error) {
        warn(error);
        return undefined;
      }
    },
  };
}
