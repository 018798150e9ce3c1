import { ModelFailure } from '@hippocamp/core/ports/model-failure';

/** Requests that came too late, too early, or too often. */
const mayPass = [408, 409, 425, 429];
/** The text is at fault, say for its length; the next may work. */
const ofOneText = [400, 413, 422];
/** No text brings these about: the key, the account, the address or the model is at fault. */
const ofSettings = [401, 402, 404, 405];

/** Must not leave this folder: `responseText` may quote what was asked. */
export class StatusRefused extends Error {
  constructor(
    readonly status: number,
    readonly responseText: string,
    /** ms; 0 where the server said nothing. */
    readonly retryAfter: number,
  ) {
    super(`status ${status}`);
  }
}

/** `request` means the text or the settings: a provider or a firewall answers 403, or with a redirect, to both. */
export type AtFault = 'text' | 'request' | 'settings' | 'answer' | 'server';

export interface Attempt {
  failure: ModelFailure;
  atFault: AtFault;
  passing: boolean;
  /** ms */
  retryAfter: number;
}

/** ms; a server cannot ask for a longer wait. */
const LONGEST_WAIT = 3_600_000;

/** ms; the header holds seconds or a date (RFC 9110, 10.2.3). */
export const waitOf = (header: string | null): number => {
  const seconds = Number(header ?? Number.NaN);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header ?? '') - Date.now();
  return Number.isFinite(wait) ? Math.min(LONGEST_WAIT, Math.max(0, wait)) : 0;
};

const atFaultBy = (status: number, passing: boolean): AtFault => {
  if (passing) return 'server';
  return ofSettings.includes(status) ? 'settings' : 'request';
};

const ofStatus = ({ status, message, retryAfter }: StatusRefused): Attempt => {
  if (ofOneText.includes(status))
    return { failure: new ModelFailure(message, 'refused'), atFault: 'text', passing: false, retryAfter: 0 };
  const passing = status >= 500 || mayPass.includes(status);
  const failure = new ModelFailure(message, 'unavailable');
  return { failure, atFault: atFaultBy(status, passing), passing, retryAfter };
};

const ofAnswer = (failure: ModelFailure, passing: boolean): Attempt => ({
  failure,
  atFault: failure.kind === 'refused' ? 'answer' : 'server',
  passing,
  retryAfter: 0,
});

export function attemptOf(error: unknown): Attempt {
  if (error instanceof StatusRefused) return ofStatus(error);
  if (error instanceof ModelFailure) return ofAnswer(error, false);
  if (error instanceof SyntaxError) return ofAnswer(new ModelFailure('half an answer', 'refused'), true);
  const name = error instanceof Error ? error.name : typeof error;
  return ofAnswer(new ModelFailure(`no answer: ${name}`, 'unavailable'), true);
}
