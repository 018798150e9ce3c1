import { type ModelCall, ModelFailure } from '@hippocamp/core/ports/model-failure';
import { askPatiently, createAsking, type ServerSettings } from './asking.js';
import { createRests, createServerBreaker, type Resting, type ServerBreaker } from './breaker.js';
import { contentOf, type Tokens } from './completion.js';
import { StatusRefused } from './failures.js';
import type { Asked } from './form.js';

/** `resting` means that the call was not made, because several before it failed. */
export type CallOutcome = 'answered' | 'refused' | 'unavailable' | 'resting';

export interface CallFigures {
  tokens: Tokens;
  /** ms, repeats included. */
  time: number;
}

export interface ModelSettings extends ServerSettings {
  /** ms for one attempt; a call with its repeats ends within twice that. */
  timeoutMs: number;
  onCall?: (outcome: CallOutcome, call: CallFigures) => void;
}

export interface Question<Answer> extends Asked {
  /** Throws `ModelFailure`. */
  read(text: string): Answer;
}

/** The outcome of the last call; `since` is when calls began to end so. */
export interface ChatState {
  outcome: Exclude<CallOutcome, 'resting'>;
  reason: string | null;
  since: Date;
  /** True while calls for one tenant or all are not made. */
  rests: boolean;
}

export interface Chat {
  readonly model: string;
  /** Rejects with `ModelFailure` only, within twice `timeoutMs`. */
  ask<Answer>(question: Question<Answer>, call?: ModelCall): Promise<Answer>;
  state(): ChatState | null;
}

const restingFor: Record<Resting, string> = {
  server: 'too many calls failed, or it wants to be left alone',
  calls: 'too many calls in a row for one tenant failed, and it waits',
  answer: 'too many answers in a row for one tenant cannot be used, and it waits',
  request:
    'it refuses too many calls in a row, for what texts say or for what LLM_URL, LLM_MODEL, LLM_API_KEY or LLM_HEADERS say',
  settings: 'the server refuses what LLM_URL, LLM_MODEL, LLM_API_KEY or LLM_HEADERS say',
};

/** Any other error counts as a refused answer. */
function readWith<Answer>({ read }: Question<Answer>, completion: unknown): Answer {
  try {
    return read(contentOf(completion));
  } catch (error) {
    if (error instanceof ModelFailure || error instanceof StatusRefused) throw error;
    throw new ModelFailure(
      `the answer cannot be read: ${error instanceof Error ? error.name : typeof error}`,
      'refused',
    );
  }
}

/** Keeps the last outcome and logs each rest once. */
function createNotes({ model, log, onCall = () => undefined }: ModelSettings) {
  let last: Omit<ChatState, 'rests'> | null = null;
  let logged: string | null = null;
  return {
    last: () => last,
    call(outcome: ChatState['outcome'], failure: ModelFailure | null, call: CallFigures) {
      onCall(outcome, call);
      const reason = failure?.message ?? null;
      if (last?.outcome !== outcome) last = { outcome, reason, since: new Date() };
      last = { ...last, reason };
      if (outcome === 'answered') logged = null;
    },
    rests(resting: Resting | null) {
      if (resting === null || resting === logged) return;
      logged = resting;
      log.warn({ model, reason: last?.reason }, `the language model is not asked for a while: ${restingFor[resting]}`);
    },
  };
}

const NOTHING: CallFigures = { tokens: { prompt: 0, completion: 0 }, time: 0 };

const NOBODYS: ModelCall = { tenant: '', spent: () => undefined };

export function createChat(settings: ModelSettings, server: ServerBreaker = createServerBreaker()): Chat {
  const { model, timeoutMs, onCall } = settings;
  const asking = createAsking(settings);
  const rests = createRests(server);
  const notes = createNotes(settings);

  const askNow = async <Answer>(question: Question<Answer>, { tenant, spent }: ModelCall): Promise<Answer> => {
    const startedAt = Date.now();
    let tokens = NOTHING.tokens;
    const once = async (signal: AbortSignal) => {
      const asked = await asking.ask(question, signal);
      tokens = asked.tokens;
      return readWith(question, asked.completion);
    };
    const asked = await askPatiently(once, timeoutMs, (attempt) => rests.restFor(tenant, attempt));
    const failure = 'failure' in asked ? asked.failure : null;
    spent(tokens.prompt + tokens.completion);
    notes.call(failure?.kind ?? 'answered', failure, { tokens, time: Date.now() - startedAt });
    if ('answer' in asked) {
      rests.went(tenant, null);
      return asked.answer;
    }
    if (asked.atFault === 'answer') asking.wordSchema();
    notes.rests(rests.went(tenant, asked.atFault));
    throw asked.failure;
  };

  return {
    model,
    async ask(question, call = NOBODYS) {
      if (rests.mayAsk(call.tenant)) return askNow(question, call);
      onCall?.('resting', NOTHING);
      throw new ModelFailure('not asked: calls before failed', 'unavailable', false);
    },
    state() {
      const last = notes.last();
      return last && { ...last, rests: rests.areOn() };
    },
  };
}
