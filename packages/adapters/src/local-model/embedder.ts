import type { Embedder } from '@hippocamp/core/ports/embedder';
import type { PairReader } from '@hippocamp/core/ports/pair-reader';
import type { Relations } from '@hippocamp/shared/language/comparison';
import { shippedModel } from './files.js';
import { type Fluency, loadFluency } from './fluency.js';
import { createModelThreads, type ModelThreads } from './model-threads.js';
import { calibration, DIMENSIONS, ID } from './traits.js';

export interface LocalModelSettings {
  /** Threads at work, 1 and more; each takes about 100 MB and a core. */
  threads: number;
  /** Where the model lies; the one that comes with this package when left out. */
  folder?: string;
}

/** The embedder with its threads: `close` ends them. */
export interface LocalModel extends Embedder {
  /** What the newer of each two texts is to the older. Rejects where the model of pairs cannot be loaded. */
  relate(pairs: Parameters<PairReader['relate']>[1], lane?: string): Promise<(Relations | null)[]>;
  close(): Promise<void>;
}

const dotProduct = (first: Float32Array, second: Float32Array): number => {
  let sum = 0;
  for (let index = 0; index < first.length; index += 1) sum += (first[index] ?? 0) * (second[index] ?? 0);
  return sum;
};

/** Of vectors that may have been stored in fewer bits, and are not quite of unit length. */
const cosine = (first: Float32Array, second: Float32Array): number => {
  const lengths = Math.sqrt(dotProduct(first, first) * dotProduct(second, second));
  return lengths === 0 ? 0 : Math.min(1, Math.max(-1, dotProduct(first, second) / lengths));
};

const relationsIn = (probabilities: Float32Array | null): Relations | null => {
  const [same, conflict, different] = probabilities ?? [];
  if (same === undefined || conflict === undefined || different === undefined) return null;
  return { same, conflict, different };
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
    Promise.all(pairs.map(async ([older, newer]) => relationsIn(await threads.ask({ older, newer }, lane)))),
  close: threads.close,
});

/**
 * The embedder that needs no network and no server: e5-small-v2 (Wang et al. 2022) with int8 weights, in threads of this
 * process; English. Rejects with `LocalModelUnavailable` where it cannot run here.
 */
export async function createLocalModel({ threads, folder = shippedModel }: LocalModelSettings): Promise<LocalModel> {
  const script = new URL('./thread.js', import.meta.url);
  const atWork = await createModelThreads({ script, given: { folder }, threads });
  return embedderOver(atWork, await loadFluency(folder));
}
