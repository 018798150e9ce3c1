import { ModelFailure } from '@hippocamp/core/ports/model-failure';
import { APIError } from 'openai';

/** Requests that came too late, too early, or too often. */
const mayPass = [408, 409, 425, 429];

export interface Attempt {
  failure: ModelFailure;
  /** Worth another try. */
  passing: boolean;
  /** ms, where the server said so. */
  retryAfter: number;
}

/** ms; the header holds seconds or a date (RFC 9110, 10.2.3). */
const waitOf = (header: string | null | undefined): number => {
  const seconds = Number(header ?? Number.NaN);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header ?? '') - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
};

const ofStatus = (status: number, headers: Headers | undefined): Attempt => {
  const passing = status >= 500 || mayPass.includes(status);
  // A request that is refused is one that this server does not know, or a key that is wrong: nothing of one text.
  const failure = new ModelFailure(`status ${status}`, 'unavailable');
  return { failure, passing, retryAfter: waitOf(headers?.get('retry-after')) };
};

const ofModel = (error: unknown): ModelFailure | undefined => {
  if (error instanceof ModelFailure) return error;
  return error instanceof Error && error.cause !== undefined ? ofModel(error.cause) : undefined;
};

/** The error without what a client or a server put into it. */
export function attemptOf(error: unknown): Attempt {
  const own = ofModel(error);
  if (own) return { failure: own, passing: false, retryAfter: 0 };
  if (error instanceof APIError && typeof error.status === 'number') return ofStatus(error.status, error.headers);
  const passing = { passing: true, retryAfter: 0 };
  if (error instanceof SyntaxError) return { failure: new ModelFailure('half an answer', 'refused'), ...passing };
  const name = error instanceof Error ? error.constructor.name : typeof error;
  return { failure: new ModelFailure(`no answer: ${name}`, 'unavailable'), ...passing };
}
