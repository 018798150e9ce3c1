import type { Log } from '@hippocamp/core/ports/log';
import { CollectionMissing, QdrantFailure, unavailable } from './failures.js';
import { reasonOf } from './reason.js';

export interface HealingDependencies {
  /** Has everything ordered to be indexed again, then makes the index; nothing of both where there is one. */
  makeReady: () => Promise<{ fresh: boolean }>;
  log: Log;
}

/**
 * Runs what may find its collection gone. Gone between two looks at the alias, it was replaced: the work is done again. Gone
 * twice, it was lost: it is made again beside the work. Until that is done the index cannot be asked: its answers would look
 * as if nothing had been remembered.
 */
export function createHealing({ makeReady, log }: HealingDependencies) {
  let healing = false;
  /** Why the last attempt failed: many requests try, and one line for each would tell nothing more. */
  let logged: string | null = null;

  const heal = async () => {
    const { fresh } = await makeReady();
    logged = null;
    if (fresh) log.warn({}, 'the vector index was lost: everything is indexed again');
  };

  const tell = (error: unknown) => {
    const reason = reasonOf(error);
    if (reason !== logged) log.error({ error: reason }, 'the vector index is not ready yet');
    logged = reason;
  };

  const startHealing = () => {
    if (healing) return;
    healing = true;
    heal()
      .catch(tell)
      .finally(() => {
        healing = false;
      });
  };

  const again = async <Result>(work: () => Promise<Result>, error: unknown): Promise<Result> => {
    if (!(error instanceof CollectionMissing)) throw error;
    return work().catch((second: unknown) => {
      if (second instanceof CollectionMissing) startHealing();
      throw second;
    });
  };

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (healing) throw unavailable(new QdrantFailure('the collection was lost'));
    return work().catch((error: unknown) => again(work, error));
  };
}
