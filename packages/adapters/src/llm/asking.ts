import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@hippocamp/core/ports/log';
import { withoutEnd } from '@hippocamp/shared/text/cleaned';
import { postJson } from './bounded-fetch.js';
import { type Tokens, tokensOf } from './completion.js';
import { type Attempt, attemptOf, StatusRefused } from './failures.js';
import { type Asked, type Form, firstForm, otherForm, type RequestSettings, requestOf } from './form.js';

export interface ServerSettings extends RequestSettings {
  /** Base URL, mostly with the path `/v1`: `https://api.openai.com/v1`, `http://localhost:11434/v1`. */
  url: string;
  apiKey?: string | undefined;
  headers?: Record<string, string> | undefined;
  log: Log;
}

const ATTEMPTS = 3;
/** ms before the second attempt, doubled for the next. */
const FIRST_PAUSE = 250;

/** ms, between half of the pause and all of it, so that many callers do not come back at once. */
const pauseBefore = (attempt: number) => FIRST_PAUSE * 2 ** (attempt - 2) * (0.5 + Math.random() / 2);

type Outcome<Answer> = { answer: Answer } | Attempt;

/** Never rejects. No attempt begins more than `timeoutMs` after the first. `onFailure` gets each that failed. */
export async function askPatiently<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  timeoutMs: number,
  onFailure: (attempt: Attempt) => void,
): Promise<Outcome<Answer>> {
  const deadline = Date.now() + timeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { answer: await ask(AbortSignal.timeout(timeoutMs)) };
    } catch (error) {
      const found = attemptOf(error);
      onFailure(found);
      const wait = Math.max(pauseBefore(attempt + 1), found.retryAfter);
      if (!found.passing || attempt === ATTEMPTS || Date.now() + wait > deadline) return found;
      await pause(wait);
    }
  }
}

const headersOf = ({ apiKey, headers }: ServerSettings) => ({
  ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
  ...headers,
});

interface Completed {
  completion: unknown;
  tokens: Tokens;
}

/** A refusal that names what to change leads to another form; the one that works is kept. */
export function createAsking(settings: ServerSettings) {
  const { url, model, log } = settings;
  const address = `${withoutEnd(url, /\//)}/chat/completions`;
  const headers = headersOf(settings);
  let known = firstForm;
  const askIn = async (form: Form, question: Asked, signal: AbortSignal): Promise<Completed> => {
    const request = requestOf(settings, question, form);
    try {
      const completion = await postJson(address, headers, request, signal);
      if (form !== known) log.info({ model, form }, 'the language model is asked in another form from now on');
      known = form;
      return { completion, tokens: tokensOf(request.messages, completion) };
    } catch (error) {
      const isOfForm = error instanceof StatusRefused && [400, 422].includes(error.status);
      const other = isOfForm ? otherForm(form, error.responseText) : null;
      if (!other) throw error;
      return askIn(other, question, signal);
    }
  };
  return {
    ask: (question: Asked, signal: AbortSignal) => askIn(known, question, signal),
    /** The server may have ignored a schema sent apart. */
    wordSchema() {
      known = { ...known, worded: true };
    },
  };
}
