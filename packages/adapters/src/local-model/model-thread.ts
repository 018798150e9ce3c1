import { Worker } from 'node:worker_threads';
import type { FromThread, ThreadGiven, ToThread } from './messages.js';
import { LocalModelUnavailable } from './unavailable.js';

type Answer = Float32Array | null;

/** The main thread's side of one thread of the model. */
export interface ModelThread {
  /** One thing at a time. Rejects where the model fails at it, and where the thread dies over it. */
  ask(message: ToThread): Promise<Answer>;
  /** Settles when the thread has ended, whatever ended it. */
  ended: Promise<void>;
  close(): Promise<void>;
}

interface Asked {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

export interface ModelThreadSettings {
  /** The module that the thread runs, see `thread`. */
  script: URL;
  given: ThreadGiven;
}

/** The kind of error and no more: its text may hold what the thread read. */
const kindOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** Starts a thread; resolves when its model is loaded, rejects with `LocalModelUnavailable` where that cannot be. */
export function startModelThread({ script, given }: ModelThreadSettings): Promise<ModelThread> {
  const worker = new Worker(script, { name: 'local model', workerData: given });
  let asked: Asked | null = null;
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
      // A thread that waits for work holds up no process that has come to its end.
      worker.unref();
      if (message.type === 'ready') return start({ ask, ended, close: async () => void (await worker.terminate()) });
      const { resolve, reject } = asked ?? {};
      asked = null;
      if (message.type === 'answer') resolve?.(message.values);
      else reject?.(new Error(`the local model failed: ${message.reason}`));
    });
  });
}
