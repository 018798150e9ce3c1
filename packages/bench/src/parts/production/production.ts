import { loadavg } from 'node:os';
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
import { measureReplicas, type ReplicaCell } from './replicas.js';

export interface Production {
  size: number;
  engines: EngineLine[];
  replicas: ReplicaCell[];
  /** Measured with one worker, like all that follows. */
  overhead: Overhead | null;
  loads: LoadCell[];
  memory: MemoryReading[];
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

async function askOne(place: Place, production: Production, options: Options, progress: Progress): Promise<void> {
  const { productionSize: size, rates: shares, loadSeconds: seconds } = options;
  const { client, service } = place;
  await fillTenant(size, { client, url: service.gateway.url, progress, now: new Date() });
  await withExpress(async (nothing, express) => {
    production.overhead = await measureOverhead(place, nothing, size, progress);
    production.loads = await measureLoads(place, nothing, { size, shares, seconds }, progress);
    production.memory = await noteMemory(place, express);
  });
}

async function measureAll(engines: Engines, production: Production, options: Options, progress: Progress) {
  await measureReplicas(engines, options.burst, production.replicas, progress);
  await withPlace(engines.servers, 1, async (place) => {
    production.engines = await engineLines(place, engines);
    await askOne(place, production, options, progress);
  });
}

export const emptyProduction = ({ productionSize: size }: Options): Production => ({
  size,
  engines: [],
  replicas: [],
  overhead: null,
  loads: [],
  memory: [],
  loadBefore: load(),
  loadAfter: Number.NaN,
});

export async function measureProduction(production: Production, options: Options, progress: Progress): Promise<void> {
  progress.say('production: starting the engines');
  const engines = await startEngines();
  try {
    await measureAll(engines, production, options, progress);
  } finally {
    production.loadAfter = load();
    await engines.stop();
  }
}
