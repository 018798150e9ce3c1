import { type Refused, type ReindexProgress, reindex } from '@hippocamp/core/modules/upkeep/reindex';
import { withLease } from '@hippocamp/core/modules/with-lease';
import { changeOf } from './change-embedder.js';
import { type Components, openComponents } from './components.js';
import { leaseOfProcess } from './lease-of-process.js';
import type { Settings } from './settings.js';

type OnProgress = (progress: ReindexProgress) => void;

/** Two at once would remove each other's index. An embedded folder has one process anyway. */
const reindexAlone = async (components: Components, lease: number, onProgress: OnProgress): Promise<Refused[]> => {
  const { mode, records, ids } = components;
  const all = { ...components, ...(await changeOf(components)), onProgress };
  if (mode === 'embedded') return reindex(all);
  const work = (check: () => void) => reindex({ ...all, check });
  return withLease('reindex', leaseOfProcess(records, ids, lease), work);
};

/** Builds a new index and swaps it in. Answers the memories that the embedder refused. In embedded mode the gateway must be stopped. */
export async function reindexAll(settings: Settings, onProgress: OnProgress): Promise<Refused[]> {
  const components = await openComponents(settings);
  try {
    return await reindexAlone(components, settings.policies.lease, onProgress);
  } finally {
    await components.queue.close(settings.stopTimeout);
    await components.close();
  }
}
