import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddingsFailure } from './failures.js';
import { failureOf, textOf, vectorsIn } from './reading.js';

export interface ConnectionOptions {
  address: URL;
  headers: Record<string, string>;
  model: string;
  dimensions?: number | undefined;
  /** ms for one attempt; no attempt begins later than that after the first. */
  timeoutMs: number;
}

/** One vector for each text, all of one length. Rejects with `EmbeddingsFailure`. */
export type Ask = (texts: readonly string[]) => Promise<number[][]>;

const ATTEMPTS = 3;
/** ms before the second attempt, doubled for each further one. */
const FIRST_PAUSE = 200;

/** ms, between half of the pause and all of it, so that many callers do not come back at once. */
const pauseBefore = (attempt: number) => FIRST_PAUSE * 2 ** (attempt - 2) * (0.5 + Math.random() / 2);

/** Keeps only name and code, because the message may hold what was sent. */
const silence = (error: unknown): EmbeddingsFailure => {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined;
  const name = error instanceof Error ? error.name : typeof error;
  return new EmbeddingsFailure(typeof code === 'string' ? `${name} ${code}` : name, { kind: 'silent' });
};

/** A redirect is not followed: it would turn the request into another. */
async function askOnce({ address, headers, timeoutMs, ...given }: ConnectionOptions, texts: readonly string[]) {
  try {
    const body = JSON.stringify({ ...given, input: texts });
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal });
    if (!response.ok) throw await failureOf(response);
    return vectorsIn(await textOf(response, texts.length), texts.length);
  } catch (error) {
    throw error instanceof EmbeddingsFailure ? error : silence(error);
  }
}

const waitAfter = (failure: EmbeddingsFailure, attempt: number, deadline: number): number => {
  const wait = Math.max(pauseBefore(attempt + 1), (failure.retryAfter ?? 0) * 1000);
  const isLast = !failure.passing || attempt === ATTEMPTS || Date.now() + wait > deadline;
  if (isLast) throw failure;
  return wait;
};

export function openConnection(options: ConnectionOptions): Ask {
  return async (texts) => {
    const deadline = Date.now() + options.timeoutMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await askOnce(options, texts);
      } catch (error) {
        if (!(error instanceof EmbeddingsFailure)) throw error;
        await pause(waitAfter(error, attempt, deadline));
      }
    }
  };
}
