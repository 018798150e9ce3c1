import type { ClaimOddsModel } from '@hippocamp/core/ports/claim-odds';
import type { Log } from '@hippocamp/core/ports/log';
import { warningOnce } from './pair-reader.js';
import type { SharedModel } from './shared-model.js';

/** By turns with what else the model is asked for the tenant. */
const laneOf = (tenant: string) => `claims ${tenant}`;

/** The model that reads a memory and a claim together, in the threads of the local one. Where it cannot run or fails it says so once. */
export function createClaimOdds(model: Pick<SharedModel, 'open'>, log: Log): ClaimOddsModel {
  const warn = warningOnce(log, 'the model that reads claims fails: only equal text supports one');
  return {
    async weigh(tenant, claim, memories) {
      try {
        const { weigh } = await model.open();
        const odds = await weigh(claim, memories, laneOf(tenant));
        return odds.map((one) => one ?? { supported: 0, refuted: 0 });
      } catch (error) {
        warn(error);
        return null;
      }
    },
  };
}
