import { createTurns } from '@hippocamp/core/modules/turns';
import { UnreadableText } from '@hippocamp/core/ports/language';
import { Piscina } from 'piscina';

export interface ThreadSettings {
  /** The module that the threads run; its export `answer` takes a task and answers it. */
  script: URL;
  /** What the module is told when a thread begins. */
  given?: unknown;
  /** At most so many threads; the first one begins with the pool, so that the first task does not wait for it. */
  threads: number;
  /** ms that one task may take from its beginning. */
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
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), deadline);
    try {
      return await pool.run(task, { name: 'answer', signal: late.signal });
    } catch (error) {
      if (late.signal.aborted) throw new UnreadableText(`it takes more than ${deadline / 1000} s to read`);
      if (ranOut(error)) throw new UnreadableText(`it takes more than ${memory} MiB to read`);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    run: (who, task) => turns.take(who, () => work(task)),
    close: () => pool.destroy(),
  };
}
