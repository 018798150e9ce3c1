import { createTokenizer } from '@hippocamp/adapters/gpt-tokenizer/tokenizer';
import { createChat } from '@hippocamp/adapters/llm/chat';
import { createReadingModel } from '@hippocamp/adapters/llm/reading-model';
import { createLocalModel } from '@hippocamp/adapters/local-model/embedder';
import type { EmbedMemories } from '@hippocamp/core/modules/embedding/memory-vectors';
import { createModelExtractor } from '@hippocamp/core/modules/ingest/model-reader/model-extractor';
import type { CallBudget } from '@hippocamp/core/modules/model/call-budget';
import { createOddsClaimReader } from '@hippocamp/core/modules/validate/odds-claim-reader';
import type { ClaimReader } from '@hippocamp/core/ports/claim-reader';
import type { Extracted } from '@hippocamp/core/ports/extractor';
import type { Judge } from '@hippocamp/core/ports/judge';
import type { PairReader } from '@hippocamp/core/ports/pair-reader';

export { judgedPieces, verdictsOf } from '@hippocamp/core/modules/ingest/local-extractor';
export { comparePairs } from '@hippocamp/core/modules/ingest/pairs';
export type { ClaimReader } from '@hippocamp/core/ports/claim-reader';
export type { PairReader } from '@hippocamp/core/ports/pair-reader';

import type { SourceText } from '@hippocamp/shared/language/statement';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { createClaimOdds, createJudge, createPairReader } from './model-readers.js';
import { sizeOf } from './reading.js';
import { readSettings } from './settings.js';
import { languageByRules } from './text/text-ports.js';

export { createWordVectors as comparerOfWords } from '@hippocamp/adapters/word-vectors/embedder';
export { languageByRules } from './text/text-ports.js';

/** Says what a text tells, as the service with a language model does; where that one fails, the local reader's word. */
export type LlmReader = (text: SourceText) => Promise<Extracted>;

/** The models that statements and pairs are judged with, by themselves, for training and measuring. */
export interface ReadingModel {
  /** Over `LLM_URL`; null where that is not set. */
  llm: LlmReader | null;
  embed(texts: readonly string[]): ReturnType<EmbedMemories>;
  judge: Judge;
  pairReader: PairReader;
  claimReader: ClaimReader;
  close(): Promise<void>;
}

/** Says nothing: who measures sees it. */
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Who measures asks as often as it takes. */
const withoutBudget: CallBudget = {
  limits: { calls: Number.POSITIVE_INFINITY, tokens: null },
  spend: (_tenant, ask) => ask(() => undefined),
  used: async () => ({ calls: 0, tokens: 0 }),
};

function openLlm(): LlmReader | null {
  const { llm } = readSettings();
  const model = llm?.models.read;
  if (!llm || !model) return null;
  const extractor = createModelExtractor({
    language: languageByRules,
    judge: null,
    keepsAssistant: true,
    model: createReadingModel(createChat({ ...llm.server, model, log: silent })),
    budget: withoutBudget,
    size: sizeOf(llm, createTokenizer('o200k_base')),
    log: silent,
  });
  return (text) => extractor.extract('bench' as TenantId, text, async () => []);
}

export async function openReadingModel(): Promise<ReadingModel> {
  const model = await createLocalModel({ threads: 2 });
  const open = async () => model;
  const pairReader = createPairReader({ open }, silent);
  const claimReader = createOddsClaimReader({ language: languageByRules, model: createClaimOdds({ open }, silent) });
  return {
    llm: openLlm(),
    embed: (texts) => model.embed(texts, 'memory'),
    judge: createJudge({ open }, silent),
    pairReader,
    claimReader,
    close: model.close,
  };
}
