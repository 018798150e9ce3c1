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

export interface Flood {
  settings: Record<string, string>;
  /** Queries of the flood a second: twice what the service can. */
  rate: number;
  /** The neighbour before the flood, and beside it. */
  quiet: OpenSample;
  beside: OpenSample;
  flood: Sample;
}

export interface FloodOrder {
  url: string;
  size: number;
  rate: number;
  seconds: number;
}

const NEIGHBOUR = 1000;
const FLOODING = 1001;
const CONNECTIONS = 8;

/** Each set of limits leaves the neighbour's rate alone, given the queries a second that the service can answer. */
const waysOf = (saturation: number): Record<string, string>[] => {
  const rate = { REQUESTS_PER_SECOND: String(Math.max(1, Math.round(saturation / 4))) };
  const concurrent = { CONCURRENT_REQUESTS: '2' };
  return [{}, concurrent, rate, { ...rate, ...concurrent }];
};

/** A thread of its own keeps the flood from delaying the measurement. */
const flood = async (order: FloodOrder): Promise<Sample> => {
  const thread = new Worker(new URL('../processes/flooder.js', import.meta.url), { workerData: order });
  const [sample] = (await once(thread, 'message')) as [Sample];
  return sample;
};

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

/** The neighbour sends a tenth of what the service can. */
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

/** Fills in `results` as it goes: a tenant floods at fixed times, and its neighbour's waits are measured. */
export async function measureFlood(results: Flood[], options: Options, progress: Progress): Promise<void> {
  const folder = temporaryFolder();
  const saturation = await prepare(folder, options, progress);
  for (const settings of waysOf(saturation)) {
    progress.say(`flood: ${JSON.stringify(settings)}, ${Math.round(2 * saturation)} queries a second`);
    results.push(await measureWay(folder, saturation, settings, options.openSeconds));
  }
}
