import { startTcpProxy, type TcpProxy } from '@hippocamp/e2e/faults/tcp-proxy';
import { type Program, type ServiceProcess, startServiceProcess } from '@hippocamp/e2e/service-process';
import { removeCollections } from '@hippocamp/runtime/testing/collections';
import type { OwnServers } from '@hippocamp/runtime/testing/own-servers';
import { createProductionPlace } from '@hippocamp/runtime/testing/production-place';

/** Two gateways and two workers on a place of their own, and ways to disturb them. */
export interface FaultRig {
  servers: OwnServers;
  database: TcpProxy;
  qdrant: TcpProxy;
  gateways(): readonly string[];
  start(program: Program): Promise<void>;
  kill(program: Program): Promise<void>;
  roll(): Promise<void>;
  /** Drops the index, as when Qdrant comes up on an empty disk. */
  emptyIndex(): Promise<void>;
  close(): Promise<void>;
}

const BOTH = ['gateway', 'worker'] as const;

/** An operator's settings, but for a drain that is long enough for this program's balancer. */
const own = { DRAIN_SECONDS: '2', LOG_LEVEL: 'info', CHECK_ANSWERS: 'false' };

export async function openRig(servers: OwnServers): Promise<FaultRig> {
  const { postgres, redis, qdrantUrl, template } = servers;
  const urls = { databaseUrl: postgres.url, redisUrl: redis.url, qdrantUrl };
  const place = await createProductionPlace({ ...urls, template });
  const { DATABASE_URL = '', QDRANT_PREFIX = '' } = place.settings;
  const [database, qdrant] = await Promise.all([startTcpProxy(DATABASE_URL), startTcpProxy(qdrantUrl)]);
  const settings = { ...place.settings, ...own, DATABASE_URL: database.url, QDRANT_URL: qdrant.url };
  const running: Record<Program, ServiceProcess[]> = { gateway: [], worker: [] };

  const start = async (program: Program) =>
    void running[program].push(await startServiceProcess(program, settings, { arguments: [] }));
  const end = async (program: Program, signal: NodeJS.Signals) => {
    // The balancer still asks a gateway that drains, so it stays in the list until its end.
    await running[program][0]?.kill(signal);
    running[program].shift();
  };
  for (const program of BOTH) await Promise.all([start(program), start(program)]);

  return {
    servers,
    database,
    qdrant,
    gateways: () => running.gateway.map(({ url }) => url),
    start,
    kill: (program) => end(program, 'SIGKILL'),
    async roll() {
      for (let turn = 0; turn < 2; turn += 1) {
        await start('gateway');
        await end('gateway', 'SIGTERM');
      }
    },
    emptyIndex: () => removeCollections(qdrantUrl, QDRANT_PREFIX),
    async close() {
      const all = BOTH.flatMap((program) => running[program]);
      await Promise.all(all.map((process) => process.kill('SIGKILL')));
      await Promise.all([database.close(), qdrant.close()]);
      await place.remove();
    },
  };
}
