import { Worker } from 'node:worker_threads';
import { type FromThread, purposeOf, type ThreadGiven, type ToThread } from './thread-messages.js';
import { createWaiting } from './waiting.js';

/** The runtime or a file of the model is missing, broken, or not made for this machine; the message says which. */
export class LocalModelUnavailable extends Error {
  override readonly name = 'LocalModelUnavailable';

  constructor(reason: string) {
    super(`the local model cannot run here: ${reason}`);
  }
}

type Answer = Float32Array | null;

interface ModelThread {
  /** One message at a time. Rejects where the model fails or the thread dies. */
  ask(message: ToThread): Promise<Answer>;
  ended: Promise<void>;
  close(): Promise<void>;
}

export interface ModelThreadSettings {
  script: URL;
  given: ThreadGiven;
}

/** The text of an error may hold what the thread read. */
const kindOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** MiB of the heap's young generation, which would grow to 48. The models work outside of it. */
const YOUNG = 6;

/** Rejects with `LocalModelUnavailable` where the model cannot be loaded. */
function startModelThread({ script, given }: ModelThreadSettings): Promise<ModelThread> {
  const worker = new Worker(script, {
    name: 'local model',
    workerData: given,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
  });
  let asked: { resolve(answer: Answer): void; reject(error: Error): void } | null = null;
  let reason = 'it ended';

  const ask = (message: ToThread) =>
    new Promise<Answer>((resolve, reject) => {
      asked = { resolve, reject };
      worker.ref();
      worker.postMessage(message);
    });

  return new Promise((start, refuse) => {
    const ended = new Promise<void>((resolve) => {
      worker.on('exit', () => {
        refuse(new LocalModelUnavailable(reason));
        asked?.reject(new Error(`the thread of the local model died: ${reason}`));
        asked = null;
        resolve();
      });
    });
    worker.on('error', (error: unknown) => {
      reason = kindOf(error);
    });
    worker.on('message', (message: FromThread) => {
      if (message.type === 'unavailable') {
        reason = message.reason;
        return;
      }
      // An idle thread does not keep the process alive.
      worker.unref();
      if (message.type === 'ready') return start({ ask, ended, close: async () => void (await worker.terminate()) });
      const { resolve, reject } = asked ?? {};
      asked = null;
      if (message.type === 'answer') resolve?.(message.values);
      else reject?.(new Error(`the local model failed: ${message.reason}`));
    });
  });
}

export interface ModelThreadsSettings extends ModelThreadSettings {
  threads: number;
}

export interface ModelThreads {
  /** Answers in the order of `Waiting`. Rejects where the model fails, its thread dies, or all is closed. */
  ask(asked: ToThread, lane: string): Promise<Answer>;
  close(): Promise<void>;
}

/** ms between failed starts while other threads work. */
const REST = 10_000;

interface Task {
  asked: ToThread;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * A thread that dies fails its own task only, and is replaced. Where no thread is left and none can start, waiting
 * tasks are rejected, and the next one tries again. Rejects with `LocalModelUnavailable` where the first thread
 * cannot start.
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
