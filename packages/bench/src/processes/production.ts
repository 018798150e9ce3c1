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

/** A gateway that does no work itself. */
export const startProductionGateway = (settings: Environment): Promise<Child> => start(gatewayScript, settings);

/** A service of its own database, keys and collection: one gateway and its workers, with the settings that they have by default. */
export interface ProductionService {
  settings: Environment;
  gateway: Child;
  workers: readonly Child[];
  /** Stops the service and removes what it wrote. */
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

/** The workers stand still, their connections open, while `work` runs. */
export async function whilePaused<Result>(workers: readonly Child[], work: () => Promise<Result>): Promise<Result> {
  for (const { pid } of workers) process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    for (const { pid } of workers) process.kill(pid, 'SIGCONT');
  }
}
