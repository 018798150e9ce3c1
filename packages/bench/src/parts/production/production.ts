import { loadavg } from 'node:os';
import type { PlaceServers } from '@hippocamp/runtime/testing/production-place';
import { type Client, createClient } from '../../measure/client.js';
import type { Options } from '../../options.js';
import { type Engines, startEngines } from '../../processes/engines.js';
import type { Child } from '../../processes/start-process.js';
import type { Progress } from '../../report/progress.js';
import { fillTenant } from '../fill.js';
import { createMemoryLog, type MemoryReading } from '../memory.js';
import { startBareExpress } from '../start.js';
import { type EngineLine, engineLines } from './engine-lines.js';
import { type LoadCell, measureLoads } from './loads.js';
import { measureOverhead, type Overhead } from './overhead.js';
import { type Place, withPlace } from './place.js';
import { ingestsPerSecond, measureReplicas, type ReplicaCell } from './replicas.js';

/** What one service with one worker was asked. */
interface Asked {
  overhead: Overhead;
  loads: LoadCell[];
  memory: MemoryReading[];
  engines: EngineLine[];
}

export interface Production extends Asked {
  size: number;
  replicas: ReplicaCell[];
  /** Load averages of the machine over the last minute, before and after. */
  loadBefore: number;
  loadAfter: number;
}

const load = () => loadavg()[0] ?? Number.NaN;

async function withExpress<Result>(work: (client: Client, express: Child) => Promise<Result>): Promise<Result> {
  const express = await startBareExpress();
  const client = createClient(express.url);
  try {
    return await work(client, express);
  } finally {
    client.close();
    await express.stop();
  }
}

async function noteMemory({ service }: Place, express: Child): Promise<MemoryReading[]> {
  const log = createMemoryLog(true);
  await log.note('gateway', service.gateway);
  for (const worker of service.workers) await log.note('worker', worker);
  await log.note('Node and Express alone', express);
  return log.readings;
}

async function askOne(place: Place, engines: Engines, options: Options, ingestRate: number, progress: Progress) {
  const { productionSize: size, rates, loadSeconds: seconds } = options;
  const { client, service } = place;
  await fillTenant(size, { client, url: service.gateway.url, progress, now: new Date() });
  return withExpress(async (nothing, express): Promise<Asked> => {
    const overhead = await measureOverhead(place, nothing, size, progress);
    const loads = await measureLoads(place, nothing, { size, shares: rates, seconds, ingestRate }, progress);
    return { overhead, loads, memory: await noteMemory(place, express), engines: await engineLines(place, engines) };
  });
}

async function measureAll(engines: Engines, options: Options, progress: Progress): Promise<Production> {
  const servers: PlaceServers = engines.servers;
  const loadBefore = load();
  const replicas = await measureReplicas(servers, options.burst, progress);
  const first = replicas[0];
  const ingestRate = first ? ingestsPerSecond(first) : 1;
  const asked = await withPlace(servers, 1, (place) => askOne(place, engines, options, ingestRate, progress));
  return { size: options.productionSize, replicas, ...asked, loadBefore, loadAfter: load() };
}

/** The service as separate processes on PostgreSQL, Redis and Qdrant, each figure beside a control. */
export async function measureProduction(options: Options, progress: Progress): Promise<Production> {
  progress.say('production: starting the engines');
  const engines = await startEngines();
  try {
    return await measureAll(engines, options, progress);
  } finally {
    await engines.stop();
  }
}
