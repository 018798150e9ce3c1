import { closedLoop, type Sample } from '../../measure/closed-loop.js';
import { achievedRate, type OpenSample, openLoop } from '../../measure/open-loop.js';
import { cpuTimes, idleTime } from '../../processes/cpu-time.js';
import type { Engines } from '../../processes/engines.js';
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
  burst: number;
  /** Ingests accepted, eight at once, while the workers stood still. */
  accepted: Sample;
  /** The control: one INSERT for each of the same bodies, eight at once. */
  inserted: Sample;
  /** Times from the moment that the workers went on. */
  drained: Drain;
  /** Cores that were busy meanwhile, on average; null where /proc does not tell. */
  cores: { workers: number | null; double: number | null; idle: number };
  atRest: Searchable;
  /** Ingests arrived at half the rate of the burst. */
  underLoad: Searchable;
  load: number;
  loadSample: OpenSample;
}

const AT_ONCE = 8;
const WARM_UP = 8;
const PROBES = 25;
const LOAD_SECONDS = 6;

export const ingestsPerSecond = ({ accepted, drained }: Pick<ReplicaCell, 'accepted' | 'drained'>): number =>
  accepted.latencies.length / drained.ingests;

/** The returned function gives the average of busy cores since the call. */
async function watch(pids: readonly number[]): Promise<(seconds: number) => Promise<number | null>> {
  const before = await cpuTimes(pids);
  return async (seconds) => {
    const after = await cpuTimes(pids);
    return before === null || after === null ? null : (after - before) / seconds;
  };
}

async function measureDrain({ postgres, service }: Place, doublePid: number | null) {
  const workers = await watch(service.workers.map(({ pid }) => pid));
  const double = doublePid === null ? null : await watch([doublePid]);
  const idle = idleTime();
  const drained = await drain(postgres);
  const cores = {
    idle: (idleTime() - idle) / drained.all,
    workers: await workers(drained.all),
    double: (await double?.(drained.all)) ?? null,
  };
  return { drained, cores };
}

async function measureBurst(place: Place, burst: number, doublePid: number | null) {
  const { client, postgres, service } = place;
  const limits = { connections: AT_ONCE, requests: burst, seconds: Number.POSITIVE_INFINITY };
  const next = ingestBodies(seeds.ingests);
  await closedLoop(acceptIngest(client), { ...limits, requests: WARM_UP * service.workers.length });
  await drain(postgres);
  const inserted = await closedLoop(() => postgres.insert(next()), limits);
  const accepted = await whilePaused(service.workers, () => closedLoop(acceptIngest(client), limits));
  return { accepted, inserted, ...(await measureDrain(place, doublePid)) };
}

async function measureUnderLoad({ client }: Place, rate: number) {
  let over = false;
  const load = openLoop(acceptIngest(client), rate, LOAD_SECONDS).finally(() => {
    over = true;
  });
  const [loadSample, underLoad] = await Promise.all([load, measureSearchable(client, 'load', () => !over)]);
  return { underLoad, loadSample, load: achievedRate(loadSample, LOAD_SECONDS) };
}

async function measureCount(
  place: Place,
  burst: number,
  { doublePid }: Engines,
  progress: Progress,
): Promise<ReplicaCell> {
  const workers = place.service.workers.length;
  progress.say(`production: ${burst} ingests, workers: ${workers}`);
  const measured = await measureBurst(place, burst, doublePid);
  progress.say('production: from accepted to searchable');
  const atRest = await measureSearchable(place.client, 'rest', (probes) => probes < PROBES);
  const rate = ingestsPerSecond(measured) / 2;
  return { workers, burst, ...measured, atRest, ...(await measureUnderLoad(place, rate)) };
}

/** Each number of workers starts on an empty service. Adds to `cells` as it goes. */
export async function measureReplicas(
  engines: Engines,
  burst: number,
  cells: ReplicaCell[],
  progress: Progress,
): Promise<void> {
  for (const workers of replicaCounts) {
    cells.push(await withPlace(engines.servers, workers, (place) => measureCount(place, burst, engines, progress)));
  }
}
