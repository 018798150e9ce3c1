import { parentPort, workerData } from 'node:worker_threads';
import { createHoldings } from './holdings.js';
import type { FromThread, PackedHits, ToThread } from './messages.js';
import { buffersOf } from './packed.js';

/** What the thread of the index in memory runs. */
export interface ThreadSettings {
  /** Bytes. */
  limit: number;
}

const post = (message: FromThread, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

const holdings = createHoldings({
  ...(workerData as ThreadSettings),
  onDropped: (hold, tooLarge) => post({ type: 'dropped', hold, tooLarge }),
});

const isHits = (answer: object): answer is PackedHits => 'ids' in answer;

const transferOf = (answer: ReturnType<typeof holdings.ask>): ArrayBuffer[] => {
  if (answer === null || answer === true) return [];
  return isHits(answer) ? buffersOf(answer) : Object.values(answer).flatMap(buffersOf);
};

parentPort?.on('message', (message: ToThread) => {
  if (!('number' in message)) return holdings.take(message);
  const answer = holdings.ask(message);
  post({ type: 'answer', number: message.number, answer }, transferOf(answer));
});
