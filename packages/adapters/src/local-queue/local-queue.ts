import type { JobKey, JobQueue } from '@hippocamp/core/ports/job-queue';
import type { Log } from '@hippocamp/core/ports/log';
import { createStation } from './station.js';

/** Name, code and place of an error; its message may quote what the job was about. */
const withoutText = (error: unknown) => {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    error: error.name,
    code: 'code' in error ? error.code : undefined,
    at: frames.slice(0, 5).map((frame) => frame.trim()),
  };
};

const within = async (work: Promise<unknown>, timeoutMs: number) => {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([work, deadline]);
  clearTimeout(timer);
};

/** Lanes inside this process: for one gateway that also works. Nothing is kept; the outbox is. */
export function createLocalQueue({ log }: { log: Log }): JobQueue {
  const onError = (job: JobKey, error: unknown) => log.error({ ...job, ...withoutText(error) }, 'job handler failed');
  const stations = {
    ingest: createStation(onError),
    index: createStation(onError),
    vocabulary: createStation(onError),
    lifecycle: createStation(onError),
  };
  const all = Object.values(stations);
  let closed = false;

  return {
    async ring(job) {
      if (closed) throw new Error('The job queue is closed.');
      stations[job.kind].ring(job);
    },
    work(kind, handler, { concurrency }) {
      stations[kind].work(handler, concurrency);
    },
    finished: async (job, timeoutMs) => !closed && stations[job.kind].finished(job, timeoutMs),
    async depth() {
      const { ingest, index, vocabulary, lifecycle } = stations;
      return {
        ingest: ingest.depth(),
        index: index.depth(),
        vocabulary: vocabulary.depth(),
        lifecycle: lifecycle.depth(),
      };
    },
    async close(timeoutMs) {
      closed = true;
      await within(Promise.all(all.map((station) => station.stop())), timeoutMs);
      for (const station of all) station.dismiss();
    },
  };
}
