import { type ReindexProgress, reindex } from '@hippocamp/core/modules/consistency/reindex';
import { openComponents } from './components.js';
import type { Settings } from './settings.js';

/** Builds the vector index anew beside the one in use and puts it in its place. In embedded mode the gateway must be stopped. */
export async function reindexAll(settings: Settings, onProgress: (progress: ReindexProgress) => void): Promise<void> {
  const components = await openComponents(settings);
  try {
    await reindex({ ...components, onProgress });
  } finally {
    await components.queue.close(settings.stopTimeout);
    await components.close();
  }
}
