import { type Client, createClient } from '../measure/client.js';
import type { Options } from '../options.js';
import { startGateway } from '../processes/gateway.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import type { Progress } from '../report/progress.js';
import { type EngineControl, measureEngine } from './engine.js';
import { type Fill, fillTenant } from './fill.js';
import { type LatencyCell, measureLatency } from './latency.js';
import { type MemoryReading, measureMemoryControls, readFreshMemory, readMemory } from './memory.js';
import { measureOpen, type OpenCell } from './open.js';
import { measureRestarts, type StartTimes } from './start.js';
import { measureWork, type WorkCell } from './work.js';
import { measureWrites, type WriteCell } from './writes.js';

export interface Speed {
  latency: LatencyCell[];
  work: WorkCell[];
  open: OpenCell[];
  writes: WriteCell[];
}

export interface Session {
  fills: Fill[];
  memory: MemoryReading[];
  speed: Speed | null;
  engine: EngineControl | null;
  restarts: StartTimes | null;
}

async function measureSpeed(client: Client, options: Options, progress: Progress): Promise<Speed> {
  const latency = await measureLatency(client, options, progress);
  const work = await measureWork(client, options.sizes, progress);
  const open = await measureOpen(client, latency, options, progress);
  return { latency, work, open, writes: await measureWrites(client, options, progress) };
}

async function measureRunning(folder: string, options: Options, progress: Progress) {
  const gateway = await startGateway(folder);
  const client = createClient(gateway.url);
  const filling = { client, url: gateway.url, progress, now: new Date() };
  const memory = [await readMemory('gateway, new folder', gateway)];
  const wanted = options.parts.has('speed') ? options.sizes : options.sizes.slice(0, 1);
  const fills: Fill[] = [];
  for (const size of wanted) {
    fills.push(await fillTenant(size, filling));
    if (fills.length === 1) memory.push(await readMemory(`gateway, ${size} memories written`, gateway));
  }
  const speed = options.parts.has('speed') ? await measureSpeed(client, options, progress) : null;
  if (speed) memory.push(await readMemory('gateway, after all queries and writes', gateway));
  client.close();
  await gateway.stop();
  return { fills, memory, speed };
}

/** One gateway, filled, measured, stopped; then what is measured on its folder. */
export async function measureSession(options: Options, progress: Progress): Promise<Session> {
  const { parts, runs, sizes } = options;
  const folder = temporaryFolder();
  const { fills, memory, speed } = await measureRunning(folder, options, progress);
  const name = `gateway, folder with ${fills.reduce((sum, { size }) => sum + size, 0)} memories`;
  if (parts.has('memory')) {
    memory.push(await readFreshMemory(name, () => startGateway(folder)), ...(await measureMemoryControls()));
  }
  const restarts = parts.has('start') ? await measureRestarts(name, folder, runs) : null;
  const engine = speed ? await measureEngine(folder, { ...options, sizes: sizes.toReversed() }, progress) : null;
  return { fills, memory, speed, engine, restarts };
}
