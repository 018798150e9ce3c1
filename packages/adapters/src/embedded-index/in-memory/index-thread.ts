import { Worker } from 'node:worker_threads';
import type { Answers, FromThread, Order, Question, ToThread } from './messages.js';
import type { ThreadSettings } from './thread.js';

export interface IndexThreadSettings extends ThreadSettings {
  onDropped(slot: number, tooLarge: boolean): void;
  /** Everything held is lost. `reason` names the kind of error: its text may hold what the thread read. */
  onLost(reason: string): void;
}

export interface IndexThread {
  /** False for a while after a death, and once closed. */
  isUsable(): boolean;
  order(order: Order): void;
  /** Null where the thread lacks the slot, or died. */
  ask<Asked extends Question>(question: Asked): Promise<Answers[Asked['type']] | null>;
  close(): Promise<void>;
}

/** ms until a dead thread is started again, doubled each time: what killed it may kill it again. */
const FIRST_REST = 1000;
const LONGEST_REST = 60_000;

const transferOf = (message: ToThread): ArrayBuffer[] =>
  message.type === 'put' || message.type === 'fill' ? [message.rows.bytes.buffer] : [];

export function createIndexThread({ limit, onDropped, onLost }: IndexThreadSettings): IndexThread {
  const waiting = new Map<number, (answer: FromThread & { type: 'answer' }) => void>();
  let worker: Worker | null = null;
  let asked = 0;
  let rest = FIRST_REST;
  let rests = false;
  let closed = false;

  const receive = (message: FromThread) => {
    if (message.type === 'dropped') return onDropped(message.slot, message.tooLarge);
    waiting.get(message.number)?.(message);
    waiting.delete(message.number);
  };

  const lose = (reason: string) => {
    worker = null;
    rests = true;
    setTimeout(() => {
      rests = false;
    }, rest).unref();
    rest = Math.min(2 * rest, LONGEST_REST);
    if (!closed) onLost(reason);
    for (const [number, answer] of waiting) answer({ type: 'answer', number, answer: null });
    waiting.clear();
  };

  const start = (): Worker => {
    const started = new Worker(new URL('./thread.js', import.meta.url), { name: 'index', workerData: { limit } });
    let reason = 'it ended';
    started.on('error', (error: unknown) => {
      reason = error instanceof Error ? error.name : typeof error;
    });
    started.on('exit', () => lose(reason));
    started.on('message', receive);
    // The thread alone does not keep the process alive.
    started.unref();
    return started;
  };

  const post = (message: ToThread) => {
    worker ??= start();
    worker.postMessage(message, transferOf(message));
  };

  const isUsable = () => !rests && !closed;

  return {
    isUsable,
    order(order) {
      if (isUsable()) post(order);
    },
    ask: (question) =>
      new Promise((resolve) => {
        if (!isUsable()) return resolve(null);
        asked += 1;
        // Each question has the answer of its type.
        waiting.set(asked, ({ answer }) => resolve(answer as never));
        post({ ...question, number: asked });
      }),
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}
