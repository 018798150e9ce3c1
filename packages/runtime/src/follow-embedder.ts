import { type Log, withoutText } from '@hippocamp/core/ports/log';
import type { VectorIndex } from '@hippocamp/core/ports/vector-index';
import type { EmbedderInUse } from './embedder-in-use.js';

/** ms in which every process has turned to another embedder. */
const LOOK_EVERY = 1000;

/** Looks from time to time whether another process has turned the store to another embedder. Answers how to stop. */
export function followEmbedder(dependencies: {
  embedderInUse: EmbedderInUse;
  index: Pick<VectorIndex, 'ensure'>;
  log: Log;
}): () => void {
  const { embedderInUse, index, log } = dependencies;
  const look = async () => {
    if (!(await embedderInUse.follow())) return;
    const { id, dimensions } = embedderInUse.embedder;
    await index.ensure({ id, dimensions });
  };
  // Records that do not answer are told of by their watch.
  const timer = setInterval(
    () => void look().catch((error: unknown) => log.warn(withoutText(error), 'the embedder in use is not known')),
    LOOK_EVERY,
  );
  timer.unref();
  return () => clearInterval(timer);
}
