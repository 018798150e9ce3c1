import { afterEach, beforeEach } from 'vitest';
import { freshFolder } from './folders.js';
import { type GatewayProcess, startGatewayProcess } from './gateway-process.js';

export interface OwnGateways {
  /** The data folder of the test under way. */
  folder(): string;
  /** Starts a gateway on it; it is stopped with the test, however that ends. */
  start(settings?: Record<string, string>): Promise<GatewayProcess>;
}

/** Gives each test of a suite a data folder and gateways of its own. */
export function useOwnGateways(): OwnGateways {
  let folder: Awaited<ReturnType<typeof freshFolder>> | undefined;
  let running: GatewayProcess[] = [];
  const path = () => {
    if (!folder) throw new Error('only within a test');
    return folder.path;
  };
  beforeEach(async () => {
    folder = await freshFolder();
  });
  afterEach(async () => {
    await Promise.all(running.map((gateway) => gateway.kill('SIGKILL')));
    running = [];
    await folder?.remove();
  });
  return {
    folder: path,
    async start(settings = {}) {
      const gateway = await startGatewayProcess({ folder: path(), settings });
      running.push(gateway);
      return gateway;
    },
  };
}
