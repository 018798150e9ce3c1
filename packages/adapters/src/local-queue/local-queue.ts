import type { JobKey, JobQueue, ScheduleName } from '@hippocamp/core/ports/job-queue';
import { type Log, withoutText } from '@hippocamp/core/ports/log';
import { createKindQueue } from './kind-queue.js';

interface RepeatingJob {
  /** Resolves when no round runs any more. */
  stop(): Promise<void>;
}

/** The first round comes after `everyMs`; none begins while another runs. */
function startRepeatingJob({
  everyMs,
  work,
  onError,
}: {
  everyMs: number;
  work: () => Promise<void>;
  onError: (error: unknown) => void;
}): RepeatingJob {
  let round: Promise<void> | undefined;

  const run = async () => {
    try {
      await work();
    } catch (error) {
      onError(error);
    }
  };

  const timer = setInterval(() => {
    round ??= run().finally(() => {
      round = undefined;
    });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}

const within = async (work: Promise<unknown>, timeoutMs: number) => {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([work, deadline]);
  clearTimeout(timer);
};

/** Jobs are lost with the process; the outbox keeps them. */
export function createLocalQueue({ log }: { log: Log }): JobQueue {
  const onError = (job: JobKey, error: unknown) => log.error({ ...job, ...withoutText(error) }, 'job handler failed');
  const queues = {
    ingest: createKindQueue(onError),
    index: createKindQueue(onError),
    embed: createKindQueue(onError),
    vocabulary: createKindQueue(onError),
    lifecycle: createKindQueue(onError),
    distil: createKindQueue(onError),
    model: createKindQueue(onError),
  };
  const all = Object.values(queues);
  const schedules = new Map<ScheduleName, RepeatingJob>();
  let closed = false;

  const refuseWhenClosed = () => {
    if (closed) throw new Error('The job queue is closed.');
  };

  return {
    async enqueue(job) {
      refuseWhenClosed();
      queues[job.kind].enqueue(job);
    },
    work(kind, handler, { concurrency }) {
      queues[kind].work(handler, concurrency);
    },
    schedule(name, everyMs, work) {
      refuseWhenClosed();
      const onFailedRound = (error: unknown) => log.error({ name, ...withoutText(error) }, 'scheduled work failed');
      void schedules.get(name)?.stop();
      schedules.set(name, startRepeatingJob({ everyMs, work, onError: onFailedRound }));
    },
    finished: async (job, timeoutMs) => !closed && queues[job.kind].finished(job, timeoutMs),
    announce: async (job) => queues[job.kind].announce(job),
    async depth() {
      const { ingest, index, embed, vocabulary, lifecycle, distil, model } = queues;
      return {
        ingest: ingest.depth(),
        index: index.depth(),
        embed: embed.depth(),
        vocabulary: vocabulary.depth(),
        lifecycle: lifecycle.depth(),
        distil: distil.depth(),
        model: model.depth(),
      };
    },
    async ping() {
      refuseWhenClosed();
    },
    async close(timeoutMs) {
      closed = true;
      await within(Promise.all([...all, ...schedules.values()].map((part) => part.stop())), timeoutMs);
      for (const queue of all) queue.dismiss();
    },
  };
}
