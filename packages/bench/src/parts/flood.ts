import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createClient } from '../measure/client.js';
import { closedLoop, type Sample, throughput } from '../measure/closed-loop.js';
import { type OpenSample, openLoop } from '../measure/open-loop.js';
import type { Options } from '../options.js';
import { startGateway } from '../processes/gateway.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import type { Progress } from '../report/progress.js';
import { createAsk } from './ask.js';
import { fillTenant } from './fill.js';

/** One way in which tenants are held back. */
export interface Flood {
  settings: Record<string, string>;
  /** Queries of the flood that are due in a second: twice what the service can. */
  rate: number;
  /** Of the neighbour: before the flood, and beside it. */
  quiet: OpenSample;
  beside: OpenSample;
  flood: Sample;
}

/** What the thread that floods is told. */
export interface FloodOrder {
  url: string;
  size: number;
  rate: number;
  seconds: number;
}

const NEIGHBOUR = 1000;
const FLOODING = 1001;
const NEIGHBOUR_RATE = 10;
const CONNECTIONS = 8;

const ways: Record<string, string>[] = [
  {},
  { CONCURRENT_REQUESTS: '2' },
  { REQUESTS_PER_SECOND: '20' },
  { REQUESTS_PER_SECOND: '20', CONCURRENT_REQUESTS: '2' },
];

/** In a thread of its own, so that it does not hold up who measures. */
const flood = async (order: FloodOrder): Promise<Sample> => {
  const thread = new Worker(new URL('../processes/flooder.js', import.meta.url), { workerData: order });
  const [sample] = (await once(thread, 'message')) as [Sample];
  return sample;
};

async function measureWay(settings: Record<string, string>, { openSeconds }: Options, progress: Progress) {
  const folder = temporaryFolder();
  const now = new Date();
  const first = await startGateway(folder);
  const filling = { client: createClient(first.url), url: first.url, progress, now };
  for (const size of [NEIGHBOUR, FLOODING]) await fillTenant(size, filling);
  const ask = createAsk(filling.client, { size: FLOODING, seed: 1 });
  const saturated = { connections: CONNECTIONS, requests: 10_000, seconds: openSeconds / 3 };
  await closedLoop(ask, saturated);
  const rate = 2 * throughput(await closedLoop(ask, saturated));
  filling.client.close();
  await first.stop();
  const gateway = await startGateway(folder, 'words', settings);
  const client = createClient(gateway.url);
  try {
    const neighbour = (seed: number) =>
      openLoop(createAsk(client, { size: NEIGHBOUR, seed }), NEIGHBOUR_RATE, openSeconds);
    await neighbour(2);
    const quiet = await neighbour(3);
    const flooding = flood({ url: gateway.url, size: FLOODING, rate, seconds: openSeconds });
    const beside = await neighbour(4);
    return { settings, rate, quiet, beside, flood: await flooding };
  } finally {
    client.close();
    await gateway.stop();
  }
}

/** Fills in `results` as it goes: a tenant that sends queries at fixed times, whatever comes back, and what its neighbour waits. */
export async function measureFlood(results: Flood[], options: Options, progress: Progress): Promise<void> {
  for (const settings of ways) {
    progress.say(`flood: ${JSON.stringify(settings)}`);
    results.push(await measureWay(settings, options, progress));
  }
}
