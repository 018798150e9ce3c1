import { isOutage } from '@hippocamp/core/modules/idempotency/run-once';
import { type Log, withoutText } from '@hippocamp/core/ports/log';
import type { VectorIndex } from '@hippocamp/core/ports/vector-index';
import type { EmbedderInUse } from './embedder-in-use.js';

/** ms in which every process has turned to another embedder. */
const LOOK_EVERY = 1000;

/** Looks from time to time whether another process has turned the store to another embedder. Answers how to stop. */
export function followEmbedder({
  embedderInUse,
  index,
  log,
}: {
  embedderInUse: EmbedderInUse;
  index: Pick<VectorIndex, 'ensure'>;
  log: Log;
}): () => void {
  let told = false;
  const look = async () => {
    if (!(await embedderInUse.follow())) return;
    const { id, dimensions } = embedderInUse.embedder;
    await index.ensure({ id, dimensions });
  };
  /** An engine that is away is told of by its watch, and anything else once until it has passed. */
  const tell = (error: unknown) => {
    if (told || isOutage(error)) return;
    told = true;
    log.warn(withoutText(error), 'the embedder in use is not known');
  };
  const passed = () => {
    told = false;
  };
  const timer = setInterval(() => void look().then(passed, tell), LOOK_EVERY);
  timer.unref();
  return () => clearInterval(timer);
}
