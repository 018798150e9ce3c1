import { createSemaphore } from '@hippocamp/core/modules/waiting';
import { UnreadableText } from '@hippocamp/core/ports/language';
import { Piscina } from 'piscina';

/** Shared with the thread: ms since 1970 at which it began the task, 0 before. */
type StartedAt = Float64Array<SharedArrayBuffer>;

export interface ThreadTask<Task = unknown> {
  startedAt: StartedAt;
  task: Task;
}

/** Deadlines after which a thread counts as never starting. */
const STARTING = 6;

/**
 * Aborts `deadline` ms after the task began, or where its thread never begins it. An answer that came while this process
 * was busy still counts.
 */
function startWatch(startedAt: StartedAt, deadline: number): { signal: AbortSignal; end(): void } {
  const late = new AbortController();
  const since = Date.now();
  const left = () => {
    const [at = 0] = startedAt;
    return at > 0 ? at + deadline - Date.now() : since + STARTING * deadline - Date.now();
  };
  let last: NodeJS.Immediate | undefined;
  const look = () => {
    if (left() <= 0) last = setImmediate(() => late.abort());
    else timer = setTimeout(look, Math.min(left(), deadline));
  };
  let timer = setTimeout(look, deadline);
  return {
    signal: late.signal,
    end() {
      clearTimeout(timer);
      clearImmediate(last);
    },
  };
}

/** MiB of the heap's young generation, which would grow to 48. */
const YOUNG = 12;

export interface ThreadSettings {
  /** Module of the threads; its export `answer` takes a `ThreadTask`, sets `startedAt` and does the task. */
  script: URL;
  given?: unknown;
  /** The first starts with the pool, so that the first task does not wait for it. */
  threads: number;
  /** ms for one task, from when a thread begins it. */
  deadline: number;
  /** MiB */
  memory: number;
}

export interface Threads {
  /** Rejects with `UnreadableText` beyond the deadline or the memory; the thread is then ended. */
  run<Result>(who: string, task: unknown): Promise<Result>;
  close(): Promise<void>;
}

const ranOut = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Texts may be hostile: work on them cannot block the process or outlive its deadline. */
export function createThreads({ script, given, threads, deadline, memory }: ThreadSettings): Threads {
  const pool = new Piscina({
    filename: script.href,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 60_000,
    workerData: given,
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: YOUNG },
  });
  const semaphore = createSemaphore(threads);

  const work = async (task: unknown) => {
    const startedAt: StartedAt = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
    const watch = startWatch(startedAt, deadline);
    try {
      return await pool.run({ startedAt, task } satisfies ThreadTask, { name: 'answer', signal: watch.signal });
    } catch (error) {
      if (watch.signal.aborted) throw new UnreadableText(`it takes more than ${deadline / 1000} s to read`);
      if (ranOut(error)) throw new UnreadableText(`it takes more than ${memory} MiB to read`);
      throw error;
    } finally {
      watch.end();
    }
  };

  return {
    run: (who, task) => semaphore.take(who, () => work(task)),
    close: () => pool.destroy(),
  };
}
