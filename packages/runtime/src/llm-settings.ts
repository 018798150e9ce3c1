import type { ModelSettings } from '@hippocamp/adapters/llm/chat';
import { tenantPattern } from '@hippocamp/shared/schemas/common';
import { INSTRUCTIONS_LENGTH } from '@hippocamp/shared/schemas/keys';
import { z } from 'zod';
import { key, list, SettingsError, seconds, url, whole } from './setting-kinds.js';

export type LlmPurpose = 'read' | 'judge' | 'distil';

export interface LlmSettings {
  server: Omit<ModelSettings, 'model' | 'log' | 'onCall'>;
  /** Null where no model serves the purpose. */
  models: Record<LlmPurpose, string | null>;
  additions: string | undefined;
  callsPerDay: number;
  /** Null for no limit. */
  tokensPerDay: number | null;
  /** Tenants whose texts may be sent; undefined for all. */
  tenants: readonly string[] | undefined;
  concurrency: number;
}

/** `true` for `LLM_MODEL`, `false` for none, or the name of another model. */
const purpose = z.string().min(1).max(200).default('true');

const headerNames = /^[\w!#$%&'*+.^|~-]{1,100}$/;
const headerValues = /^[\x20-\x7e]{1,4000}$/;
const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const headers = z
  .string()
  .transform(asJson)
  .pipe(
    z.record(z.string().regex(headerNames), z.string().regex(headerValues), 'must be JSON such as {"api-key": "…"}'),
  )
  .optional();

export const llmSection = {
  LLM_URL: url(/^https?$/, 'http').describe(
    'Base URL of a server with the chat interface of OpenAI, such as http://localhost:11434/v1 of Ollama: it says what of an ingested text is worth keeping, reads claims where the model that ships is not sure, and distils; where it does not answer, the local reader and the sources’ own sentences do. Texts of tenants go there: what is ingested, claims, and memories',
  ),
  LLM_MODEL: z.string().min(1).max(200).optional().describe('The model, as that server names it'),
  LLM_API_KEY: key().describe('Key that the server asks for'),
  LLM_HEADERS: headers.describe('Headers that are sent besides, as JSON: {"api-key": "…", "x-project": "memory"}'),
  LLM_READS: purpose.describe(
    'Whether texts of ingests are read by it; the name of another model on that server for that one',
  ),
  LLM_JUDGES: purpose.describe('The same for claims that the model that ships leaves open'),
  LLM_DISTILS: purpose.describe('The same for memories that are distilled together'),
  LLM_INSTRUCTIONS: z
    .string()
    .max(INSTRUCTIONS_LENGTH)
    .optional()
    .describe(
      'What it is told besides when it reads texts: what to keep, what not, in which language. What tries to steer it away from its task stops the start',
    ),
  LLM_TIMEOUT_SECONDS: seconds(30_000).describe(
    'A request to it that takes longer is given up; with its repeats a call takes twice that at most',
  ),
  LLM_TENANTS: list((name) => tenantPattern.test(name), 'acme,globex').describe(
    'Tenants whose texts go there, with a comma between them; all unless set, and unless an operator set otherwise for one. A request keeps its text here with `reader: "local"`',
  ),
  LLM_CONCURRENCY: whole(2).describe(
    'Texts, and parts of texts, that one process has it read at once, besides INGEST_CONCURRENCY',
  ),
  LLM_TEMPERATURE: z.coerce
    .number()
    .min(0)
    .max(2)
    .default(0)
    .describe('How freely the model words its answers; with 0, equal questions get equal answers where the server can'),
  LLM_CONTEXT_TOKENS: whole(8192, 4096).describe(
    'Tokens that the model takes in one call, its answer among them; texts are sent in parts that fit (counted in TOKENIZER), of 1,500 tokens at most',
  ),
  LLM_MAX_TOKENS: whole(4096, 256).describe(
    'Tokens that one answer may have, what a model thinks before it among them, and half of LLM_CONTEXT_TOKENS at most; an answer that is cut off is not used',
  ),
  LLM_REASONING: z
    .enum(['none', 'minimal', 'low', 'medium', 'high'])
    .optional()
    .describe(
      'How much a model that thinks first is to think (reasoning_effort); none turns it off. Not set: as the server does',
    ),
  LLM_CALLS_PER_DAY: whole(1000, 0).describe(
    'Calls that a tenant has on one day (UTC), of all processes together, one for each part of a text (1,500 tokens), each part of a claim that the model that ships leaves open, and each group that is distilled; beyond them it is not asked',
  ),
  LLM_TOKENS_PER_DAY: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe(
      'Tokens that a tenant has on one day, sent and answered; the call that uses up the last still ends. Not set: as many as its calls take',
    ),
};

/** Throws `SettingsError` where they contradict each other. */
export const llmOf = (raw: z.infer<z.ZodObject<typeof llmSection>>): LlmSettings | undefined => {
  const { LLM_URL: server, LLM_MODEL: model, LLM_API_KEY: apiKey } = raw;
  if (!server && !model && !apiKey) return undefined;
  if (!server || !model)
    throw new SettingsError(
      `A language model needs ${server ? 'LLM_MODEL' : 'LLM_URL'}. Set both: the base URL of a server, such as http://localhost:11434/v1 of Ollama, and the name of a model there; or neither, and texts are read here alone.`,
    );
  const { username, password, search } = new URL(server);
  if (username || password || search)
    throw new SettingsError('LLM_URL holds a name, a password or a query: leave it out, a key goes into LLM_API_KEY.');
  const modelFor = (given: string) => (given === 'false' ? null : given === 'true' ? model : given);
  return {
    server: {
      url: server,
      apiKey,
      headers: raw.LLM_HEADERS,
      timeoutMs: raw.LLM_TIMEOUT_SECONDS,
      temperature: raw.LLM_TEMPERATURE,
      contextTokens: raw.LLM_CONTEXT_TOKENS,
      // The other half is for the question.
      maxTokens: Math.min(raw.LLM_MAX_TOKENS, Math.floor(raw.LLM_CONTEXT_TOKENS / 2)),
      reasoning: raw.LLM_REASONING,
    },
    models: { read: modelFor(raw.LLM_READS), judge: modelFor(raw.LLM_JUDGES), distil: modelFor(raw.LLM_DISTILS) },
    additions: raw.LLM_INSTRUCTIONS,
    callsPerDay: raw.LLM_CALLS_PER_DAY,
    tokensPerDay: raw.LLM_TOKENS_PER_DAY ?? null,
    tenants: raw.LLM_TENANTS,
    concurrency: raw.LLM_CONCURRENCY,
  };
};
