import { reasonOf } from '@hippocamp/adapters/qdrant/reason';
import type { Clock } from '@hippocamp/core/ports/clock';
import type { Embedder } from '@hippocamp/core/ports/embedder';
import type { Log } from '@hippocamp/core/ports/log';
import type { Records } from '@hippocamp/core/ports/records';
import type { VectorIndex } from '@hippocamp/core/ports/vector-index';
import { isProblem } from '@hippocamp/shared/problems';

const AGAIN_AFTER = 2000;

/**
 * Makes the index ready for the model and orders everything to be indexed where it holds nothing. An index that is down does
 * not keep the service from starting: it is made ready when it is back. Answers how to stop trying.
 */
export async function prepareIndex(dependencies: {
  index: Pick<VectorIndex, 'ensure'>;
  records: Pick<Records, 'reindexAll'>;
  embedder: Pick<Embedder, 'id' | 'dimensions'>;
  clock: Clock;
  log: Log;
}): Promise<() => void> {
  const { index, records, embedder, clock, log } = dependencies;
  const { id, dimensions } = embedder;
  let timer: NodeJS.Timeout | undefined;
  let told: string | undefined;
  const prepare = () =>
    index.ensure({ id, dimensions }, async () => {
      await records.reindexAll(clock.now());
    });
  const tell = (error: unknown) => {
    const reason = reasonOf(error);
    if (reason !== told) log.error({ reason }, 'the vector index cannot be made ready');
    told = reason;
  };
  const tryAgain = async () => {
    try {
      await prepare();
      log.info({}, 'the vector index is back');
    } catch (error) {
      tell(error);
      again();
    }
  };
  const again = () => {
    timer = setTimeout(() => void tryAgain(), AGAIN_AFTER);
    timer.unref();
  };
  await prepare().catch((error: unknown) => {
    if (!isProblem(error) || error.problem !== 'dependency-unavailable') throw error;
    told = reasonOf(error);
    log.warn({ reason: told }, 'the vector index does not answer; searches are refused until it does');
    again();
  });
  return () => clearTimeout(timer);
}
