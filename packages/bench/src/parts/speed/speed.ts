import { loadavg } from 'node:os';
import { type Client, createClient } from '../../measure/client.js';
import { pool } from '../../measure/closed-loop.js';
import { median } from '../../measure/percentiles.js';
import type { Options } from '../../options.js';
import { startGateway } from '../../processes/gateway.js';
import { residentMemory } from '../../processes/resident-memory.js';
import type { Child } from '../../processes/start-process.js';
import { temporaryFolder } from '../../processes/temporary-folder.js';
import type { Progress } from '../../report/progress.js';
import { measureCells, type SpeedCell } from './cells.js';
import { type Cold, measureCold } from './cold.js';
import { measureControl, type SpeedControl } from './control.js';
import { fillFolder } from './fill.js';
import { largest, type Place } from './places.js';

export interface Speed {
  cells: SpeedCell[];
  controls: SpeedControl[];
  cold: Cold;
  /** MiB of the gateway before its first question; null where there is no /proc. */
  resident: number | null;
  load: [number, number];
}

/** Memories per tenant on average, in the place of many tenants. */
const SHARED_BY = 100;

/** Ascending sizes of one tenant, and the largest size again over many tenants. */
export function placesOf({ speedSizes }: Pick<Options, 'speedSizes'>): Place[] {
  const alone = speedSizes.map((memories) => ({ memories, tenants: 1 }));
  const { memories } = largest(alone);
  const tenants = Math.floor(memories / SHARED_BY);
  return tenants > 1 ? [...alone, { memories, tenants }] : alone;
}

const loadNow = (): number => loadavg()[0] ?? Number.NaN;

async function withGateway<Result>(folder: string, work: (gateway: Child, client: Client) => Promise<Result>) {
  const gateway = await startGateway(folder);
  const client = createClient(gateway.url);
  try {
    return await work(gateway, client);
  } finally {
    client.close();
    await gateway.stop();
  }
}

const warmOf = (cells: readonly SpeedCell[], { memories }: Place): number => {
  const cell = cells.find((each) => each.memories === memories && each.tenants === 1);
  return median(pool(cell?.samples ?? []).latencies);
};

/** The rate of questions with default weights. Those of meaning alone go up to twice as fast. */
const rateIn = (cells: readonly SpeedCell[], { memories, tenants }: Place): number =>
  cells.find((cell) => cell.memories === memories && cell.tenants === tenants)?.rate ?? Number.NaN;

export async function measureSpeed(options: Options, progress: Progress): Promise<Speed> {
  const places = placesOf(options);
  const data = await fillFolder(options.folder ?? temporaryFolder(), places, progress);
  const before = loadNow();
  const { cells, resident } = await withGateway(data, async (gateway, client) => ({
    resident: (await residentMemory(gateway.pid))?.now ?? null,
    cells: await measureCells({ gateway, client }, places, options, progress),
  }));
  const large = largest(places);
  const [small = large] = places;
  const tenants = { large, small, warm: warmOf(cells, large) };
  const cold = await withGateway(data, (_gateway, client) => measureCold(client, tenants, progress));
  const paced = places.map((place) => ({ ...place, rate: rateIn(cells, place) }));
  const controls = await measureControl(data, paced, progress);
  return { cells, controls, cold, resident, load: [before, loadNow()] };
}
