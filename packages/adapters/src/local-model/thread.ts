import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Tensor } from 'onnxruntime-node';
import { judgeFiles, shippedJudge } from './files.js';
import { type JudgeRun, rowsOf, runsOf } from './judge-runs.js';
import type { JudgeWindow } from './judge-windows.js';
import { crossEncoder, loadModel, modelForLater, openModel } from './load-model.js';
import { decodePieceTable } from './piece-table.js';
import { createPieces } from './pieces.js';
import type { FromThread, ThreadGiven, ToThread } from './thread-messages.js';

export type JudgeText = (window: JudgeWindow) => Promise<Float32Array>;

/** multilingual-e5-small (Wang et al. 2024): its first layers in 4 bits, with heads trained for judging. */
export async function loadJudge(): Promise<JudgeText> {
  const cut = createPieces(decodePieceTable(await readFile(join(shippedJudge, judgeFiles.pieces))));
  const { run, tensor } = await openModel(join(shippedJudge, judgeFiles.model));
  const read = async ({ ids, first, after }: JudgeRun): Promise<Float32Array> => {
    const { said }: Record<string, Tensor> = await run({
      input_ids: tensor(ids, [ids.length]),
      first: tensor(first, [first.length]),
      after: tensor(after, [after.length]),
    });
    if (!(said?.data instanceof Float32Array)) throw new Error('the judge says nothing');
    return said.data;
  };
  return async (window) => {
    const runs = runsOf(window, cut);
    const said: Float32Array[] = [];
    for (const each of runs) said.push(await read(each));
    return rowsOf(runs, said);
  };
}

const post = (message: FromThread) => parentPort?.postMessage(message);

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

let loadedJudge: Promise<JudgeText> | undefined;

/** Loaded at the first use, since many services only find. */
const judge: JudgeText = async (window) => {
  loadedJudge ??= loadJudge();
  return (await loadedJudge)(window);
};

try {
  const { folder, finds } = workerData as ThreadGiven;
  const embed = await (finds ? loadModel : modelForLater)(folder);
  const readTogether = crossEncoder(folder);
  const answerTo = (asked: ToThread): Promise<Float32Array | null> => {
    if ('window' in asked) return judge(asked.window);
    return 'as' in asked ? readTogether(asked) : embed(asked.text, asked.role);
  };
  parentPort?.on('message', (asked: ToThread) => {
    answerTo(asked).then(
      (values) => post({ type: 'answer', values }),
      // The text of an error may hold what was read.
      (error: unknown) => post({ type: 'failed', reason: error instanceof Error ? error.name : typeof error }),
    );
  });
  post({ type: 'ready' });
} catch (error) {
  post({ type: 'unavailable', reason: reasonOf(error) });
}
