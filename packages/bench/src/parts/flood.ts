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
const CONNECTIONS = 8;

/** Limits that hold the flood back and not the neighbour, of a service that answers so many queries in a second. */
const waysOf = (saturation: number): Record<string, string>[] => {
  const rate = { REQUESTS_PER_SECOND: String(Math.max(1, Math.round(saturation / 4))) };
  const concurrent = { CONCURRENT_REQUESTS: '2' };
  return [{}, concurrent, rate, { ...rate, ...concurrent }];
};

/** In a thread of its own, so that it does not hold up who measures. */
const flood = async (order: FloodOrder): Promise<Sample> => {
  const thread = new Worker(new URL('../processes/flooder.js', import.meta.url), { workerData: order });
  const [sample] = (await once(thread, 'message')) as [Sample];
  return sample;
};

/** Fills a folder, and answers how many queries a second it can. */
async function prepare(folder: string, { openSeconds }: Options, progress: Progress): Promise<number> {
  const gateway = await startGateway(folder);
  const client = createClient(gateway.url);
  try {
    for (const size of [NEIGHBOUR, FLOODING])
      await fillTenant(size, { client, url: gateway.url, progress, now: new Date() });
    const ask = createAsk(client, { size: FLOODING, seed: 1 });
    const saturated = { connections: CONNECTIONS, requests: 10_000, seconds: openSeconds };
    await closedLoop(ask, saturated);
    return throughput(await closedLoop(ask, saturated));
  } finally {
    client.close();
    await gateway.stop();
  }
}

/** The neighbour sends a tenth of what the service can, the flood twice of it. */
async function measureWay(
  folder: string,
  saturation: number,
  settings: Record<string, string>,
  seconds: number,
): Promise<Flood> {
  const gateway = await startGateway(folder, 'words', settings);
  const client = createClient(gateway.url);
  const rate = 2 * saturation;
  const neighbour = (seed: number) => openLoop(createAsk(client, { size: NEIGHBOUR, seed }), saturation / 10, seconds);
  try {
    await neighbour(2);
    const quiet = await neighbour(3);
    const flooding = flood({ url: gateway.url, size: FLOODING, rate, seconds });
    const beside = await neighbour(4);
    return { settings, rate, quiet, beside, flood: await flooding };
  } finally {
    client.close();
    await gateway.stop();
  }
}

/** Fills in `results` as it goes: a tenant that sends queries at fixed times, whatever comes back, and what its neighbour waits. */
export async function measureFlood(results: Flood[], options: Options, progress: Progress): Promise<void> {
  const folder = temporaryFolder();
  const saturation = await prepare(folder, options, progress);
  for (const settings of waysOf(saturation)) {
    progress.say(`flood: ${JSON.stringify(settings)}, ${Math.round(2 * saturation)} queries a second`);
    results.push(await measureWay(folder, saturation, settings, options.openSeconds));
  }
}
