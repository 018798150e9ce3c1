import { type Client, createClient } from '../measure/client.js';
import type { Options } from '../options.js';
import { startGateway } from '../processes/gateway.js';
import type { Child } from '../processes/start-process.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import type { Progress } from '../report/progress.js';
import { type EngineControl, measureEngine } from './engine.js';
import { type Fill, fillTenant } from './fill.js';
import { type LatencyCell, measureLatency } from './latency.js';
import { createMemoryLog, type MemoryLog, type MemoryReading, noteControls } from './memory.js';
import { measureOpen, type OpenCell } from './open.js';
import { measureRecall, type RecallCell } from './recall.js';
import { measureRestarts, type StartTimes } from './start.js';
import { measureWork, type WorkCell } from './work.js';
import { measureWrites, type WriteCell } from './writes.js';

export interface Requests {
  latency: LatencyCell[];
  recall: RecallCell[];
  work: WorkCell[];
  open: OpenCell[];
  writes: WriteCell[];
}

export interface Session {
  fills: Fill[];
  memory: MemoryReading[];
  requests: Requests | null;
  engine: EngineControl | null;
  restarts: StartTimes | null;
}

async function measureRequests(client: Client, options: Options, progress: Progress): Promise<Requests> {
  const latency = await measureLatency(client, options, progress);
  const recall = await measureRecall(client, options, progress);
  const work = await measureWork(client, options.sizes, progress);
  const open = await measureOpen(client, latency, options, progress);
  return { latency, recall, work, open, writes: await measureWrites(client, options, progress) };
}

/** Fills the largest tenant first, and reads the memory before and after that one. */
async function fillAll(gateway: Child, client: Client, options: Options, progress: Progress, log: MemoryLog) {
  const filling = { client, url: gateway.url, progress, now: new Date() };
  const sizes = options.parts.has('requests') ? options.sizes : options.sizes.slice(0, 1);
  const fills: Fill[] = [];
  await log.note('gateway, new folder', gateway);
  for (const size of sizes) {
    fills.push(await fillTenant(size, filling));
    if (fills.length === 1) await log.note(`gateway, ${size} memories written`, gateway);
  }
  return fills;
}

async function measureRunning(folder: string, options: Options, progress: Progress, log: MemoryLog) {
  const gateway = await startGateway(folder);
  const client = createClient(gateway.url);
  const fills = await fillAll(gateway, client, options, progress, log);
  const requests = options.parts.has('requests') ? await measureRequests(client, options, progress) : null;
  if (requests) await log.note('gateway, after all queries and writes', gateway);
  client.close();
  await gateway.stop();
  return { fills, requests };
}

/** This reaches past the service, so a change inside may break it; earlier figures must survive that. */
const tryEngine = (folder: string, options: Options, progress: Progress): Promise<EngineControl | null> =>
  measureEngine(folder, options, progress).catch((error: unknown) => {
    progress.say(`the engine alone could not be measured: ${error}`);
    return null;
  });

export async function measureSession(options: Options, progress: Progress): Promise<Session> {
  const { parts, runs, sizes } = options;
  const folder = temporaryFolder();
  const log = createMemoryLog(parts.has('memory'));
  const { fills, requests } = await measureRunning(folder, options, progress, log);
  const name = `gateway, folder with ${fills.reduce((sum, { size }) => sum + size, 0)} memories`;
  await log.noteFresh(name, () => startGateway(folder));
  await noteControls(log);
  const restarts = parts.has('start') ? await measureRestarts(name, folder, runs) : null;
  const engine = requests ? await tryEngine(folder, { ...options, sizes: sizes.toReversed() }, progress) : null;
  return { fills, memory: log.readings, requests, engine, restarts };
}
