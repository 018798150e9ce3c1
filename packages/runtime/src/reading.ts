import { createChat } from '@hippocamp/adapters/llm/chat';
import { createClaimModel } from '@hippocamp/adapters/llm/claim-model';
import { createDistilModel } from '@hippocamp/adapters/llm/distil-model';
import { createReadingModel } from '@hippocamp/adapters/llm/reading-model';
import { createLocalExtractor, type ExtractDependencies } from '@hippocamp/core/modules/ingest/local-extractor';
import { createModelExtractor } from '@hippocamp/core/modules/ingest/model-reader/model-extractor';
import { createDistiller, type Distiller } from '@hippocamp/core/modules/lifecycle/distiller';
import { type CallBudget, createCallBudget } from '@hippocamp/core/modules/model/call-budget';
import { createSteering } from '@hippocamp/core/modules/model/steering';
import { createTurns } from '@hippocamp/core/modules/turns';
import { createModelClaimReader } from '@hippocamp/core/modules/validate/model-claim-reader';
import { createOddsClaimReader } from '@hippocamp/core/modules/validate/odds-claim-reader';
import type { ClaimReader } from '@hippocamp/core/ports/claim-reader';
import type { Clock } from '@hippocamp/core/ports/clock';
import type { Extractor, ModelReader } from '@hippocamp/core/ports/extractor';
import type { Language } from '@hippocamp/core/ports/language';
import type { Log } from '@hippocamp/core/ports/log';
import type { PairReader } from '@hippocamp/core/ports/pair-reader';
import type { Records } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Metrics } from './metrics.js';
import { createClaimOdds, createJudge, createPairReader } from './model-readers.js';
import type { LlmSettings, Settings } from './settings.js';
import type { SharedModel } from './shared-model.js';

export interface ReadingDependencies {
  settings: Pick<Settings, 'reader' | 'llm' | 'keepsAssistant'>;
  model: SharedModel;
  language: Language;
  metrics: Pick<Metrics, 'llmCall'>;
  records: Records;
  clock: Clock;
  log: Log;
}

/** Who says what texts tell that is worth keeping. */
export interface Reading {
  /** Reads two texts together; null where no model is to run. */
  pairReader: PairReader | null;
  extractor: Extractor;
  /** Reads behind it; null where no language model is asked. */
  modelReader: ModelReader | null;
  /** Read claims, one after the other; none where no model is to run. */
  claimReaders: readonly ClaimReader[];
  /** Says what memories tell together; null where their own sentences do. */
  distiller: Distiller | null;
  /** Names who reads first, as what was read says it. */
  readBy: string;
  /** Who reads; for people. */
  told: string;
  /** Where texts go for it; undefined where they stay here. Names no address. */
  leaves: string | undefined;
}

const leaving = ({ model, tenants }: LlmSettings) =>
  `${tenants ? 'Of the tenants in LLM_TENANTS, texts' : 'Texts'} of ingests and memories near them, claims and memories beside them, and memories that are distilled together, are sent to the language model ${model} at LLM_URL to be read, without the secrets that are recognised.`;

/** Every question takes of the budget first, so nothing of other tenants leaves. */
const onlyOf = (maySend: (tenant: TenantId) => boolean, budget: CallBudget): CallBudget => ({
  take: async (tenant) => maySend(tenant) && (await budget.take(tenant)),
});

type Asked = Omit<ReadingDependencies, 'settings' | 'model'> & Omit<ExtractDependencies, 'language'>;

/** Who reads over a server; all of them share its budget, and leave it alone while it does not answer. */
function readersOver(llm: LlmSettings, asked: Asked) {
  const { language, judge, keepsAssistant, metrics, records, clock, log } = asked;
  const { url, model, apiKey, timeout: timeoutMs, callsPerDay, tenants, concurrency } = llm;
  const maySend = (tenant: TenantId) => tenants?.includes(tenant) ?? true;
  const chat = createChat({ url, model, apiKey, timeoutMs, log, onCall: metrics.llmCall });
  const reading = createReadingModel(chat);
  const budget = onlyOf(maySend, createCallBudget(callsPerDay, { records, clock }));
  const steers = createSteering({ language, judge });
  const common = { language, budget, steers, log };
  return {
    versions: reading.versions,
    modelReader: {
      ...{ id: reading.versions.extractor, maySend, concurrency },
      extractor: createModelExtractor({
        ...common,
        judge,
        keepsAssistant,
        model: reading,
        turns: createTurns(concurrency),
      }),
    },
    claimReader: createModelClaimReader({ ...common, model: createClaimModel(chat) }),
    distiller: createDistiller({ ...common, model: createDistilModel(chat) }),
  };
}

export function createReading({ settings, model, language, ...asked }: ReadingDependencies): Reading {
  const { reader, llm, keepsAssistant } = settings;
  const judge = reader === 'model' ? createJudge(model, asked.log) : null;
  const pairReader = reader === 'model' ? createPairReader(model, asked.log) : null;
  const odds = reader === 'model' ? [createClaimOdds(model, asked.log)] : [];
  const claimReaders = odds.map((each) => createOddsClaimReader({ language, model: each }));
  const common = { language, judge, keepsAssistant };
  const local = judge?.id ?? language.versions.extractor;
  const first = { pairReader, extractor: createLocalExtractor(common), readBy: local };
  if (!llm) return { ...first, modelReader: null, claimReaders, distiller: null, told: local, leaves: undefined };
  const { versions, claimReader, ...readers } = readersOver(llm, { ...common, ...asked });
  const told = `${local}, then ${versions.extractor} ${versions.prompt}`;
  return { ...first, ...readers, claimReaders: [...claimReaders, claimReader], told, leaves: leaving(llm) };
}
