import type { Client } from '../../measure/client.js';
import { closedLoop, type Send, throughput } from '../../measure/closed-loop.js';
import { type OpenSample, openLoop } from '../../measure/open-loop.js';
import type { Progress } from '../../report/progress.js';
import { createAsk, createNothing } from '../ask.js';
import { createBodies, ingestBodies } from '../bodies.js';
import { drain } from './drain.js';
import type { Place } from './place.js';
import { acceptIngest, createMemory, seeds } from './requests.js';

interface Load {
  share: number;
  /** Requests a second and seconds, as scheduled. */
  rate: number;
  seconds: number;
}

export interface LoadCell extends Load {
  name: string;
  sample: OpenSample;
  /** Shorter controls at the same rate: a request that does nothing, and an INSERT of the same bytes. */
  nothing: OpenSample;
  insert: OpenSample | null;
}

export interface Loading {
  size: number;
  shares: readonly number[];
  seconds: number;
}

const AT_ONCE = 8;
const SATURATION_SECONDS = 3;
const CONTROL_SECONDS = 2;

interface Plan {
  name: string;
  send: Send;
  insert: Send | null;
  drains: boolean;
}

/** The most that a closed loop reaches, after an equal warm-up. */
async function saturation(send: Send): Promise<number> {
  const limits = { connections: AT_ONCE, requests: Number.POSITIVE_INFINITY, seconds: SATURATION_SECONDS };
  await closedLoop(send, limits);
  return throughput(await closedLoop(send, limits));
}

/** Queries come first, since later writes slow the double of the index; ingests go on to the end, so they are last. */
function plansOf({ client, postgres }: Place, { size }: Loading): Plan[] {
  const [created, ingested] = [createBodies(seeds.creates), ingestBodies(seeds.ingests)];
  return [
    {
      name: 'POST /memories/query',
      send: createAsk(client, { size, seed: seeds.questions }),
      insert: null,
      drains: true,
    },
    {
      name: 'POST /memories',
      send: createMemory(client),
      insert: () => postgres.insert(created()),
      drains: true,
    },
    {
      name: 'POST /ingest, async',
      send: acceptIngest(client),
      insert: () => postgres.insert(ingested()),
      drains: false,
    },
  ];
}

async function measureLoad(
  place: Place,
  express: Client,
  { name, send, insert, drains }: Plan,
  load: Load,
): Promise<LoadCell> {
  const { rate, seconds } = load;
  const nothing = await openLoop(createNothing(express), rate, CONTROL_SECONDS);
  const inserted = insert && (await openLoop(insert, rate, CONTROL_SECONDS));
  const sample = await openLoop(send, rate, seconds);
  if (drains) await drain(place.postgres);
  return { name, ...load, sample, nothing, insert: inserted };
}

export async function measureLoads(
  place: Place,
  express: Client,
  loading: Loading,
  progress: Progress,
): Promise<LoadCell[]> {
  const { shares, seconds } = loading;
  if (shares.length === 0) return [];
  const cells: LoadCell[] = [];
  for (const plan of plansOf(place, loading)) {
    progress.say(`production: ${plan.name}, how many it can do`);
    const most = await saturation(plan.send);
    if (plan.drains) await drain(place.postgres);
    for (const share of shares) {
      const rate = share * most;
      progress.say(`production: ${plan.name}, ${rate.toFixed(1)} a second`);
      cells.push(await measureLoad(place, express, plan, { share, rate, seconds }));
    }
  }
  return cells;
}
