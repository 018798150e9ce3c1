import { type Api, createApi } from '@hippocamp/e2e/client';
import { createRandom } from '@hippocamp/e2e/random';
import { sentence } from '@hippocamp/e2e/sentence';
import type { Options } from '../options.js';
import { type Engines, startEngines } from '../processes/engines.js';
import { startProduction } from '../processes/production.js';
import type { Progress } from '../report/progress.js';

/** `window` is QUEUE_WINDOW. */
export interface Fairness {
  window: number;
  /** ms of a neighbour's ingests, one after the other: alone, and while another tenant's wait. */
  quiet: number[];
  flooded: number[];
  /** Ingests of both tenants that were done in a second of the flood. */
  perSecond: number;
}

const WINDOWS = [4, 8, 16, 64, 256];
const QUIET = 30;
const SENDERS = 16;

let numbers = 0;
const random = createRandom(7);
const ingest = (api: Api, headers: Record<string, string> = {}) => {
  numbers += 1;
  return api.post('/ingest', { content: sentence(numbers, random), source: 'note' }, headers);
};

const waitingOf = async (api: Api): Promise<number> => {
  const ready = await api.get('/readyz');
  return Number.parseInt(ready.body.checks.outbox.detail, 10);
};

const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

const flood = async (api: Api, count: number) => {
  let left = count;
  const sender = async () => {
    while (left > 0) {
      left -= 1;
      await ingest(api, { prefer: 'respond-async' });
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
};

async function measureWindow({ servers }: Engines, window: number, burst: number): Promise<Fairness> {
  const service = await startProduction(servers, 2, { QUEUE_WINDOW: String(window) });
  const [neighbour, crowd] = [createApi(service.gateway.url), createApi(service.gateway.url)];
  try {
    await ingest(neighbour);
    const quiet: number[] = [];
    for (let count = 0; count < QUIET; count += 1) quiet.push(await timed(() => ingest(neighbour)));
    const start = performance.now();
    await flood(crowd, burst);
    const flooded: number[] = [];
    while ((await waitingOf(neighbour)) > 4) flooded.push(await timed(() => ingest(neighbour)));
    const seconds = (performance.now() - start) / 1000;
    return { window, quiet, flooded, perSecond: (burst + flooded.length) / seconds };
  } finally {
    await service.stop();
  }
}

export async function measureFairness(results: Fairness[], { burst }: Options, progress: Progress): Promise<void> {
  const engines = await startEngines();
  try {
    for (const window of WINDOWS) {
      progress.say(`fairness: a window of ${window}`);
      results.push(await measureWindow(engines, window, burst));
    }
  } finally {
    await engines.stop();
  }
}
