import { createChat } from '@hippocamp/adapters/llm/chat';
import { createClaimModel } from '@hippocamp/adapters/llm/claim-model';
import { createDistilModel } from '@hippocamp/adapters/llm/distil-model';
import { createReadingModel } from '@hippocamp/adapters/llm/reading-model';
import { createLocalExtractor, type ExtractDependencies } from '@hippocamp/core/modules/ingest/local-extractor';
import { createModelExtractor } from '@hippocamp/core/modules/ingest/model-reader/model-extractor';
import { createDistiller, type Distiller } from '@hippocamp/core/modules/lifecycle/distiller';
import { createCallBudget } from '@hippocamp/core/modules/model/call-budget';
import { createGrounding } from '@hippocamp/core/modules/model/grounding';
import { createSteering } from '@hippocamp/core/modules/model/steering';
import { createModelClaimReader } from '@hippocamp/core/modules/validate/model-claim-reader';
import { createOddsClaimReader, LEANS, SCORE } from '@hippocamp/core/modules/validate/odds-claim-reader';
import type { ClaimOddsModel } from '@hippocamp/core/ports/claim-odds';
import type { ClaimReader } from '@hippocamp/core/ports/claim-reader';
import type { Clock } from '@hippocamp/core/ports/clock';
import type { Extractor } from '@hippocamp/core/ports/extractor';
import type { Language } from '@hippocamp/core/ports/language';
import type { Log } from '@hippocamp/core/ports/log';
import type { PairReader } from '@hippocamp/core/ports/pair-reader';
import type { Records } from '@hippocamp/core/ports/records';
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
  /** Read claims, one after the other; none where no model is to run. */
  claimReaders: readonly ClaimReader[];
  /** Says what memories tell together; null where their own sentences do. */
  distiller: Distiller | null;
  /** Names who reads, as what was read says it. */
  readBy: string;
  /** Who reads; for people. */
  told: string;
  /** Where texts go for it; undefined where they stay here. Names no address. */
  leaves: string | undefined;
}

const leaving = ({ server: { model } }: LlmSettings) =>
  `Texts of ingests and memories near them, claims and memories beside them, and memories that are distilled together, are sent to the language model ${model} at LLM_URL to be read, without the secrets that are recognised.`;

type Asked = Omit<ReadingDependencies, 'settings' | 'model'> &
  Omit<ExtractDependencies, 'language'> & { odds: ClaimOddsModel | null; reads: ClaimReader | null };

/** Who reads over a server; all of them share its budget, and leave it alone while it does not answer. */
function readersOver(llm: LlmSettings, asked: Asked) {
  const { language, judge, odds, reads, keepsAssistant, metrics, records, clock, log } = asked;
  const { server, callsPerDay } = llm;
  const chat = createChat({ ...server, log, onCall: metrics.llmCall });
  const reading = createReadingModel(chat);
  const budget = createCallBudget(callsPerDay, { records, clock });
  const steers = createSteering({ language, judge });
  const common = { language, budget, steers, log };
  const leans = odds && createOddsClaimReader({ language, model: odds, sure: LEANS });
  const grounded = createGrounding({ language, reads: leans, sure: SCORE });
  return {
    versions: reading.versions,
    extractor: createModelExtractor({ ...common, judge, reads, keepsAssistant, model: reading }),
    claimReader: createModelClaimReader({ ...common, leans, grounded, model: createClaimModel(chat) }),
    distiller: createDistiller({ ...common, grounded, model: createDistilModel(chat) }),
  };
}

export function createReading({ settings, model, language, ...asked }: ReadingDependencies): Reading {
  const { reader, llm, keepsAssistant } = settings;
  const judge = reader === 'model' ? createJudge(model, asked.log) : null;
  const pairReader = reader === 'model' ? createPairReader(model, asked.log) : null;
  const odds = reader === 'model' ? createClaimOdds(model, asked.log) : null;
  const reads = odds && createOddsClaimReader({ language, model: odds });
  const claimReaders = reads ? [reads] : [];
  const common = { language, judge, keepsAssistant };
  const local = judge?.id ?? language.versions.extractor;
  if (!llm) {
    const extractor = createLocalExtractor(common);
    return { pairReader, extractor, claimReaders, distiller: null, readBy: local, told: local, leaves: undefined };
  }
  const { versions, claimReader, ...readers } = readersOver(llm, {
    ...common,
    ...asked,
    odds,
    reads,
  });
  const told = `${versions.extractor} ${versions.prompt}, else ${local}`;
  const { extractor: readBy } = versions;
  return { pairReader, ...readers, claimReaders: [...claimReaders, claimReader], readBy, told, leaves: leaving(llm) };
}
