import type { Log } from '@hippocamp/core/ports/log';
import { ModelFailure, type PartToRead, type ReadingModel } from '@hippocamp/core/ports/reading-model';
import { OpenAI } from 'openai';
import { answerSchema, readAnswer } from './answer.js';
import { askPatiently } from './asking.js';
import { boundedFetch } from './bounded-fetch.js';
import { createBreaker } from './breaker.js';
import { instructions, version } from './prompts/extract.js';

/** How a call ended; `resting` is one that was not made, because several before it failed. */
export type CallOutcome = 'answered' | 'refused' | 'unavailable' | 'resting';

export interface ModelSettings {
  /** Base URL, mostly with the path `/v1`: `https://api.openai.com/v1`, `http://localhost:11434/v1`. */
  url: string;
  /** As the server names it. */
  model: string;
  apiKey?: string | undefined;
  /** ms that one attempt may take; a call with its repeats ends within twice that. */
  timeoutMs: number;
  log: Log;
  onCall?: (outcome: CallOutcome, tokens: { prompt: number; completion: number }) => void;
}

/** Nothing is taken from the environment: the settings name it all. */
const clientOf = ({ url, apiKey, timeoutMs }: ModelSettings): OpenAI =>
  new OpenAI({
    baseURL: url,
    apiKey: apiKey ?? 'none',
    ...(apiKey ? {} : { defaultHeaders: { authorization: null } }),
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    fetch: boundedFetch,
  });

/** What is the same for all comes first, what is the same for the parts of a text next. */
const messagesOf = ({ source, pieces, known }: PartToRead) => [
  { role: 'system' as const, content: instructions },
  { role: 'user' as const, content: JSON.stringify({ known }) },
  { role: 'user' as const, content: JSON.stringify({ source, pieces }) },
];

const requestOf = (model: string, part: PartToRead) => ({
  model,
  messages: messagesOf(part),
  response_format: {
    type: 'json_schema' as const,
    json_schema: { name: 'statements', strict: true, schema: answerSchema },
  },
});

/** Of what says that it is a completion; a server may send anything. */
const contentOf = (completion: Partial<OpenAI.Chat.ChatCompletion> | null): string => {
  const choice = completion?.choices?.[0];
  if (choice?.finish_reason === 'length') throw new ModelFailure('the answer was cut off', 'refused');
  const content = choice?.message?.content;
  if (typeof content !== 'string') throw new ModelFailure('the answer has no content', 'refused');
  return content;
};

const tokensOf = (usage: OpenAI.CompletionUsage | undefined) => ({
  prompt: usage?.prompt_tokens ?? 0,
  completion: usage?.completion_tokens ?? 0,
});

/** A model over a server with the chat interface of OpenAI and answers by JSON schema: OpenAI itself, Ollama, vLLM, LM Studio. */
export function createReadingModel(settings: ModelSettings): ReadingModel {
  const { model, timeoutMs, log, onCall = () => undefined } = settings;
  const client = clientOf(settings);
  const breaker = createBreaker();
  const noTokens = tokensOf(undefined);

  const ask = async (part: PartToRead) => {
    const request = requestOf(model, part);
    const answer = await askPatiently(async (signal) => {
      const completion = await client.chat.completions.create(request, { signal });
      return { read: readAnswer(contentOf(completion)), tokens: tokensOf(completion.usage) };
    }, timeoutMs);
    onCall('answered', answer.tokens);
    return answer.read;
  };

  return {
    versions: { extractor: `llm:${model}`, prompt: version },
    async read(part) {
      if (!breaker.mayAsk()) {
        onCall('resting', noTokens);
        throw new ModelFailure('not asked: several calls before failed', 'unavailable');
      }
      try {
        const read = await ask(part);
        breaker.went(true);
        return read;
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        onCall(error.kind, noTokens);
        breaker.went(error.kind === 'refused');
        if (!breaker.mayAsk())
          log.warn({ model }, 'the language model is not asked for a while: too many calls failed');
        throw error;
      }
    },
  };
}
