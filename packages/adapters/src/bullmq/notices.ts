import type { JobKey, JobKind } from '@hippocamp/core/ports/job-queue';
import { QueueEvents } from 'bullmq';
import type { Connections } from './connections.js';
import { within } from './in-time.js';
import { keyOf } from './job-of.js';
import type { OutageLog } from './outage-log.js';

/** ms */
const CLOSING = 500;
/** ms that BullMQ holds a timer after a connection was lost. */
const BLOCKING = 2_000;
/** ms. A job may end between its enqueue and the first read of events; one heard twice costs a read of its row. */
const HEARD_AGAIN = 1_000;

/** Events that BullMQ keeps by default. */
const KEPT = 10_000;

/** The id of a stream event is the server's ms and a number. */
const shortlyBefore = (event = '0-0') => `${Math.max(0, Number.parseInt(event, 10) - HEARD_AGAIN)}-0`;

type Settle = (handled: boolean) => void;

export interface Notices {
  finished(job: JobKey, timeoutMs: number): Promise<boolean>;
  announce(job: JobKey): Promise<void>;
  close(): Promise<void>;
}

interface Waiters {
  wait(key: string, timeoutMs: number): Promise<boolean>;
  settle(key: string, handled: boolean): void;
  dismiss(): void;
}

function createWaiters(): Waiters {
  const waiters = new Map<string, Set<Settle>>();

  const settle = (key: string, handled: boolean) => {
    for (const each of [...(waiters.get(key) ?? [])]) each(handled);
  };

  return {
    wait: (key, timeoutMs) =>
      new Promise((resolve) => {
        const group = waiters.get(key) ?? new Set<Settle>();
        waiters.set(key, group);
        const done = (handled: boolean) => {
          clearTimeout(timer);
          group.delete(done);
          if (group.size === 0 && waiters.get(key) === group) waiters.delete(key);
          resolve(handled);
        };
        const timer = setTimeout(done, timeoutMs, false);
        group.add(done);
      }),
    settle,
    dismiss() {
      for (const key of [...waiters.keys()]) settle(key, false);
    },
  };
}

export function createNotices({
  kind,
  prefix,
  connections,
  outage,
}: {
  kind: JobKind;
  prefix: string;
  connections: Connections;
  outage: OutageLog;
}): Notices {
  const waiters = createWaiters();
  const stream = `${prefix}:${kind}:events`;
  let listening: Promise<QueueEvents> | undefined;
  let closed = false;
  connections.onLost(waiters.dismiss);

  /** Starts shortly before the last event, so nothing is missed while the connection is made. */
  const listen = async () => {
    const [last] = await connections.producer.xrevrange(stream, '+', '-', 'COUNT', 1);
    if (closed) throw new Error('The job queue is closed.');
    const events = new QueueEvents(kind, {
      connection: connections.worker(),
      prefix,
      skipVersionCheck: true,
      lastEventId: shortlyBefore(last?.[0]),
      blockingTimeout: BLOCKING,
    });
    events.on('error', outage.trouble);
    events.on('completed', ({ returnvalue }) => waiters.settle(returnvalue, true));
    return events;
  };

  /** A failure leads to another try at the next call; a caller reads the row in the end anyway. */
  const ensureListening = () => {
    listening ??= listen();
    listening.catch(() => {
      listening = undefined;
    });
  };

  return {
    async finished(job, timeoutMs) {
      if (closed) return false;
      const key = keyOf(job);
      const handled = waiters.wait(key, timeoutMs);
      connections.reachable().then(ensureListening, () => waiters.settle(key, false));
      return handled;
    },
    async announce(job) {
      if (closed) return;
      const event = ['event', 'completed', 'jobId', keyOf(job), 'returnvalue', JSON.stringify(keyOf(job))];
      await connections
        .reachable()
        .then(() => connections.producer.xadd(stream, 'MAXLEN', '~', KEPT, '*', ...event))
        .catch(outage.trouble);
    },
    async close() {
      closed = true;
      waiters.dismiss();
      const connecting = listening;
      if (!connecting || !(await within(CLOSING, connecting))) return;
      const events = await connecting.catch(() => undefined);
      if (!events || (await within(CLOSING, events.close()))) return;
      // BullMQ's close waits for a connection that may never come.
      await within(CLOSING, events.getBackend().close(true));
    },
  };
}
