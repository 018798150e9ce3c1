import { createProductionPlace, type PlaceServers } from '@hippocamp/runtime/testing/production-place';
import { gatewayScript } from './gateway.js';
import { type Child, startProcess } from './start-process.js';

const workerScript = new URL('../../../../apps/worker/dist/main.js', import.meta.url);

type Environment = Record<string, string>;

const start = (script: URL, settings: Environment): Promise<Child> =>
  startProcess({
    script,
    environment: { PORT: '0', WORKER_PORT: '0', EMBEDDER: 'words', READER: 'none', ...settings },
    isReady: async (url) => (await fetch(`${url}/readyz`)).status === 200,
  });

export const startProductionGateway = (settings: Environment): Promise<Child> => start(gatewayScript, settings);

/** A gateway and workers on a database, keys and a collection of their own. */
export interface ProductionService {
  settings: Environment;
  gateway: Child;
  workers: readonly Child[];
  stop(): Promise<void>;
}

export async function startProduction(
  servers: PlaceServers,
  workerCount: number,
  given: Environment = {},
): Promise<ProductionService> {
  const place = await createProductionPlace(servers);
  const running: Child[] = [];
  const run = async (script: URL) => {
    const child = await start(script, { ...place.settings, ...given });
    running.push(child);
    return child;
  };
  const stop = async () => {
    await Promise.all(running.map((child) => child.stop()));
    await place.remove();
  };
  try {
    const gateway = await run(gatewayScript);
    const workers = await Promise.all(Array.from({ length: workerCount }, () => run(workerScript)));
    return { settings: place.settings, gateway, workers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The workers are stopped while `work` runs, with their connections open. */
export async function whilePaused<Result>(workers: readonly Child[], work: () => Promise<Result>): Promise<Result> {
  for (const { pid } of workers) process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    for (const { pid } of workers) process.kill(pid, 'SIGCONT');
  }
}
