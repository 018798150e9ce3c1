import { createLocalModel } from '@hippocamp/adapters/local-model/embedder';
import type { EmbedMemories } from '@hippocamp/core/modules/embedding/memory-embedder';

export { pairFeatures, type ViewedPair } from '@hippocamp/language/compare/pair-features';
export {
  type PairHead,
  pairValues,
  pairWords,
  type Relations,
  relations,
} from '@hippocamp/language/compare/pair-head';
export { viewOf } from '@hippocamp/language/compare/sentence-view';
export { mayBeSame, mayReplace, tellsOfChange } from '@hippocamp/language/compare/vetoes';
export { type Featured, formFeatures, formNames, toldText, wordFeatures } from '@hippocamp/language/heads/features';
export { type Heads, headNames, type Scores, scoresOf, weighedWords } from '@hippocamp/language/heads/heads';
export { readHeads } from '@hippocamp/language/heads/read-heads';
export { createDefaultEmbedder as comparerOfWords } from './embedder.js';
export { languageByRules } from './text/text-ports.js';

/** The model that statements are judged with, by itself, for training and measuring. */
export async function openReadingModel(): Promise<{
  embed(texts: readonly string[]): ReturnType<EmbedMemories>;
  close(): Promise<void>;
}> {
  const model = await createLocalModel({ threads: 2 });
  return { embed: (texts) => model.embed(texts, 'memory'), close: model.close };
}
