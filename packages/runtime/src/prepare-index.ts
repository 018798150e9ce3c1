import { reasonOf } from '@hippocamp/adapters/qdrant/reason';
import { isOutage } from '@hippocamp/core/modules/idempotency/run-once';
import type { Clock } from '@hippocamp/core/ports/clock';
import type { Embedder } from '@hippocamp/core/ports/embedder';
import type { Log } from '@hippocamp/core/ports/log';
import type { Records } from '@hippocamp/core/ports/records';
import type { VectorIndex } from '@hippocamp/core/ports/vector-index';

const AGAIN_AFTER = 2000;

/** Tries again while the index is down, so that the service can start. Returns the stop. */
export async function prepareIndex({
  index,
  records,
  embedder,
  clock,
  log,
}: {
  index: Pick<VectorIndex, 'ensure'>;
  records: Pick<Records, 'reindexAll'>;
  embedder: Pick<Embedder, 'id' | 'dimensions'>;
  clock: Clock;
  log: Log;
}): Promise<() => void> {
  const { id, dimensions } = embedder;
  let timer: NodeJS.Timeout | undefined;
  let logged: string | undefined;
  const prepare = () =>
    index.ensure({ id, dimensions }, async () => {
      await records.reindexAll(clock.now());
    });
  // The watch logs outages.
  const tell = (error: unknown) => {
    if (isOutage(error)) return;
    const reason = reasonOf(error);
    if (reason !== logged) log.error({ reason }, 'the vector index cannot be made ready');
    logged = reason;
  };
  const tryAgain = async () => {
    try {
      await prepare();
      if (logged !== undefined) log.info({}, 'the vector index is ready');
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
    if (!isOutage(error)) throw error;
    again();
  });
  return () => clearTimeout(timer);
}
