import { parentPort, workerData } from 'node:worker_threads';
import { loadModel } from './load-model.js';
import type { FromThread, ThreadGiven, ToThread } from './messages.js';

/** What a thread of the local model runs: loads the model, says so, and answers one text after the other. */

const post = (message: FromThread) => parentPort?.postMessage(message);

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

try {
  const embed = await loadModel((workerData as ThreadGiven).folder);
  parentPort?.on('message', ({ text, role }: ToThread) => {
    embed(text, role).then(
      (vector) => post({ type: 'vector', vector }),
      // The kind of error and no more: its text may hold what was read.
      (error: unknown) => post({ type: 'failed', reason: error instanceof Error ? error.name : typeof error }),
    );
  });
  post({ type: 'ready' });
} catch (error) {
  post({ type: 'unavailable', reason: reasonOf(error) });
}
