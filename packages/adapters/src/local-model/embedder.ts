import type { Embedder } from '@hippocamp/core/ports/embedder';
import type { RelatedAs } from '@hippocamp/core/ports/pair-reader';
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
  /**
   * For each two texts the probabilities of what the second is to the first: of an `update` same, conflict, different; of a
   * `claim` supported, refuted, unknown. Rejects where the model of pairs cannot be loaded.
   */
  relate(of: RelatedAs, pairs: readonly (readonly [string, string])[], lane?: string): Promise<Float32Array[]>;
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

const embedderOver = (threads: ModelThreads, fluency: Fluency): LocalModel => ({
  id: ID,
  dimensions: DIMENSIONS,
  calibration,
  behind: true,
  fluency,
  embed: (texts, role, lane = '') => Promise.all(texts.map((text) => threads.ask({ text, role }, lane))),
  likeness: cosine,
  relate: (of, pairs, lane = '') =>
    Promise.all(
      pairs.map(async ([first, second]) => (await threads.ask({ of, first, second }, lane)) ?? new Float32Array()),
    ),
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
