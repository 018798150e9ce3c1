import { parentPort, workerData } from 'node:worker_threads';
import { type JudgeText, loadJudge } from './judge-model.js';
import { loadModel, modelForLater, readerModel } from './load-model.js';
import type { FromThread, ThreadGiven, ToThread } from './messages.js';

/** What a thread of the local model runs: loads the model, says so, and answers one text after the other. */

const post = (message: FromThread) => parentPort?.postMessage(message);

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

let loadedJudge: Promise<JudgeText> | undefined;

/** Loaded when it is first asked, since many services only find. */
const judge: JudgeText = async (window) => {
  loadedJudge ??= loadJudge();
  return (await loadedJudge)(window);
};

try {
  const { folder, finds } = workerData as ThreadGiven;
  const embed = await (finds ? loadModel : modelForLater)(folder);
  const readTogether = readerModel(folder);
  const answerTo = (asked: ToThread): Promise<Float32Array | null> => {
    if ('window' in asked) return judge(asked.window);
    return 'as' in asked ? readTogether(asked) : embed(asked.text, asked.role);
  };
  parentPort?.on('message', (asked: ToThread) => {
    answerTo(asked).then(
      (values) => post({ type: 'answer', values }),
      // The kind of error and no more: its text may hold what was read.
      (error: unknown) => post({ type: 'failed', reason: error instanceof Error ? error.name : typeof error }),
    );
  });
  post({ type: 'ready' });
} catch (error) {
  post({ type: 'unavailable', reason: reasonOf(error) });
}
