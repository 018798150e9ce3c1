import type { JobKey, JobKind, QueueDepth } from '@hippocamp/core/ports/job-queue';
import { Queue } from 'bullmq';
import type { Connections } from './connections.js';
import { inTime } from './in-time.js';
import { keyOf, type Reference, retention } from './job-of.js';
import type { OutageLog } from './outage-log.js';

/** ms */
const LOOK_TIME = 1_000;

/** The side of a kind's queue that puts jobs in and counts them. */
export interface Bell {
  ring(job: JobKey): Promise<void>;
  waiting(): Promise<number>;
  depth(): Promise<QueueDepth>;
}

export function createBell(options: {
  kind: JobKind;
  prefix: string;
  window: number;
  ringTime: number;
  connections: Connections;
  outage: OutageLog;
}): Bell {
  const { kind, prefix, window, ringTime, connections, outage } = options;
  const { producer, reachable } = connections;
  // Its connection answers at the first try or not at all; what BullMQ would ask the server first is asked elsewhere.
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
    // A key that waits is not added; of one that runs BullMQ keeps a note and adds it when the run ends.
    const deduplication = { id: keyOf(job), keepLastIfActive: true };
    await queue.add(kind, { tenant: job.tenant, ref: job.ref }, { deduplication, ...retention });
  };

  return {
    async ring(job) {
      try {
        await inTime(ringTime, (signal) => add(job, signal));
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
