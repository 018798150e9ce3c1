import { ModelFailure } from '@hippocamp/core/ports/model-failure';

/** Requests that came too late, too early, or too often. */
const mayPass = [408, 409, 425, 429];
/** One text is too long, or the like: the next may do. */
const ofOneText = [400, 413, 422];

/** A status that is no answer. It stays in this folder: `responseText` may quote what was asked. */
export class StatusRefused extends Error {
  constructor(
    readonly status: number,
    readonly responseText: string,
    /** ms, where the server said so. */
    readonly retryAfter: number,
  ) {
    super(`status ${status}`);
  }
}

/** The cause of a failure: only this text, the request's settings, the answer, or the server. */
export type AtFault = 'text' | 'settings' | 'answer' | 'server';

export interface Attempt {
  failure: ModelFailure;
  atFault: AtFault;
  /** Worth another try. */
  passing: boolean;
  /** ms */
  retryAfter: number;
}

/** Longer than this nobody waits at a word of the server. */
const LONGEST_WAIT = 3_600_000;

/** ms; the header holds seconds or a date (RFC 9110, 10.2.3). */
export const waitOf = (header: string | null): number => {
  const seconds = Number(header ?? Number.NaN);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header ?? '') - Date.now();
  return Number.isFinite(wait) ? Math.min(LONGEST_WAIT, Math.max(0, wait)) : 0;
};

const ofStatus = ({ status, message, retryAfter }: StatusRefused): Attempt => {
  if (ofOneText.includes(status))
    return { failure: new ModelFailure(message, 'refused'), atFault: 'text', passing: false, retryAfter: 0 };
  const passing = status >= 500 || mayPass.includes(status);
  const failure = new ModelFailure(message, 'unavailable');
  return { failure, atFault: passing ? 'server' : 'settings', passing, retryAfter };
};

const ofAnswer = (failure: ModelFailure, passing: boolean): Attempt => ({
  failure,
  atFault: failure.kind === 'refused' ? 'answer' : 'server',
  passing,
  retryAfter: 0,
});

/** The error without what a server put into it. */
export function attemptOf(error: unknown): Attempt {
  if (error instanceof StatusRefused) return ofStatus(error);
  if (error instanceof ModelFailure) return ofAnswer(error, false);
  if (error instanceof SyntaxError) return ofAnswer(new ModelFailure('half an answer', 'refused'), true);
  const name = error instanceof Error ? error.name : typeof error;
  return ofAnswer(new ModelFailure(`no answer: ${name}`, 'unavailable'), true);
}
