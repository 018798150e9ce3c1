import type { Log } from '@hippocamp/core/ports/log';
import { isProblem } from '@hippocamp/shared/problems';
import { CollectionMissing, QdrantFailure, unavailable } from './failures.js';
import { VersionError } from './version.js';

export interface HealingDependencies {
  makeReady: () => Promise<{ fresh: boolean }>;
  /** Tells the owner that the index came up empty. */
  onLost: () => Promise<void>;
  log: Log;
}

/** Sentences of our own are for the log; those of others may hold what was worked on. */
function reasonOf(error: unknown): string {
  const told = isProblem(error) ? error.extras.cause : error;
  if (told instanceof QdrantFailure || told instanceof VersionError) return told.message;
  return told instanceof Error ? told.name : typeof told;
}

/**
 * Runs what may find its collection gone. Gone between two looks at the alias, it was replaced: the work is done again. Gone
 * twice, it was lost: it is made again beside the work, and the owner is told that everything has to be indexed again. Until
 * both are done the index cannot be asked: its answers would look as if nothing had been remembered.
 */
export function createHealing({ makeReady, onLost, log }: HealingDependencies) {
  let healing = false;
  /** The owner has not been told of a loss yet. */
  let owed = false;

  const heal = async () => {
    const { fresh } = await makeReady();
    owed ||= fresh;
    if (!owed) return;
    log.warn({}, 'the vector index was lost: everything is indexed again');
    await onLost();
    owed = false;
  };

  const startHealing = () => {
    if (healing) return;
    healing = true;
    heal()
      .catch((error: unknown) => {
        log.error({ error: reasonOf(error) }, 'the vector index is not ready yet');
      })
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
    if (owed) startHealing();
    if (healing) throw unavailable(new QdrantFailure('the collection was lost'));
    return work().catch((error: unknown) => again(work, error));
  };
}
