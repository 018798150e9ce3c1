import { purposeOf, type ToThread } from './messages.js';
import { type ModelThread, type ModelThreadSettings, startModelThread } from './model-thread.js';
import { createWaiting } from './waiting.js';

export interface ModelThreadsSettings extends ModelThreadSettings {
  /** How many; each holds the model once more. */
  threads: number;
}

export interface ModelThreads {
  /** In the order of `Waiting`. Rejects where the model fails, its thread dies, or all of it is closed. */
  ask(asked: ToThread, lane: string): Promise<Float32Array | null>;
  close(): Promise<void>;
}

/** ms before another is tried beside those that work, where one could not be started. */
const REST = 10_000;

interface Task {
  asked: ToThread;
  resolve(answer: Float32Array | null): void;
  reject(error: unknown): void;
}

/**
 * Keeps threads of the model at work. One that dies takes what it was at with it, not those that wait, and another is
 * started. Where that cannot be started, what waits is rejected, and what is asked next tries again. Rejects with
 * `LocalModelUnavailable` where the first thread cannot be started.
 */
export async function createModelThreads(settings: ModelThreadsSettings): Promise<ModelThreads> {
  const waiting = createWaiting<Task>();
  const alive = new Set<ModelThread>();
  const idle = new Set<ModelThread>();
  let starting = 0;
  let rests = false;
  let closed = false;

  const rejectAll = (error: unknown) => {
    for (const task of waiting.clear()) task.reject(error);
  };

  const work = async (thread: ModelThread, { asked, resolve, reject }: Task) => {
    await thread.ask(asked).then(resolve, reject);
    if (!alive.has(thread)) return;
    idle.add(thread);
    handOut();
  };

  const handOut = () => {
    for (const thread of idle) {
      const task = waiting.next();
      if (!task) return;
      idle.delete(thread);
      void work(thread, task);
    }
  };

  const lose = (thread: ModelThread) => {
    alive.delete(thread);
    idle.delete(thread);
    fill();
  };

  const begin = async () => {
    starting += 1;
    try {
      const thread = await startModelThread(settings);
      if (closed) return await thread.close();
      alive.add(thread);
      idle.add(thread);
      void thread.ended.then(() => lose(thread));
      handOut();
    } finally {
      starting -= 1;
    }
  };

  const rest = () => {
    rests = true;
    setTimeout(() => {
      rests = false;
    }, REST).unref();
  };

  /** Starts what is missing. */
  const fill = () => {
    while (!closed && alive.size + starting < settings.threads && !(rests && alive.size > 0)) {
      void begin().catch((error: unknown) => {
        rest();
        if (alive.size + starting === 0) rejectAll(error);
      });
    }
  };

  await begin();
  fill();

  return {
    ask: (asked, lane) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('the local model is closed'));
        waiting.add({ asked, resolve, reject }, { purpose: purposeOf(asked), lane });
        handOut();
        fill();
      }),
    async close() {
      closed = true;
      rejectAll(new Error('the local model is closed'));
      await Promise.all([...alive].map((thread) => thread.close()));
    },
  };
}
