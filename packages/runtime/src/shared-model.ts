import { createLocalModel, type LocalModel } from '@hippocamp/adapters/local-model/embedder';
import { LocalModelUnavailable } from '@hippocamp/adapters/local-model/model-threads';
import type { ClaimOddsModel } from '@hippocamp/core/ports/claim-reader';
import type { Judge } from '@hippocamp/core/ports/judge';
import type { Log } from '@hippocamp/core/ports/log';
import type { PairReader } from '@hippocamp/core/ports/pair-reader';
import { JUDGE } from '@hippocamp/language/judge/judge';

export interface SharedModel {
  /** Starts its threads at the first call. Rejects with `LocalModelUnavailable` where it cannot run here. */
  open(): Promise<LocalModel>;
  /** Ends the threads; `close` of what `open` gave does not. */
  close(): Promise<void>;
}

interface SharedModelSettings {
  threads: number;
  /** True where memories are found by it, false where it only reads texts. */
  finds: boolean;
}

export function createSharedModel(settings: SharedModelSettings, openModel = createLocalModel): SharedModel {
  let opened: Promise<LocalModel> | undefined;
  return {
    async open() {
      opened ??= openModel(settings);
      return { ...(await opened), close: async () => undefined };
    },
    async close() {
      await opened?.then(
        ({ close }) => close(),
        () => undefined,
      );
    },
  };
}

/** The parts that judge and compare use it whatever embedder is in use. A failure is logged once. */
type Model = Pick<SharedModel, 'open'>;

const reasonOf = (error: unknown): string => {
  if (error instanceof LocalModelUnavailable) return error.message;
  return error instanceof Error ? error.name : typeof error;
};

function warningOnce(log: Log, message: string): (error: unknown) => void {
  let logged = false;
  return (error) => {
    if (!logged) log.warn({ reason: reasonOf(error) }, message);
    logged = true;
  };
}

/** Null for pairs that cannot be read. */
export function createPairReader(model: Model, log: Log): PairReader {
  const warn = warningOnce(
    log,
    'the model that reads two statements together fails: only equal text repeats, and everything else is kept',
  );
  return {
    async relate(tenant, pairs) {
      try {
        const { relate } = await model.open();
        return await relate(pairs, `pairs ${tenant}`);
      } catch (error) {
        warn(error);
        return pairs.map(() => null);
      }
    },
  };
}

export function createClaimOdds(model: Model, log: Log): ClaimOddsModel {
  const warn = warningOnce(log, 'the model that reads claims fails: only equal text supports one');
  return {
    async weigh(tenant, claim, memories) {
      try {
        const { weigh } = await model.open();
        const odds = await weigh(claim, memories, `claims ${tenant}`);
        return odds.map((one) => one ?? { supported: 0, refuted: 0 });
      } catch (error) {
        warn(error);
        return null;
      }
    },
  };
}

export function createJudge(model: Model, log: Log): Judge {
  const warn = warningOnce(
    log,
    'the judge cannot run here: everything that is said is kept but for what its form tells, as with READER=none',
  );
  let isMissing = false;
  const open = () =>
    model.open().catch((error: unknown) => {
      isMissing = error instanceof LocalModelUnavailable;
      throw error;
    });
  return {
    id: JUDGE,
    isMissing: () => isMissing,
    async judge(tenant, pieces) {
      try {
        const { judge } = await open();
        return await judge(pieces, `reading ${tenant}`);
      } catch (error) {
        warn(error);
        return undefined;
      }
    },
  };
}
