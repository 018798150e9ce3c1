import { generateMemories, take } from '../data/memories.js';
import { clientOf } from '../measure/client-of.js';
import { createMemories } from '../measure/create-memories.js';
import type { EmbedderName, Options } from '../options.js';
import { cpuTimes, idleTime } from '../processes/cpu-time.js';
import { type Engines, startEngines } from '../processes/engines.js';
import { waitForVectors } from '../processes/vectors.js';
import { contextOf } from '../quality/context.js';
import type { Progress } from '../report/progress.js';
import { openEmbedderParts } from '../setups/embedder-parts.js';
import { type Place, withPlace } from './production/place.js';
import { replicaCounts } from './production/replicas.js';
import { TENANTS } from './production/requests.js';

/** Times are seconds from the first request. */
export interface ImportCell {
  workers: number;
  memories: number;
  accepted: number;
  /** Until every memory was found by its words, and by its vector. */
  words: number;
  vectors: number;
  /** Cores that the workers kept busy, and idle cores, on average. */
  cores: { workers: number | null; idle: number };
}

export interface Import {
  embedder: EmbedderName;
  /** The control: memories a second that the embedder alone embeds in one thread. */
  alone: number | null;
  cells: ImportCell[];
}

const SEED = 21;
const ALONE = 100;

const memoriesFor = (tenant: number, count: number) => take(generateMemories(SEED + tenant, new Date()), count);

async function measureAlone(name: EmbedderName): Promise<number> {
  const texts = memoriesFor(0, 2 * ALONE).map(({ content }) => content);
  const told = texts.map((content, place) => ({ content, context: contextOf(texts, place), speaker: null }));
  const embedder = await openEmbedderParts(name);
  try {
    await embedder.embedMemories(told.slice(0, ALONE));
    const start = performance.now();
    await embedder.embedMemories(told.slice(ALONE));
    return ALONE / ((performance.now() - start) / 1000);
  } finally {
    await embedder.close();
  }
}

async function importAll({ service }: Place, size: number, progress: Progress) {
  const memory = clientOf(service.gateway.url);
  const start = performance.now();
  const passed = () => (performance.now() - start) / 1000;
  const each = Math.ceil(size / TENANTS);
  const tenants = Array.from({ length: TENANTS }, (_, tenant) => tenant);
  await Promise.all(
    tenants.map((tenant) => createMemories(memory.forTenant(`import-${tenant}`), memoriesFor(tenant, each))),
  );
  const accepted = passed();
  let found: number | null = null;
  await waitForVectors(memory, ({ words, vectors }) => {
    if (words === 0) found ??= passed();
    progress.update(`${vectors} memories wait for their vectors`);
  });
  const vectors = passed();
  return { memories: each * TENANTS, accepted, words: found ?? vectors, vectors };
}

async function measureCell(place: Place, size: number, progress: Progress): Promise<ImportCell> {
  const pids = place.service.workers.map(({ pid }) => pid);
  const [busy, idle] = [await cpuTimes(pids), idleTime()];
  const measured = await importAll(place, size, progress);
  const [busyAfter, idleAfter] = [await cpuTimes(pids), idleTime()];
  const perSecond = (seconds: number) => seconds / measured.vectors;
  const workers = busy === null || busyAfter === null ? null : perSecond(busyAfter - busy);
  return { workers: pids.length, ...measured, cores: { workers, idle: perSecond(idleAfter - idle) } };
}

async function measureCells(engines: Engines, measured: Import, size: number, progress: Progress): Promise<void> {
  for (const workers of replicaCounts) {
    progress.say(`import: ${size} memories, workers: ${workers}`);
    const work = (place: Place) => measureCell(place, size, progress);
    measured.cells.push(await withPlace(engines.servers, workers, work, { EMBEDDER: measured.embedder }));
  }
}

/** Each number of workers starts on an empty service. Fills in `measured` as it goes. */
export async function measureImport(measured: Import, { imported }: Options, progress: Progress): Promise<void> {
  progress.say(`import: ${measured.embedder} by itself`);
  measured.alone = await measureAlone(measured.embedder);
  const engines = await startEngines();
  try {
    await measureCells(engines, measured, imported, progress);
  } finally {
    await engines.stop();
  }
}
