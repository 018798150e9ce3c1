import { setTimeout as sleep } from 'node:timers/promises';
import { asStarted } from '@hippocamp/e2e/as-started';
import { createClient, expectSuccess } from '../measure/client.js';
import { clientOf } from '../measure/client-of.js';
import type { EmbedderName, Options } from '../options.js';
import { cpuTimes } from '../processes/cpu-time.js';
import { startEngines } from '../processes/engines.js';
import { startGateway } from '../processes/gateway.js';
import { type ProductionService, startProduction } from '../processes/production.js';
import { type Pages, residentPages } from '../processes/resident-memory.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import { waitForVectors } from '../processes/vectors.js';
import type { Progress } from '../report/progress.js';
import { manySessions } from '../whole-way/multiply.js';
import { readShipped } from '../whole-way/read-shipped.js';
import { bodiesOf } from '../whole-way/telling.js';

/** Null where there is no /proc. */
export interface Footprint {
  process: 'embedded' | 'gateway' | 'worker';
  embedder: EmbedderName;
  ingests: number;
  ready: Pages | null;
  after: Pages | null;
  cpu: number | null;
}

const SETTLE = 2_000;
const TENANTS = 20;

/** The talks that ship, round after round with other names and numbers, spread over the tenants. */
function* bodies(): Generator<{ tenant: string; body: string }> {
  const sessions = readShipped().flatMap((talk) => talk.sessions);
  for (const { copy, session } of manySessions(sessions, Number.POSITIVE_INFINITY)) {
    for (const body of bodiesOf(session)) yield { tenant: `tenant-${copy % TENANTS}`, body: JSON.stringify(body) };
  }
}

async function tell(url: string, ingests: number, progress: Progress): Promise<void> {
  const client = createClient(url);
  let sent = 0;
  for (const { tenant, body } of bodies()) {
    expectSuccess(await client.post('/ingest', tenant, body));
    sent += 1;
    progress.update(`${sent} of ${ingests} ingests`);
    if (sent >= ingests) break;
  }
  await waitForVectors(clientOf(url), ({ jobs }) => progress.update(`${jobs} jobs wait`));
  client.close();
}

async function measureOne(embedder: EmbedderName, ingests: number, progress: Progress): Promise<Footprint> {
  progress.say(`footprint: ${ingests} ingests with EMBEDDER=${embedder}`);
  const gateway = await startGateway(temporaryFolder(), embedder, asStarted);
  try {
    await sleep(SETTLE);
    const ready = await residentPages(gateway.pid);
    const begun = await cpuTimes([gateway.pid]);
    await tell(gateway.url, ingests, progress);
    const ended = await cpuTimes([gateway.pid]);
    await sleep(SETTLE);
    const cpu = begun === null || ended === null ? null : ended - begun;
    return { process: 'embedded', embedder, ingests, ready, after: await residentPages(gateway.pid), cpu };
  } finally {
    await gateway.stop();
  }
}

async function measureProcesses({ gateway, workers }: ProductionService, ingests: number, progress: Progress) {
  const processes = [
    { process: 'gateway' as const, pid: gateway.pid },
    ...workers.map(({ pid }) => ({ process: 'worker' as const, pid })),
  ];
  await sleep(SETTLE);
  const ready = await Promise.all(processes.map(({ pid }) => residentPages(pid)));
  await tell(gateway.url, ingests, progress);
  await sleep(SETTLE);
  const after = await Promise.all(processes.map(({ pid }) => residentPages(pid)));
  return processes.map(({ process }, place): Footprint => {
    return { process, embedder: 'local', ingests, ready: ready[place] ?? null, after: after[place] ?? null, cpu: null };
  });
}

/** A gateway and a worker with the models that ship. */
export async function measureProductionFootprint(
  results: Footprint[],
  { ingests }: Options,
  progress: Progress,
): Promise<void> {
  progress.say(`footprint: ${ingests} ingests in production mode`);
  const engines = await startEngines();
  try {
    const service = await startProduction(engines.servers, 1, { EMBEDDER: 'local', READER: 'model', ...asStarted });
    results.push(...(await measureProcesses(service, ingests, progress).finally(() => service.stop())));
  } finally {
    await engines.stop();
  }
}

/** Each embedder gets a gateway of its own and the same talks. */
export async function measureFootprint(results: Footprint[], options: Options, progress: Progress): Promise<void> {
  const { embedders, ingests } = options;
  for (const embedder of embedders.toReversed()) results.push(await measureOne(embedder, ingests, progress));
}
