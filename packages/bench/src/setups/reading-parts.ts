import { createTokenizer } from '@hippocamp/adapters/gpt-tokenizer/tokenizer';
import { createChat, type ModelSettings } from '@hippocamp/adapters/llm/chat';
import { createReadingModel } from '@hippocamp/adapters/llm/reading-model';
import { createLocalModel } from '@hippocamp/adapters/local-model/embedder';
import type { EmbedMemories } from '@hippocamp/core/modules/indexing/memory-vectors';
import { createLlmExtractor } from '@hippocamp/core/modules/ingest/llm-extraction/llm-extractor';
import type { CallBudget } from '@hippocamp/core/modules/model/call-budget';
import { createLocalExtractor } from '@hippocamp/core/modules/reading/local-extractor';
import { createOddsClaimReader } from '@hippocamp/core/modules/validate/odds-claim-reader';
import type { ClaimReader } from '@hippocamp/core/ports/claim-reader';
import type { Extracted } from '@hippocamp/core/ports/extractor';
import type { Judge } from '@hippocamp/core/ports/judge';
import type { PairReader } from '@hippocamp/core/ports/pair-reader';
import type { ReadingModel as LanguageModel } from '@hippocamp/core/ports/reading-model';

export { readAnswer } from '@hippocamp/adapters/llm/answer';
export { comparePairs } from '@hippocamp/core/modules/ingest/pairs';
export { judgedPieces, verdictsOf } from '@hippocamp/core/modules/reading/local-extractor';
export type { ClaimReader } from '@hippocamp/core/ports/claim-reader';
export type { PairReader } from '@hippocamp/core/ports/pair-reader';

import { sizeOf } from '@hippocamp/runtime/reading';
import { readSettings } from '@hippocamp/runtime/settings';
import { createClaimOdds, createJudge, createPairReader } from '@hippocamp/runtime/shared-model';
import { languageByRules } from '@hippocamp/runtime/text/text-ports';
import type { SourceText } from '@hippocamp/shared/language/statement';
import type { TenantId } from '@hippocamp/shared/schemas/common';

export type Reader = (text: SourceText) => Promise<Extracted>;

/** The shipped models without a service, for training and measuring. */
export interface ReadingModel {
  local: Reader;
  readBy(llm: LanguageModel): Reader;
  /** The model at `LLM_URL`; null where that is not set. */
  languageModel: LanguageModel | null;
  /** The calls and tokens of `languageModel` so far. */
  spent: { calls: number; tokens: number };
  llm: Reader | null;
  embed(texts: readonly string[]): ReturnType<EmbedMemories>;
  judge: Judge;
  pairReader: PairReader;
  claimReader: ClaimReader;
  close(): Promise<void>;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Tokens of a part where no language model is set. */
const PART = 1500;

const withoutBudget: CallBudget = {
  limits: { calls: Number.POSITIVE_INFINITY, tokens: null },
  spend: (tenant, ask) => ask({ tenant, spent: () => undefined }),
  used: async () => ({ calls: 0, tokens: 0 }),
};

function openLlm(spent: ReadingModel['spent']): LanguageModel | null {
  const { llm } = readSettings();
  const model = llm?.models.read;
  const onCall: ModelSettings['onCall'] = (_outcome, { tokens }) => {
    spent.calls += 1;
    spent.tokens += tokens.prompt + tokens.completion;
  };
  return llm && model ? createReadingModel(createChat({ ...llm.server, model, log: silent, onCall })) : null;
}

const tenant = 'bench' as TenantId;

export async function openReadingModel(): Promise<ReadingModel> {
  const model = await createLocalModel({ threads: 2 });
  const open = async () => model;
  const pairReader = createPairReader({ open }, silent);
  const claimReader = createOddsClaimReader({ language: languageByRules, model: createClaimOdds({ open }, silent) });
  const judge = createJudge({ open }, silent);
  const local = { language: languageByRules, judge, keepsAssistant: true };
  const tokenizer = createTokenizer('o200k_base');
  const readHere: Reader = (text) => createLocalExtractor(local).extract(tenant, text, async () => []);
  const readBy = (llm: LanguageModel): Reader => {
    const { llm: settings } = readSettings();
    const size = settings ? sizeOf(settings, tokenizer) : { tokens: PART, count: tokenizer.count };
    const asked = { reads: claimReader, model: llm, budget: withoutBudget, size, log: silent };
    const reader = createLlmExtractor({ ...local, ...asked });
    return async (text) => {
      const [own, added] = [await readHere(text), await reader.extract(tenant, text, async () => [])];
      return { ...added, extractions: [...own.extractions, ...added.extractions] };
    };
  };
  const spent = { calls: 0, tokens: 0 };
  const llm = openLlm(spent);
  return {
    local: readHere,
    readBy,
    languageModel: llm,
    spent,
    llm: llm && readBy(llm),
    embed: (texts) => model.embed(texts, 'memory'),
    judge,
    pairReader,
    claimReader,
    close: model.close,
  };
}
