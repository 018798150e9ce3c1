import type { PlaceServers } from '@hippocamp/runtime/testing/production-place';
import { closedLoop, type Sample } from '../../measure/closed-loop.js';
import { achievedRate, type OpenSample, openLoop } from '../../measure/open-loop.js';
import { whilePaused } from '../../processes/production.js';
import type { Progress } from '../../report/progress.js';
import { ingestBodies } from '../bodies.js';
import { type Drain, drain } from './drain.js';
import { type Place, withPlace } from './place.js';
import { acceptIngest, seeds } from './requests.js';
import { measureSearchable, type Searchable } from './searchable.js';

export const replicaCounts = [1, 2, 4];

export interface ReplicaCell {
  workers: number;
  /** Ingests of the burst. */
  burst: number;
  /** Accepting them, eight at once, while the workers stood still. */
  accepted: Sample;
  /** The control: one INSERT of each of the same bodies, eight at once. */
  inserted: Sample;
  /** From the moment that the workers went on. */
  drained: Drain;
  atRest: Searchable;
  /** While ingests arrived at half the rate of the burst. */
  underLoad: Searchable;
  /** Ingests a second that were accepted meanwhile. */
  load: number;
  loadSample: OpenSample;
}

const AT_ONCE = 8;
const WARM_UP = 16;
const PROBES = 25;
const LOAD_SECONDS = 6;

export const ingestsPerSecond = ({ accepted, drained }: Pick<ReplicaCell, 'accepted' | 'drained'>): number =>
  accepted.latencies.length / drained.ingests;

async function measureBurst({ client, postgres, service }: Place, burst: number) {
  const limits = { connections: AT_ONCE, requests: burst, seconds: Number.POSITIVE_INFINITY };
  const next = ingestBodies(seeds.ingests);
  await closedLoop(acceptIngest(client), { ...limits, requests: WARM_UP * service.workers.length });
  await drain(postgres);
  const inserted = await closedLoop(() => postgres.insert(next()), limits);
  const accepted = await whilePaused(service.workers, () => closedLoop(acceptIngest(client), limits));
  return { accepted, inserted, drained: await drain(postgres) };
}

async function measureUnderLoad({ client }: Place, rate: number) {
  let over = false;
  const load = openLoop(acceptIngest(client), rate, LOAD_SECONDS).finally(() => {
    over = true;
  });
  const [loadSample, underLoad] = await Promise.all([load, measureSearchable(client, 'load', () => !over)]);
  return { underLoad, loadSample, load: achievedRate(loadSample, LOAD_SECONDS) };
}

async function measureCount(place: Place, burst: number, progress: Progress): Promise<ReplicaCell> {
  const workers = place.service.workers.length;
  progress.say(`production: ${burst} ingests, workers: ${workers}`);
  const measured = await measureBurst(place, burst);
  progress.say('production: from accepted to searchable');
  const atRest = await measureSearchable(place.client, 'rest', (probes) => probes < PROBES);
  const rate = ingestsPerSecond(measured) / 2;
  return { workers, burst, ...measured, atRest, ...(await measureUnderLoad(place, rate)) };
}

/** Each number of workers on a service of its own, so that all find the same: nothing. */
export async function measureReplicas(
  servers: PlaceServers,
  burst: number,
  progress: Progress,
): Promise<ReplicaCell[]> {
  const cells: ReplicaCell[] = [];
  for (const workers of replicaCounts) {
    cells.push(await withPlace(servers, workers, (place) => measureCount(place, burst, progress)));
  }
  return cells;
}
