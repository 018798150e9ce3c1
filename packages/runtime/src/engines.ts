import { createEmbeddedIndex } from '@hippocamp/adapters/embedded-index/embedded-index';
import { createLocalQueue } from '@hippocamp/adapters/local-queue/local-queue';
import type { Alone } from '@hippocamp/adapters/qdrant/collections';
import { unavailable } from '@hippocamp/adapters/qdrant/failures';
import { type EngineHealth, EngineUnwell } from '@hippocamp/core/ports/engine-health';
import type { JobQueue } from '@hippocamp/core/ports/job-queue';
import type { Log } from '@hippocamp/core/ports/log';
import { type Records, RecordsUnavailable } from '@hippocamp/core/ports/records';
import type { VectorIndex } from '@hippocamp/core/ports/vector-index';
import { Problem } from '@hippocamp/shared/problems';
import { openEmbeddedRecords } from './engines/embedded.js';
import {
  createEngineWatch,
  type EngineWatch,
  type EngineWatchOptions,
  watchedIndex,
  watchedQueue,
  watchedRecords,
} from './engines/engine-watch.js';
import { addressOf, openPostgresRecords, type PoolUse } from './engines/postgres.js';
import type { EngineSettings, QdrantSettings, Settings } from './settings.js';

/** ms; a busy Redis answers in time, a hanging one costs each ingest this long. */
const ENQUEUE_TIMEOUT = 500;

export interface Engines {
  mode: 'embedded' | 'production';
  records: Records;
  index: VectorIndex;
  queue: JobQueue;
  watches: EngineWatches;
  pool: (() => PoolUse) | null;
  about: { records: string; index: string; queue: string };
  /** Records the embedder beside the data. */
  stamp(embedderId: string): Promise<void>;
  /** The queue must be closed first. */
  close(): Promise<void>;
}

export interface EngineWatches {
  records: EngineWatch;
  index: EngineWatch;
  queue: EngineWatch;
}

interface Opening {
  settings: Settings;
  log: Log;
  alone: Alone;
  /** Must order everything to be indexed again. */
  onIndexLost: () => Promise<void>;
  onCall?: EngineWatchOptions['onCall'];
}

type Opened = Omit<Engines, 'watches'>;

/** Clients of Qdrant and Redis are a third of all modules, so they are imported on demand. */
async function openQdrant(
  { url, apiKey, prefix, quantised, timeout }: QdrantSettings,
  { log, alone, onIndexLost }: Opening,
) {
  const { createQdrantIndex } = await import('@hippocamp/adapters/qdrant/qdrant-index');
  return {
    index: createQdrantIndex({ url, apiKey, prefix, quantised, timeoutMs: timeout, log, alone, onLost: onIndexLost }),
    about: `Qdrant at ${addressOf(url)}`,
  };
}

async function openEmbedded(
  opening: Opening,
  { folder, qdrant, indexMemory }: Extract<EngineSettings, { mode: 'embedded' }>,
): Promise<Opened> {
  const { log } = opening;
  const { records, sql, semaphore, about, stamp, close: closeRecords } = await openEmbeddedRecords(folder, log);
  const own = createEmbeddedIndex({ sql, semaphore, memory: indexMemory, log });
  const { index, about: aboutIndex } = qdrant
    ? await openQdrant(qdrant, opening)
    : { index: own, about: 'exact search in memory, kept in the same engine' };
  const close = async () => {
    await own.close();
    await closeRecords();
  };
  const queue = createLocalQueue({ log });
  const abouts = { records: about, index: aboutIndex, queue: 'in this process' };
  return { mode: 'embedded', records, index, queue, pool: null, about: abouts, stamp, close };
}

async function openProduction(
  opening: Opening,
  engines: Extract<EngineSettings, { mode: 'production' }>,
  health: EngineHealth,
): Promise<Opened> {
  const { settings, log } = opening;
  const { createBullQueue } = await import('@hippocamp/adapters/bullmq/bull-queue');
  const { records, pool, about, close } = await openPostgresRecords(engines.database, log);
  const { index, about: aboutIndex } = await openQdrant(engines.qdrant, opening);
  const { url, prefix } = engines.redis;
  const queue = createBullQueue({
    url,
    prefix,
    window: settings.queueWindow,
    enqueueTimeout: ENQUEUE_TIMEOUT,
    log,
    health,
  });
  const abouts = { records: about, index: aboutIndex, queue: `Redis at ${addressOf(url)}` };
  return { mode: 'production', records, index, queue, pool, about: abouts, stamp: async () => undefined, close };
}

/** Made before the engines, which may be lost while they open. */
function createWatches({ settings, log, onCall }: Opening, opened: () => Opened): EngineWatches {
  const { engines } = settings;
  const embedded = engines.mode === 'embedded';
  const shared = { log, ...(onCall && { onCall }) };
  return {
    records: createEngineWatch({
      ...shared,
      engine: 'records',
      ping: () => opened().records.ping(),
      refusal: (cause) => new RecordsUnavailable(cause),
      embedded,
    }),
    index: createEngineWatch({
      ...shared,
      engine: 'index',
      ping: () => opened().index.ping(),
      refusal: (cause) => unavailable(cause),
      embedded: embedded && !engines.qdrant,
    }),
    queue: createEngineWatch({
      ...shared,
      engine: 'queue',
      ping: () => opened().queue.ping(),
      refusal: (cause) =>
        new Problem('dependency-unavailable', 'The job queue does not answer.', {
          retryAfter: 2,
          cause,
          part: 'queue',
        }),
      embedded,
    }),
  };
}

/** Waits for PostgreSQL; Redis and Qdrant may come later. */
export async function openEngines(opening: Opening): Promise<Engines> {
  const { engines } = opening.settings;
  let opened: Opened | undefined;
  const watches = createWatches(opening, () => {
    if (!opened) throw new EngineUnwell('is being opened');
    return opened;
  });
  opened =
    engines.mode === 'embedded'
      ? await openEmbedded(opening, engines)
      : await openProduction(opening, engines, watches.queue);
  const { records, index, queue, close } = opened;
  return {
    ...opened,
    records: watchedRecords(records, watches.records),
    index: watchedIndex(index, watches.index),
    queue: watchedQueue(queue, watches.queue, [watches.records, watches.index]),
    watches,
    async close() {
      for (const watch of Object.values(watches)) watch.stop();
      await close();
    },
  };
}
