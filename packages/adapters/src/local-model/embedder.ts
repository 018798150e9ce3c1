import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClaimOdds } from '@hippocamp/core/ports/claim-reader';
import type { Embedder } from '@hippocamp/core/ports/embedder';
import type { PairReader } from '@hippocamp/core/ports/pair-reader';
import type { Relations } from '@hippocamp/shared/language/comparison';
import type { JudgedPiece, Verdict } from '@hippocamp/shared/language/verdict';
import { cosine } from '@hippocamp/shared/scoring/vectors';
import { modelFiles, shippedModel } from './files.js';
import { judgeWindows } from './judge-windows.js';
import { createModelThreads, type ModelThreads } from './model-threads.js';
import { createTokenizer } from './tokenizer.js';
import { calibration, DIMENSIONS, FLUENT, ID } from './traits.js';
import { verdictsIn } from './verdicts-in.js';

/** How well the model knows the language of a text, 0..1. */
type Fluency = (text: string) => number;

/** The letters of a piece: 0 for an unknown one, null for signs and numbers, which belong to no language. */
const lettersOf = (entry: string): number | null => {
  if (entry === '[UNK]') return 0;
  return entry.match(/\p{L}/gu)?.length ?? null;
};

/** Enough to know a language by. Questions are read while all others wait. */
const FLUENCY_READS = 1_000;

/** Words of a learned language stay whole or nearly; others are cut into a letter or two. */
function createFluency(vocabulary: readonly string[]): Fluency {
  const tokenize = createTokenizer(vocabulary);
  const letters = vocabulary.map(lettersOf);
  return (text) => {
    const pieces = tokenize(text.slice(0, FLUENCY_READS))
      .slice(1, -1)
      .flatMap((id) => letters[id] ?? []);
    const sum = pieces.reduce((total, piece) => total + piece, 0);
    return pieces.length === 0 ? 1 : Math.min(1, sum / pieces.length / FLUENT);
  };
}

export const loadFluency = async (folder: string): Promise<Fluency> =>
  createFluency((await readFile(join(folder, modelFiles.vocabulary), 'utf8')).split('\n'));

export interface LocalModelSettings {
  /** At least 1. Each takes a core, and about 100 MB for each of the three models in use. */
  threads: number;
  folder?: string;
  /** False where vectors come from elsewhere; the model is then loaded only if asked. Default true. */
  finds?: boolean;
}

export interface LocalModel extends Embedder {
  /** How the newer text relates to the older. Rejects where the model of pairs cannot be loaded. */
  relate(pairs: Parameters<PairReader['relate']>[1], lane?: string): Promise<(Relations | null)[]>;
  weigh(claim: string, memories: readonly string[], lane?: string): Promise<(ClaimOdds | null)[]>;
  /** Rejects where the judge cannot be loaded. */
  judge(pieces: readonly JudgedPiece[], lane?: string): Promise<Verdict[]>;
  close(): Promise<void>;
}

const relationsIn = (probabilities: Float32Array | null): Relations | null => {
  const [same, conflict, different] = probabilities ?? [];
  if (same === undefined || conflict === undefined || different === undefined) return null;
  return { same, conflict, different };
};

const oddsIn = (probabilities: Float32Array | null): ClaimOdds | null => {
  const [supported, refuted] = probabilities ?? [];
  return supported === undefined || refuted === undefined ? null : { supported, refuted };
};

const embedderOver = (threads: ModelThreads, fluency: Fluency): LocalModel => ({
  id: ID,
  dimensions: DIMENSIONS,
  calibration,
  behind: true,
  fluency,
  embed: (texts, role, lane = '') => Promise.all(texts.map((text) => threads.ask({ text, role }, lane))),
  likeness: cosine,
  relate: (pairs, lane = '') =>
    Promise.all(
      pairs.map(async ([first, second]) => relationsIn(await threads.ask({ as: 'update', first, second }, lane))),
    ),
  weigh: (claim, memories, lane = '') =>
    Promise.all(memories.map(async (first) => oddsIn(await threads.ask({ as: 'claim', first, second: claim }, lane)))),
  async judge(pieces, lane = '') {
    const said = await Promise.all(judgeWindows(pieces).map((window) => threads.ask({ window }, lane)));
    return said.flatMap((values) => verdictsIn(values ?? new Float32Array()));
  },
  close: threads.close,
});

/** e5-small-v2 (Wang et al. 2022) with int8 weights, for English. Rejects with `LocalModelUnavailable`. */
export async function createLocalModel({
  threads,
  folder = shippedModel,
  finds = true,
}: LocalModelSettings): Promise<LocalModel> {
  const script = new URL('./thread.js', import.meta.url);
  const atWork = await createModelThreads({ script, given: { folder, finds }, threads });
  return embedderOver(atWork, await loadFluency(folder));
}
