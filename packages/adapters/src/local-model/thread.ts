import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Tensor } from 'onnxruntime-node';
import { judgeFiles, shippedJudge } from './files.js';
import type { JudgeWindow } from './judge-windows.js';
import { crossEncoder, loadModel, modelForLater, openModel } from './load-model.js';
import { decodePieceTable } from './piece-table.js';
import { type CutIntoPieces, createPieces } from './pieces.js';
import type { FromThread, ThreadGiven, ToThread } from './thread-messages.js';

/** Ids of the marks at both ends of a window. */
const [FIRST, LAST] = [0, 2];

/** Tokens of a piece, of its lead, and of a window: as in training, and within the model's positions. */
const [LONGEST_PIECE, LONGEST_LEAD, LONGEST] = [96, 32, 350];

interface Tokens {
  ids: number[];
  first: number[];
  after: number[];
}

function tokensOf(window: JudgeWindow, cut: CutIntoPieces): Tokens {
  const tokens: Tokens = { ids: [FIRST], first: [], after: [] };
  for (const { lead, text, isJudged } of window) {
    tokens.ids.push(...cut(lead, LONGEST_LEAD));
    const begin = Math.min(tokens.ids.length, LONGEST - 1);
    tokens.ids.push(...cut(text, LONGEST_PIECE));
    if (!isJudged) continue;
    tokens.first.push(begin);
    // An empty piece takes the mark behind it.
    tokens.after.push(Math.max(begin + 1, Math.min(tokens.ids.length, LONGEST)));
  }
  return { ...tokens, ids: [...tokens.ids.slice(0, LONGEST), LAST] };
}

export type JudgeText = (window: JudgeWindow) => Promise<Float32Array>;

/** multilingual-e5-small (Wang et al. 2024): its first layers in 4 bits, with heads trained for judging. */
export async function loadJudge(): Promise<JudgeText> {
  const cut = createPieces(decodePieceTable(await readFile(join(shippedJudge, judgeFiles.pieces))));
  const { run, tensor } = await openModel(join(shippedJudge, judgeFiles.model));
  return async (window) => {
    const { ids, first, after } = tokensOf(window, cut);
    const { said }: Record<string, Tensor> = await run({
      input_ids: tensor(ids, [ids.length]),
      first: tensor(first, [first.length]),
      after: tensor(after, [after.length]),
    });
    if (!(said?.data instanceof Float32Array)) throw new Error('the judge says nothing');
    return said.data;
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
