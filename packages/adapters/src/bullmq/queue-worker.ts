import { type Job, Worker } from 'bullmq';
import type { Connections } from './connections.js';
import { within } from './in-time.js';
import type { OutageLog } from './outage-log.js';

/** How long the connections may take to close once nothing runs, ms. */
const CLOSING = 500;

/**
 * A worker that is killed holds its job for at most the two together, ms. The lock is renewed at half its time; the outbox has
 * a lease of its own, so a lock that is lost costs a look at the row.
 */
const TAKE_OVER = { lockDuration: 5_000, stalledInterval: 1_000 };

/** ms */
const REFUSED_PAUSE = 1_000;

/** A worker of one BullMQ queue. */
export interface QueueWorker {
  /** Takes nothing more and waits for what runs, at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/** A server that is full refuses at once; without a pause a worker would ask it again some thousand times a second. */
function restWhenRefused(worker: Worker): () => void {
  let rest: NodeJS.Timeout | undefined;
  let stopped = false;
  worker.on('error', ({ name }) => {
    if (name !== 'ReplyError' || rest || stopped) return;
    void worker.pause(true);
    rest = setTimeout(() => {
      rest = undefined;
      void worker.resume();
    }, REFUSED_PAUSE);
  });
  return () => {
    stopped = true;
    clearTimeout(rest);
  };
}

export function startQueueWorker<Content>({
  queue,
  prefix,
  concurrency,
  work,
  connections,
  outage,
}: {
  queue: string;
  prefix: string;
  concurrency: number;
  /** Never rejects. Its answer is told to those who wait for the job. */
  work: (content: Content) => Promise<string>;
  connections: Connections;
  outage: OutageLog;
}): QueueWorker {
  const running = new Set<Promise<string>>();

  const run = async ({ data }: Job<Content, string>) => {
    const result = work(data);
    running.add(result);
    try {
      return await result;
    } finally {
      running.delete(result);
    }
  };

  const worker = new Worker<Content, string>(queue, run, {
    ...TAKE_OVER,
    connection: connections.worker(),
    prefix,
    concurrency,
    // A job may lose any number of workers: the outbox counts its attempts and gives up.
    maxStalledCount: Number.MAX_SAFE_INTEGER,
    // A job that lost its settings is removed: it would block the next one with the same key.
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
    drainDelay: 2,
    runRetryDelay: 500,
  });
  worker.on('error', outage.trouble);
  const stopResting = restWhenRefused(worker);

  return {
    async stop(timeoutMs) {
      stopResting();
      await worker.pause(true);
      const ended = await within(timeoutMs, Promise.all(running));
      const reached = connections.worker().status === 'ready';
      // A close that is begun cannot be forced any more, so it is decided here.
      await within(CLOSING, worker.close(!ended || !reached));
    },
  };
}
