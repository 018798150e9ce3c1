import { removeCollections } from '@hippocamp/runtime/testing/collections';
import { openJobLook, type TenantJobs } from '@hippocamp/runtime/testing/jobs';
import { startOwnRedis } from '@hippocamp/runtime/testing/redis';
import { patient } from '../patience.js';
import { around, freshPlace, type Place, type Span } from '../places.js';
import { type Program, type ServiceProcess, startServiceProcess } from '../service-process.js';
import { type HttpProxy, startHttpProxy } from './http-proxy.js';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';

type OwnRedis = Awaited<ReturnType<typeof startOwnRedis>>;

export interface Rig {
  database: TcpProxy;
  redis: TcpProxy;
  qdrant: HttpProxy;
  /** The server behind the proxy; no other test uses it. */
  redisServer: OwnRedis;
  start(program: Program, settings?: Record<string, string>): Promise<ServiceProcess>;
  calm(): void;
  /** Past the proxy. Tests of a suite share a database, and what one leaves is nothing of another's. */
  jobsOf(tenant: string): Promise<TenantJobs>;
  loseIndex(): Promise<void>;
}

/** Short times let a fault heal while a test looks on. */
const shortTimes = {
  JOB_LEASE_SECONDS: '3',
  SWEEP_SECONDS: '0.5',
  RECONCILE_SECONDS: '1',
  QDRANT_TIMEOUT_SECONDS: '2',
  STATEMENT_TIMEOUT_SECONDS: '5',
  INGEST_WAIT_MS: '10000',
  NODE_ENV: 'test',
};

export function useRig(span: Span = 'test'): () => Rig {
  let rig: Rig | undefined;
  let undo: (() => Promise<unknown>)[] = [];

  const begin = async () => {
    const place: Place = await freshPlace();
    const { DATABASE_URL = '', QDRANT_URL = '', QDRANT_PREFIX = '' } = place.settings;
    const redisServer = await startOwnRedis();
    const [jobs, database, redis, qdrant] = await Promise.all([
      openJobLook(DATABASE_URL),
      startTcpProxy(DATABASE_URL),
      startTcpProxy(redisServer.url),
      startHttpProxy(QDRANT_URL),
    ]);
    undo = [() => place.remove(), () => redisServer.close(), database.close, redis.close, qdrant.close, jobs.close];
    const engines = { DATABASE_URL: database.url, REDIS_URL: redis.url, QDRANT_URL: qdrant.url };
    rig = {
      database,
      redis,
      qdrant,
      redisServer,
      async start(program, settings = {}) {
        const process = await startServiceProcess(program, {
          ...place.settings,
          ...engines,
          ...patient({ ...shortTimes, ...settings }),
        });
        undo.push(() => process.kill('SIGKILL'));
        return process;
      },
      calm() {
        for (const proxy of [database, redis]) proxy.set({ kind: 'clear' });
        qdrant.decide = () => null;
      },
      jobsOf: jobs.of,
      loseIndex: () => removeCollections(QDRANT_URL, QDRANT_PREFIX),
    };
  };
  const end = async () => {
    for (const step of undo.toReversed()) await step();
    undo = [];
  };
  around(span, begin, end);

  return () => {
    if (!rig) throw new Error('only within a test');
    return rig;
  };
}
