import { createBullQueue } from '@hippocamp/adapters/bullmq/bull-queue';
import { createEmbeddedIndex } from '@hippocamp/adapters/embedded-index/embedded-index';
import { createLocalQueue } from '@hippocamp/adapters/local-queue/local-queue';
import { createQdrantIndex } from '@hippocamp/adapters/qdrant/qdrant-index';
import type { JobQueue } from '@hippocamp/core/ports/job-queue';
import type { Log } from '@hippocamp/core/ports/log';
import type { Records } from '@hippocamp/core/ports/records';
import type { VectorIndex } from '@hippocamp/core/ports/vector-index';
import { addressOf } from './engines/address.js';
import { openEmbeddedRecords } from './engines/embedded.js';
import { openPostgresRecords } from './engines/postgres.js';
import type { QdrantSettings, Settings } from './settings.js';

/** A Redis that hangs costs every ingest this many ms; a busy one is not taken for that. */
const RING_TIME = 500;

export interface Engines {
  mode: 'embedded' | 'production';
  records: Records;
  index: VectorIndex;
  queue: JobQueue;
  /** What they are, for people. */
  about: { records: string; index: string; queue: string };
  /** Of the stores; whoever uses the queue closes it first. */
  close(): Promise<void>;
}

interface Opening {
  settings: Settings;
  embedderId: string;
  log: Log;
  /** The index was lost: everything has to be indexed again. */
  onIndexLost: () => Promise<void>;
}

const openQdrant = ({ url, apiKey, prefix, timeout }: QdrantSettings, { log, onIndexLost }: Opening) => ({
  index: createQdrantIndex({ url, apiKey, prefix, timeoutMs: timeout, log, onLost: onIndexLost }),
  about: `Qdrant at ${addressOf(url)}`,
});

/** Opens what the settings name. Waits for PostgreSQL; Redis and Qdrant may come later. */
export async function openEngines(opening: Opening): Promise<Engines> {
  const { settings, embedderId, log } = opening;
  const { engines, queueWindow } = settings;
  if (engines.mode === 'embedded') {
    const { records, sql, turns, about, close } = await openEmbeddedRecords(engines.folder, embedderId, log);
    const own = { index: createEmbeddedIndex({ sql, turns }), about: 'exact search in the same engine' };
    const { index, about: aboutIndex } = engines.qdrant ? openQdrant(engines.qdrant, opening) : own;
    const queue = createLocalQueue({ log });
    return {
      mode: 'embedded',
      records,
      index,
      queue,
      about: { records: about, index: aboutIndex, queue: 'in this process' },
      close,
    };
  }
  const { records, about, close } = await openPostgresRecords(engines.database, log);
  const { index, about: aboutIndex } = openQdrant(engines.qdrant, opening);
  const { url, prefix } = engines.redis;
  const queue = createBullQueue({ url, prefix, window: queueWindow, ringTime: RING_TIME, log });
  return {
    mode: 'production',
    records,
    index,
    queue,
    about: { records: about, index: aboutIndex, queue: `Redis at ${addressOf(url)}` },
    close,
  };
}
