import { createSemaphore } from '@hippocamp/core/modules/waiting';
import { UnreadableText } from '@hippocamp/core/ports/language';
import { Piscina } from 'piscina';

/** When a thread took a task up, in memory that both sides see: ms since 1970, 0 before. */
type StartedAt = Float64Array<SharedArrayBuffer>;

/** The message to a thread. */
export interface ThreadTask<Task = unknown> {
  startedAt: StartedAt;
  task: Task;
}

/** A thread that does not start within so many deadlines never will. */
const STARTING = 6;

/** Aborts `deadline` ms after a task was begun, or when its thread never begins it. */
function startWatch(startedAt: StartedAt, deadline: number): { signal: AbortSignal; end(): void } {
  const late = new AbortController();
  const since = Date.now();
  const left = () => {
    const [at = 0] = startedAt;
    return at > 0 ? at + deadline - Date.now() : since + STARTING * deadline - Date.now();
  };
  const look = () => {
    if (left() <= 0) late.abort();
    else timer = setTimeout(look, Math.min(left(), deadline));
  };
  let timer = setTimeout(look, deadline);
  return { signal: late.signal, end: () => clearTimeout(timer) };
}

/** MiB of the young generation of a thread's heap; it grows to 48 otherwise. */
const YOUNG = 12;

export interface ThreadSettings {
  /** The module that the threads run; its export `answer` takes a `ThreadTask`, says when it begins and does the task. */
  script: URL;
  /** The data for the module when a thread starts. */
  given?: unknown;
  /** The most threads. The first starts with the pool, so that the first task does not wait for it. */
  threads: number;
  /** ms that one task may take from when a thread has taken it up; how long a thread takes to start is no fault of a text. */
  deadline: number;
  /** MiB that one thread may hold. */
  memory: number;
}

export interface Threads {
  /**
   * Does a task in a thread when it is the turn of `who`. A thread that does not end in time is ended, whatever it does, and
   * the task rejects with `UnreadableText`; so it does where the thread's memory runs out.
   */
  run<Result>(who: string, task: unknown): Promise<Result>;
  close(): Promise<void>;
}

const ranOut = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Threads for work on texts, which may be hostile: nothing that they do holds up the process or outlives its deadline. */
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
