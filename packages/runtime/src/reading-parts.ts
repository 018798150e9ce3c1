import { createLocalModel } from '@hippocamp/adapters/local-model/embedder';
import type { EmbedMemories } from '@hippocamp/core/modules/embedding/memory-embedder';
import type { PairReader } from '@hippocamp/core/ports/pair-reader';

export { comparePairs } from '@hippocamp/core/modules/ingest/compare-pairs';
export type { PairReader } from '@hippocamp/core/ports/pair-reader';
export { replacesFrom, sameFrom } from '@hippocamp/language/compare/compare-all';
export { pairFeatures, type ViewedPair } from '@hippocamp/language/compare/pair-features';
export {
  type Bounds,
  type PairHead,
  pairValues,
  pairWords,
  relations,
} from '@hippocamp/language/compare/pair-head';
export { viewOf } from '@hippocamp/language/compare/sentence-view';
export {
  type Objection,
  objectionToReplacing,
  objectionToSame,
  tellsOfChange,
} from '@hippocamp/language/compare/vetoes';
export { type Featured, formFeatures, formNames, toldText, wordFeatures } from '@hippocamp/language/heads/features';
export { type Heads, headNames, type Scores, scoresOf, weighedWords } from '@hippocamp/language/heads/heads';
export { readHeads } from '@hippocamp/language/heads/read-heads';
export {
  type ClaimBounds,
  decideRead,
  objectionsToRead,
} from '@hippocamp/language/relate/decide-read';

import { createPairReader } from './pair-reader.js';

export { createDefaultEmbedder as comparerOfWords } from './embedder.js';
export { languageByRules } from './text/text-ports.js';

/** The models that statements and pairs are judged with, by themselves, for training and measuring. */
export interface ReadingModel {
  embed(texts: readonly string[]): ReturnType<EmbedMemories>;
  pairReader: PairReader;
  close(): Promise<void>;
}

/** Says nothing: who measures sees it. */
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export async function openReadingModel(): Promise<ReadingModel> {
  const model = await createLocalModel({ threads: 2 });
  const pairReader = createPairReader({ open: async () => model }, silent);
  return { embed: (texts) => model.embed(texts, 'memory'), pairReader, close: model.close };
}
