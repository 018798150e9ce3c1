import type { JobHandler, JobKey, JobKind, QueueDepth, WorkOptions } from '@hippocamp/core/ports/job-queue';
import { type Log, withoutText } from '@hippocamp/core/ports/log';
import { Queue } from 'bullmq';
import type { Connections } from './connections.js';
import { inTime } from './in-time.js';
import { isReference, jobOf, keyOf, type Reference, retention } from './job-of.js';
import { createNotices } from './notices.js';
import type { OutageLog } from './outage-log.js';
import { type QueueWorker, startQueueWorker } from './queue-worker.js';

/** ms */
const LOOK_TIME = 1_000;

interface Producer {
  enqueue(job: JobKey): Promise<void>;
  waiting(): Promise<number>;
  depth(): Promise<QueueDepth>;
}

function createProducer({
  kind,
  prefix,
  window,
  enqueueTimeout,
  connections,
  outage,
}: Omit<KindQueueOptions, 'log'>): Producer {
  const { producer, reachable } = connections;
  // The connection answers at the first try or not at all; `inspectRedis` asks for the version in place of BullMQ.
  const queue = new Queue<Reference>(kind, {
    connection: producer,
    prefix,
    skipVersionCheck: true,
    skipMetasUpdate: true,
  });
  queue.on('error', outage.trouble);
  const waiting = () => producer.llen(queue.toKey('wait'));

  const add = async (job: JobKey, signal: AbortSignal) => {
    await reachable();
    signal.throwIfAborted();
    if ((await waiting()) >= window) return;
    signal.throwIfAborted();
    // A key that waits is not added again; for one that runs, BullMQ adds it when the run ends.
    const deduplication = { id: keyOf(job), keepLastIfActive: true };
    await queue.add(kind, { tenant: job.tenant, ref: job.ref }, { deduplication, ...retention });
  };

  return {
    async enqueue(job) {
      try {
        await inTime(enqueueTimeout, (signal) => add(job, signal));
      } catch (error) {
        outage.trouble(error);
        throw error;
      }
    },
    waiting,
    depth: () =>
      inTime(LOOK_TIME, async () => {
        await reachable();
        const { wait = 0, active = 0 } = await queue.getJobCounts('wait', 'active');
        return { waiting: wait, running: active };
      }),
  };
}

/** Never calls `whenLow` twice at once; a `look` during a call leads to one more, so the last is never missed. */
function createLowWatch({
  window,
  waiting,
  whenLow,
  onError,
}: {
  window: number;
  waiting: () => Promise<number>;
  whenLow: () => Promise<void>;
  onError: (error: unknown) => void;
}): { look(): void } {
  let looking = false;
  let again = false;

  const watch = async () => {
    while (again) {
      again = false;
      try {
        if (2 * (await waiting()) < window) await whenLow();
      } catch (error) {
        onError(error);
      }
    }
    looking = false;
  };

  return {
    look() {
      again = true;
      if (looking) return;
      looking = true;
      void watch();
    },
  };
}

export interface KindQueue {
  enqueue(job: JobKey): Promise<void>;
  work(handler: JobHandler, options: WorkOptions): void;
  finished(job: JobKey, timeoutMs: number): Promise<boolean>;
  announce(job: JobKey): Promise<void>;
  depth(): Promise<QueueDepth>;
  close(timeoutMs: number): Promise<void>;
}

export interface KindQueueOptions {
  kind: JobKind;
  prefix: string;
  /** Jobs that may wait; more are dropped. */
  window: number;
  /** ms */
  enqueueTimeout: number;
  connections: Connections;
  outage: OutageLog;
  log: Log;
}

export function createKindQueue(options: KindQueueOptions): KindQueue {
  const { kind, window, outage, log } = options;
  const producer = createProducer(options);
  const notices = createNotices(options);
  const workers: QueueWorker[] = [];

  const watchFor = (whenLow: WorkOptions['whenLow']) =>
    createLowWatch({
      window,
      waiting: producer.waiting,
      whenLow: async () => {
        await whenLow?.().catch((error: unknown) => {
          log.warn({ kind, ...withoutText(error) }, 'more jobs could not be fetched');
        });
      },
      onError: outage.trouble,
    });

  return {
    enqueue: producer.enqueue,
    work(handler, { concurrency, whenLow }) {
      const low = watchFor(whenLow);
      const work = async (reference: Reference) => {
        if (!isReference(reference)) {
          log.warn({ kind }, 'Redis gave a job without its content; the outbox brings it back, later');
          return '';
        }
        const job = jobOf(kind, reference);
        try {
          await handler(job);
        } catch (error) {
          log.error({ ...job, ...withoutText(error) }, 'job handler failed');
        }
        if (whenLow) low.look();
        return keyOf(job);
      };
      workers.push(startQueueWorker({ ...options, queue: kind, concurrency, work }));
    },
    finished: notices.finished,
    announce: notices.announce,
    depth: producer.depth,
    async close(timeoutMs) {
      await Promise.all(workers.map((each) => each.stop(timeoutMs)));
      await notices.close();
    },
  };
}
