import { type EngineHealth, EngineUnwell } from '@hippocamp/core/ports/engine-health';
import type { JobKind, JobQueue, ScheduleName } from '@hippocamp/core/ports/job-queue';
import { type Log, withoutText } from '@hippocamp/core/ports/log';
import { Queue } from 'bullmq';
import { type Connections, createConnections } from './connections.js';
import { inTime } from './in-time.js';
import { inspectRedis } from './inspect-redis.js';
import { retention } from './job-of.js';
import { createKindQueue } from './kind-queue.js';
import { createOutageLog, type OutageLog, refusalIn } from './outage-log.js';
import { startQueueWorker } from './queue-worker.js';

/** ms */
const LOOK_EVERY = 1_000;
const LOOK_TIME = 1_000;
/** ms. A round this late has lost its job. */
const LATE = 10_000;

interface RepeatingJob {
  stop(timeoutMs: number): Promise<void>;
}

interface RepeatingJobOptions {
  name: ScheduleName;
  everyMs: number;
  work: () => Promise<void>;
  prefix: string;
  connections: Connections;
  outage: OutageLog;
  log: Log;
}

function keepScheduled({ name, everyMs, connections, outage }: RepeatingJobOptions, queue: Queue): { stop(): void } {
  const { reachable, onReady } = connections;
  let isSet = false;
  let looking = false;
  let stopped = false;

  const put = async (isThere: boolean) => {
    // An interval changed in place would keep the offset of the old one, which may be hours.
    if (isThere) await queue.removeJobScheduler(name);
    await queue.upsertJobScheduler(name, { every: everyMs }, { name, opts: retention });
  };

  const keep = () =>
    inTime(LOOK_TIME, async (signal) => {
      await reachable();
      const found = await queue.getJobScheduler(name);
      // Later, another interval was set by another process on purpose.
      const isMine = isSet || found?.every === everyMs;
      const isAlive = found?.next !== undefined && found.next + everyMs + LATE > Date.now();
      signal.throwIfAborted();
      if (!isMine || !isAlive) await put(found !== undefined);
      isSet = true;
    });

  const look = () => {
    if (stopped || looking) return;
    looking = true;
    keep()
      .catch(outage.trouble)
      .finally(() => {
        looking = false;
      });
  };
  look();
  onReady(look);
  const timer = setInterval(look, LOOK_EVERY);
  timer.unref();
  return {
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}

export function startRepeatingJob(options: RepeatingJobOptions): RepeatingJob {
  const { name, work, prefix, connections, outage, log } = options;
  // Each name has a queue, so that a long round holds up no other name.
  const queueName = `schedule-${name}`;
  const { producer } = connections;
  const queue = new Queue(queueName, { connection: producer, prefix, skipVersionCheck: true, skipMetasUpdate: true });
  queue.on('error', outage.trouble);
  const schedule = keepScheduled(options, queue);

  /** BullMQ makes the next round when one begins; another process takes it when this one lasts longer. */
  const isAlone = async () => (await producer.llen(queue.toKey('active'))) <= 1;

  const mayWork = () =>
    isAlone().catch((error: unknown) => {
      outage.trouble(error);
      return false;
    });

  const round = async () => {
    try {
      if (await mayWork()) await work();
    } catch (error) {
      log.error({ name, ...withoutText(error) }, 'scheduled work failed');
    }
    return name;
  };

  const worker = startQueueWorker({ ...options, queue: queueName, concurrency: 1, work: round });
  return {
    async stop(timeoutMs) {
      schedule.stop();
      await worker.stop(timeoutMs);
    },
  };
}

/** ms */
const ENQUEUE_TIMEOUT = 90;
const PING_TIME = 1_000;
/** ms that the key of a ping lives. */
const PING_KEPT = 10_000;

export interface BullQueueOptions {
  url: string;
  /** Begins every key. The processes of one service share it; services that share a Redis must not. */
  prefix: string;
  /** Jobs of a kind that may wait in Redis; more are dropped, because the outbox has them. */
  window: number;
  log: Log;
  /** Told when Redis is lost or refuses jobs, and when it is back. */
  health?: EngineHealth;
  /** ms; default 90. */
  enqueueTimeout?: number;
}

const nobody: EngineHealth = { lost: () => undefined, back: () => undefined };

/** An enqueuer has one connection and one per kind awaited; a worker has one, and one per kind and schedule. */
export function createBullQueue(options: BullQueueOptions): JobQueue {
  const { url, prefix, window, log, health = nobody, enqueueTimeout = ENQUEUE_TIMEOUT } = options;
  const outage = createOutageLog(log, health);
  const connections = createConnections(url, outage);
  const { producer, reachable } = connections;
  producer.once('ready', () => void inspectRedis(producer, log));
  const shared = { prefix, connections, outage, log };
  const queueOf = (kind: JobKind) => createKindQueue({ ...shared, kind, window, enqueueTimeout });
  const kindQueues = {
    ingest: queueOf('ingest'),
    index: queueOf('index'),
    embed: queueOf('embed'),
    vocabulary: queueOf('vocabulary'),
    lifecycle: queueOf('lifecycle'),
    distil: queueOf('distil'),
    model: queueOf('model'),
  };
  const schedules = new Map<ScheduleName, RepeatingJob>();
  let closing: Promise<void> | undefined;

  const refuseWhenClosed = () => {
    if (closing !== undefined) throw new Error('The job queue is closed.');
  };

  /** Writes, because a full or read-only server answers PING but takes no job. */
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
    await Promise.all([...rounds, ...Object.values(kindQueues).map((queue) => queue.close(timeoutMs))]);
    connections.disconnect();
  };

  return {
    async enqueue(job) {
      refuseWhenClosed();
      await kindQueues[job.kind].enqueue(job);
    },
    work(kind, handler, options) {
      refuseWhenClosed();
      kindQueues[kind].work(handler, options);
    },
    schedule(name, everyMs, work) {
      refuseWhenClosed();
      void schedules.get(name)?.stop(0);
      schedules.set(name, startRepeatingJob({ ...shared, name, everyMs, work }));
    },
    finished: (job, timeoutMs) => kindQueues[job.kind].finished(job, timeoutMs),
    announce: (job) => kindQueues[job.kind].announce(job),
    async depth() {
      const depths = Object.entries(kindQueues).map(async ([kind, queue]) => [kind, await queue.depth()] as const);
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
