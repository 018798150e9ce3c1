import type { Log } from '@hippocamp/core/ports/log';
import type { Ready } from '@hippocamp/shared/schemas/system';
import { openComponents } from './components.js';
import type { Metrics } from './metrics.js';
import { createReadiness } from './readiness.js';
import { type Settings, SettingsError } from './settings.js';
import { version } from './version.js';
import { startWorkers } from './workers.js';

export interface Worker {
  version: string;
  metrics: Metrics;
  log: Log;
  about: Record<string, string>;
  readiness(): Promise<Ready>;
  retire(): void;
  /** Gives unfinished work back after the time of the settings. */
  close(): Promise<void>;
}

export async function createWorker(settings: Settings): Promise<Worker> {
  if (settings.engines.mode === 'embedded') {
    throw new SettingsError(
      'A worker needs DATABASE_URL, QDRANT_URL and REDIS_URL. Without them the gateway does the work itself: start only that.',
    );
  }
  const components = await openComponents(settings);
  const { metrics, log, about } = components;
  const stopWorkers = startWorkers(components, settings);
  const readiness = createReadiness(components);
  return {
    version,
    metrics,
    log,
    about,
    readiness: readiness.check,
    retire: readiness.retire,
    async close() {
      try {
        await stopWorkers();
      } finally {
        await components.close();
      }
    },
  };
}
