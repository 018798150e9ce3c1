import { parentPort, workerData } from 'node:worker_threads';
import type { FromThread, PackedHits, ToThread } from './messages.js';
import { buffersOf } from './packed.js';
import { createTenantSlots } from './tenant-slots.js';

export interface ThreadSettings {
  /** Bytes. */
  limit: number;
}

const post = (message: FromThread, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

const slots = createTenantSlots({
  ...(workerData as ThreadSettings),
  onDropped: (slot, tooLarge) => post({ type: 'dropped', slot, tooLarge }),
});

const isHits = (answer: object): answer is PackedHits => 'ids' in answer;

const transferOf = (answer: ReturnType<typeof slots.ask>): ArrayBuffer[] => {
  if (answer === null || answer === true) return [];
  return isHits(answer) ? buffersOf(answer) : Object.values(answer).flatMap(buffersOf);
};

parentPort?.on('message', (message: ToThread) => {
  if (!('number' in message)) return slots.take(message);
  const answer = slots.ask(message);
  post({ type: 'answer', number: message.number, answer }, transferOf(answer));
});
