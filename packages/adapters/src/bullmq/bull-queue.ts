import { type EngineHealth, EngineUnwell } from '@hippocamp/core/ports/engine-health';
import type { JobKind, JobQueue, ScheduleName } from '@hippocamp/core/ports/job-queue';
import type { Log } from '@hippocamp/core/ports/log';
import { createConnections } from './connections.js';
import { inTime } from './in-time.js';
import { inspectRedis } from './inspect-redis.js';
import { createOutageLog, refusalIn } from './outage-log.js';
import { type Rounds, startRounds } from './rounds.js';
import { createStation } from './station.js';

/** How long a ring may take, ms. */
const RING_TIME = 90;
const PING_TIME = 1_000;
/** What a ping writes lives this long, ms. */
const PING_KEPT = 10_000;

export interface BullQueueOptions {
  /** `redis://…` or `rediss://…` */
  url: string;
  /** Begins every key. The processes of one service share it, services that share a Redis do not. */
  prefix: string;
  /** Jobs of a kind that may wait in Redis; what is rung beyond is dropped, for the outbox has it. */
  window: number;
  log: Log;
  /** Is told when Redis goes away or takes no jobs, and when it is back; nobody unless given. */
  health?: EngineHealth;
  /** How long a ring may take, ms; a tenth of a second unless given. */
  ringTime?: number;
}

const nobody: EngineHealth = { lost: () => undefined, back: () => undefined };

/**
 * Jobs in Redis by BullMQ, for any number of processes. Whoever only rings and waits has one connection, and one more for each
 * kind waited for; those who work have one that all share and one for each kind and schedule.
 */
export function createBullQueue(options: BullQueueOptions): JobQueue {
  const { url, prefix, window, log, health = nobody, ringTime = RING_TIME } = options;
  const outage = createOutageLog(log, health);
  const connections = createConnections(url, outage);
  const { producer, reachable } = connections;
  producer.once('ready', () => void inspectRedis(producer, log));
  const shared = { prefix, connections, outage, log };
  const stationOf = (kind: JobKind) => createStation({ ...shared, kind, window, ringTime });
  const stations = {
    ingest: stationOf('ingest'),
    index: stationOf('index'),
    embed: stationOf('embed'),
    vocabulary: stationOf('vocabulary'),
    lifecycle: stationOf('lifecycle'),
    distil: stationOf('distil'),
    model: stationOf('model'),
  };
  const schedules = new Map<ScheduleName, Rounds>();
  let closing: Promise<void> | undefined;

  const refuseWhenClosed = () => {
    if (closing !== undefined) throw new Error('The job queue is closed.');
  };

  /** A server that is full or only reads answers a PING as ever, and takes no job. */
  const write = async () => {
    await reachable();
    try {
      await producer.set(`${prefix}:ping`, '', 'PX', PING_KEPT);
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal === null) throw error;
      outage.began(refusal);
      throw new EngineUnwell(refusal, { cause: error });
    }
    outage.over();
  };

  const close = async (timeoutMs: number) => {
    const rounds = [...schedules.values()].map((each) => each.stop(timeoutMs));
    await Promise.all([...rounds, ...Object.values(stations).map((station) => station.close(timeoutMs))]);
    connections.disconnect();
  };

  return {
    async ring(job) {
      refuseWhenClosed();
      await stations[job.kind].ring(job);
    },
    work(kind, handler, options) {
      refuseWhenClosed();
      stations[kind].work(handler, options);
    },
    schedule(name, everyMs, work) {
      refuseWhenClosed();
      void schedules.get(name)?.stop(0);
      schedules.set(name, startRounds({ ...shared, name, everyMs, work }));
    },
    finished: (job, timeoutMs) => stations[job.kind].finished(job, timeoutMs),
    async depth() {
      const depths = Object.entries(stations).map(async ([kind, station]) => [kind, await station.depth()] as const);
      return Object.fromEntries(await Promise.all(depths)) as Awaited<ReturnType<JobQueue['depth']>>;
    },
    async ping() {
      refuseWhenClosed();
      await inTime(PING_TIME, write);
    },
    close(timeoutMs) {
      closing ??= close(timeoutMs);
      return closing;
    },
  };
}
