import { createServerBreaker } from '@hippocamp/adapters/llm/breaker';
import { type Chat, createChat, type ModelSettings } from '@hippocamp/adapters/llm/chat';
import { createClaimModel } from '@hippocamp/adapters/llm/claim-model';
import { createDistilModel } from '@hippocamp/adapters/llm/distil-model';
import { createReadingModel } from '@hippocamp/adapters/llm/reading-model';
import { createLlmExtractor } from '@hippocamp/core/modules/ingest/llm-extraction/llm-extractor';
import type { PartSize } from '@hippocamp/core/modules/ingest/llm-extraction/parts-of-text';
import { createDistiller, type Distiller } from '@hippocamp/core/modules/lifecycle/distiller';
import { STEERS, type TenantSettings } from '@hippocamp/core/modules/limits/tenant-settings';
import { type CallBudget, createCallBudget } from '@hippocamp/core/modules/model/call-budget';
import { createGrounding } from '@hippocamp/core/modules/model/grounding';
import { createLocalExtractor, type ExtractDependencies } from '@hippocamp/core/modules/reading/local-extractor';
import { createSteering } from '@hippocamp/core/modules/reading/steering';
import { createLlmClaimReader } from '@hippocamp/core/modules/validate/llm-claim-reader';
import { createOddsClaimReader, LEANS, SCORE } from '@hippocamp/core/modules/validate/odds-claim-reader';
import { createSemaphore } from '@hippocamp/core/modules/waiting';
import type { ClaimOddsModel, ClaimReader } from '@hippocamp/core/ports/claim-reader';
import type { Clock } from '@hippocamp/core/ports/clock';
import type { Extractor, LlmExtraction } from '@hippocamp/core/ports/extractor';
import type { Judge } from '@hippocamp/core/ports/judge';
import type { Language } from '@hippocamp/core/ports/language';
import type { Log } from '@hippocamp/core/ports/log';
import type { PairReader } from '@hippocamp/core/ports/pair-reader';
import type { ReadingModel } from '@hippocamp/core/ports/reading-model';
import type { Records } from '@hippocamp/core/ports/records';
import type { Tokenizer } from '@hippocamp/core/ports/tokenizer';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { LlmPurpose, LlmSettings } from './llm-settings.js';
import type { Metrics } from './metrics.js';
import { type Settings, SettingsError } from './settings.js';
import { createClaimOdds, createJudge, createPairReader, type SharedModel } from './shared-model.js';

export interface ReadingDependencies {
  settings: Pick<Settings, 'reader' | 'llm' | 'keepsAssistant'>;
  model: SharedModel;
  language: Language;
  tokenizer: Pick<Tokenizer, 'count'>;
  metrics: Pick<Metrics, 'llmCall' | 'llmOverrun' | 'llmUnusable'>;
  tenantSettings: Pick<TenantSettings, 'of'>;
  records: Records;
  clock: Clock;
  log: Log;
}

export interface Reading {
  judge: Judge | null;
  pairReader: PairReader | null;
  extractor: Extractor;
  /** Reads after the local reader; null without a language model. */
  llmExtraction: LlmExtraction | null;
  /** Asked one after the other; empty without a model. */
  claimReaders: readonly ClaimReader[];
  /** Null where the memories' own sentences serve. */
  distiller: Distiller | null;
  /** The id of the first reader, as stored with what it read. */
  readBy: string;
  description: string;
  /** Tells which texts leave this machine; undefined where none do. */
  leaves: string | undefined;
  llm: LlmUse | null;
}

export interface LlmUse {
  budget: CallBudget;
  chats: readonly [LlmPurpose, Chat][];
}

/** Every question spends budget first, so texts of other tenants are never sent. */
const onlyOf = (maySend: (tenant: TenantId) => boolean, budget: CallBudget): CallBudget => ({
  ...budget,
  spend: async (tenant, ask) => (maySend(tenant) ? budget.spend(tenant, ask) : null),
});

const sent: Record<LlmPurpose, string> = {
  read: 'texts of ingests and memories near them',
  judge: 'claims and memories beside them',
  distil: 'memories that are distilled together',
};

const leaving = (chats: LlmUse['chats'], tenants: readonly string[] | undefined) => {
  const models = [...new Set(chats.map(([, { model }]) => model))];
  const sentences = models.map((model) => {
    const which = chats.filter(([, chat]) => chat.model === model).map(([purpose]) => sent[purpose]);
    return `${tenants ? 'Of the tenants in LLM_TENANTS, sent' : 'Sent'} to the language model ${model} at LLM_URL, unless an operator set otherwise for a tenant, without the secrets that are recognised: ${which.join('; ')}.`;
  });
  return sentences.length > 0 ? sentences.join(' ') : undefined;
};

/** For calls without a tenant. */
const OPERATOR = '' as TenantId;

/** Throws `SettingsError` where LLM_INSTRUCTIONS would steer the model off its task, by their form alone. */
export async function refuseSteering({ llm }: Pick<Settings, 'llm'>, language: Language): Promise<void> {
  if (llm?.additions === undefined) return;
  const [steers] = await createSteering({ language, judge: null })(OPERATOR, [llm.additions]);
  if (steers) throw new SettingsError(`LLM_INSTRUCTIONS ${STEERS}`);
}

const withAdditions = (chat: Chat, additionsFor: (tenant: TenantId) => string | undefined): Chat => ({
  ...chat,
  ask({ instructions, ...question }, call) {
    const additions = call && additionsFor(call.tenant as TenantId);
    const besides = additions ? `\n\nBesides: ${additions}` : '';
    return chat.ask({ ...question, instructions: instructions + besides }, call);
  },
});

type Asked = Omit<ReadingDependencies, 'settings' | 'model'> &
  Omit<ExtractDependencies, 'language'> & { odds: ClaimOddsModel | null; reads: ClaimReader | null };

/** Tokens of the instructions with additions. */
const INSTRUCTIONS = 1000;
/** Tokens. Models overlook more in longer parts. */
const MOST_OF_PART = 1500;

/** Half of the room is for the text, half for known memories. */
export const sizeOf = ({ server }: LlmSettings, { count }: Pick<Tokenizer, 'count'>): PartSize => ({
  tokens: Math.min(MOST_OF_PART, Math.floor((server.contextTokens - server.maxTokens - INSTRUCTIONS) / 2)),
  count,
});

/** All that the language model reads shares one budget and one breaker. */
function readingByLlm(llm: LlmSettings, asked: Asked) {
  const { language, judge, odds, reads, keepsAssistant, tokenizer, metrics, tenantSettings, records, clock, log } =
    asked;
  const { tenants, concurrency } = llm;
  const own = (tenant: TenantId) => tenantSettings.of(tenant).llm;
  const maySend = (tenant: TenantId) => own(tenant).reads ?? tenants?.includes(tenant) ?? true;
  const server = createServerBreaker();
  const chats = (['read', 'judge', 'distil'] as const).flatMap((purpose): [LlmPurpose, Chat][] => {
    const model = llm.models[purpose];
    const onCall: ModelSettings['onCall'] = (outcome, call) => metrics.llmCall(purpose, outcome, call);
    return model === null ? [] : [[purpose, createChat({ ...llm.server, model, log, onCall }, server)]];
  });
  const budget = createCallBudget(
    { calls: llm.callsPerDay, tokens: llm.tokensPerDay },
    { records, clock, onOverrun: metrics.llmOverrun },
  );
  const common = { language, budget: onlyOf(maySend, budget), steers: createSteering({ language, judge }), log };
  const leans = odds && createOddsClaimReader({ language, model: odds, sure: LEANS });
  const grounded = createGrounding({ language, reads: leans, sure: SCORE });
  const { read, judge: judges, distil }: Partial<Record<LlmPurpose, Chat>> = Object.fromEntries(chats);
  const reading =
    read && createReadingModel(withAdditions(read, (tenant) => own(tenant).instructions ?? llm.additions));
  const extractorOf = (model: ReadingModel) =>
    createLlmExtractor({
      ...{ ...common, judge, reads, keepsAssistant, model, size: sizeOf(llm, tokenizer) },
      ...{ semaphore: createSemaphore(concurrency), onUnusable: metrics.llmUnusable },
      time: { ofPart: llm.server.timeoutMs, clock },
    });
  return {
    llm: { budget, chats },
    versions: reading?.versions,
    llmExtraction: reading
      ? { id: reading.versions.extractor, maySend, concurrency, extractor: extractorOf(reading) }
      : null,
    claimReaders: judges ? [createLlmClaimReader({ ...common, leans, grounded, model: createClaimModel(judges) })] : [],
    distiller: distil ? createDistiller({ ...common, grounded, model: createDistilModel(distil) }) : null,
  };
}

const withoutLlm = { llm: null, versions: undefined, llmExtraction: null, claimReaders: [], distiller: null };

export function createReading({ settings, model, language, ...asked }: ReadingDependencies): Reading {
  const { reader, llm: server, keepsAssistant } = settings;
  const judge = reader === 'model' ? createJudge(model, asked.log) : null;
  const pairReader = reader === 'model' ? createPairReader(model, asked.log) : null;
  const odds = reader === 'model' ? createClaimOdds(model, asked.log) : null;
  const reads = odds && createOddsClaimReader({ language, model: odds });
  const claimReaders = reads ? [reads] : [];
  const common = { language, judge, keepsAssistant };
  const local = judge?.id ?? language.versions.extractor;
  const { llm, versions, ...byLlm } = server ? readingByLlm(server, { ...common, ...asked, odds, reads }) : withoutLlm;
  return {
    judge,
    pairReader,
    extractor: createLocalExtractor(common),
    llmExtraction: byLlm.llmExtraction,
    claimReaders: [...claimReaders, ...byLlm.claimReaders],
    distiller: byLlm.distiller,
    readBy: local,
    description: versions ? `${local}, then ${versions.extractor} ${versions.prompt}` : local,
    leaves: llm ? leaving(llm.chats, server?.tenants) : undefined,
    llm,
  };
}
