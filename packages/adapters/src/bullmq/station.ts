import type { JobHandler, JobKey, JobKind, QueueDepth, WorkOptions } from '@hippocamp/core/ports/job-queue';
import { type Log, withoutText } from '@hippocamp/core/ports/log';
import { createBell } from './bell.js';
import type { Connections } from './connections.js';
import { type Hands, startHands } from './hands.js';
import { isReference, jobOf, keyOf, type Reference } from './job-of.js';
import { createLowWatch } from './low-watch.js';
import { createNotices } from './notices.js';
import type { OutageLog } from './outage-log.js';

/** Everything of one kind of job. */
export interface Station {
  ring(job: JobKey): Promise<void>;
  work(handler: JobHandler, options: WorkOptions): void;
  finished(job: JobKey, timeoutMs: number): Promise<boolean>;
  depth(): Promise<QueueDepth>;
  close(timeoutMs: number): Promise<void>;
}

export interface StationOptions {
  kind: JobKind;
  prefix: string;
  /** Jobs that may wait; what is rung beyond is dropped. */
  window: number;
  /** How long a ring may take, ms. */
  ringTime: number;
  connections: Connections;
  outage: OutageLog;
  log: Log;
}

export function createStation(options: StationOptions): Station {
  const { kind, window, outage, log } = options;
  const bell = createBell(options);
  const notices = createNotices(options);
  const hands: Hands[] = [];

  const watchFor = (whenLow: WorkOptions['whenLow']) =>
    createLowWatch({
      window,
      waiting: bell.waiting,
      whenLow: async () => {
        await whenLow?.().catch((error: unknown) => {
          log.warn({ kind, ...withoutText(error) }, 'more jobs could not be fetched');
        });
      },
      onError: outage.trouble,
    });

  return {
    ring: bell.ring,
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
      hands.push(startHands({ ...options, queue: kind, concurrency, work }));
    },
    finished: notices.finished,
    depth: bell.depth,
    async close(timeoutMs) {
      await Promise.all(hands.map((each) => each.stop(timeoutMs)));
      await notices.close();
    },
  };
}
