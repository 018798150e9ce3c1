import { createTurns } from '@hippocamp/core/modules/turns';
import { UnreadableText } from '@hippocamp/core/ports/language';
import { Piscina } from 'piscina';
import { notBegun, startWatch, type ThreadTask } from './beginning.js';

export interface ThreadSettings {
  /** The module that the threads run; its export `answer` is what `answering` makes of a function that takes a task. */
  script: URL;
  /** What the module is told when a thread begins. */
  given?: unknown;
  /** At most so many threads; the first one begins with the pool, so that the first task does not wait for it. */
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
    resourceLimits: { maxOldGenerationSizeMb: memory },
  });
  const turns = createTurns(threads);

  const work = async (task: unknown) => {
    const begun = notBegun();
    const watch = startWatch(begun, deadline);
    try {
      return await pool.run({ begun, task } satisfies ThreadTask, { name: 'answer', signal: watch.signal });
    } catch (error) {
      if (watch.signal.aborted) throw new UnreadableText(`it takes more than ${deadline / 1000} s to read`);
      if (ranOut(error)) throw new UnreadableText(`it takes more than ${memory} MiB to read`);
      throw error;
    } finally {
      watch.end();
    }
  };

  return {
    run: (who, task) => turns.take(who, () => work(task)),
    close: () => pool.destroy(),
  };
}
