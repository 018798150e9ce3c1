import type { Log } from '@hippocamp/core/ports/log';
import { CollectionMissing, QdrantFailure, unavailable } from './failures.js';
import { reasonOf } from './reason.js';

export interface HealingDependencies {
  /** Orders everything to be indexed again, then makes the collection; does nothing where there is one. */
  makeReady: () => Promise<{ fresh: boolean }>;
  log: Log;
}

/**
 * Repeats work once, since a rebuild may have replaced the collection. Refuses requests until a lost one is remade.
 */
export function createHealing({ makeReady, log }: HealingDependencies) {
  let healing = false;
  /** The last reason logged; many requests fail for the same one. */
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
