import { type Job, Worker } from 'bullmq';
import type { Connections } from './connections.js';
import { within } from './in-time.js';
import type { OutageLog } from './outage-log.js';

/** ms */
const CLOSING = 500;

/** ms; a killed worker holds its job for their sum. The outbox has its own lease, so a lost lock costs one read. */
const TAKE_OVER = { lockDuration: 5_000, stalledInterval: 1_000 };

/** ms */
const REFUSED_PAUSE = 1_000;

export interface QueueWorker {
  stop(timeoutMs: number): Promise<void>;
}

/** Pauses after a refusal: a worker would ask a full server some thousand times a second. */
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
  /** Never rejects. Waiting callers are told its answer. */
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
    // A job may lose any number of workers: the outbox counts attempts and gives up.
    maxStalledCount: Number.MAX_SAFE_INTEGER,
    // A job that lost its settings is removed, or it would block the next one with its key.
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
      // Decided here, because a close that has begun cannot be forced any more.
      await within(CLOSING, worker.close(!ended || !reached));
    },
  };
}
