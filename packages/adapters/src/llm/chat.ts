import type { Log } from '@hippocamp/core/ports/log';
import { ModelFailure } from '@hippocamp/core/ports/model-failure';
import { OpenAI } from 'openai';
import { askPatiently } from './asking.js';
import { boundedFetch } from './bounded-fetch.js';
import { createBreaker } from './breaker.js';

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
  temperature: number;
  /** Tokens that one answer may have. */
  maxTokens: number;
  log: Log;
  onCall?: (outcome: CallOutcome, tokens: { prompt: number; completion: number }) => void;
}

/** What a model is asked. */
export interface Question<Answer> {
  /** Always the same and sent first, so that servers may keep what they made of it. */
  instructions: string;
  /** Sent as JSON in one message, since many templates refuse two of one role in a row; what several questions share comes first. */
  data: Record<string, unknown>;
  /** Of the answer, by name. */
  schema: { name: string; schema: Record<string, unknown> };
  /** Throws `ModelFailure` where what was answered is none. */
  read(text: string): Answer;
}

/** One server: where it does not answer one kind of question, it is asked none. */
export interface Chat {
  readonly model: string;
  /** Rejects with `ModelFailure`, within a time of its own. */
  ask<Answer>(question: Question<Answer>): Promise<Answer>;
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

const requestOf = <Answer>(
  { model, temperature, maxTokens }: ModelSettings,
  { instructions, data, schema }: Question<Answer>,
) => ({
  model,
  messages: [
    { role: 'system' as const, content: instructions },
    { role: 'user' as const, content: JSON.stringify(data) },
  ],
  temperature,
  max_tokens: maxTokens,
  response_format: { type: 'json_schema' as const, json_schema: { strict: true, ...schema } },
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
export function createChat(settings: ModelSettings): Chat {
  const { model, timeoutMs, log, onCall = () => undefined } = settings;
  const client = clientOf(settings);
  const breaker = createBreaker();
  const noTokens = tokensOf(undefined);

  const answerTo = async <Answer>(question: Question<Answer>) => {
    const request = requestOf(settings, question);
    const answer = await askPatiently(async (signal) => {
      const completion = await client.chat.completions.create(request, { signal });
      return { read: question.read(contentOf(completion)), tokens: tokensOf(completion.usage) };
    }, timeoutMs);
    onCall('answered', answer.tokens);
    return answer.read;
  };

  return {
    model,
    async ask(question) {
      if (!breaker.mayAsk()) {
        onCall('resting', noTokens);
        throw new ModelFailure('not asked: several calls before failed', 'unavailable');
      }
      try {
        const read = await answerTo(question);
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
