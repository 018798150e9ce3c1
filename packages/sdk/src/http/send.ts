import { isHippocampError } from '../errors.js';
import type { AnswerHead, CallOptions, Settings } from '../options.js';
import { type Ports, wait } from '../ports.js';
import { HippocampProblem } from '../problem.js';
import type { Route } from '../route.js';
import { type CallRequest, type Prepared, prepare } from './prepare.js';
import { mayTryAgain, waitBefore } from './retry-rules.js';
import { shownUrl } from './shown-url.js';
import { tryOnce } from './try-once.js';

export interface Call<Result> {
  operation: string;
  route: Route;
  request: CallRequest;
  options: CallOptions;
  /** Throws the error of an answer that is no success. */
  read: (response: Response, url: string) => Promise<Result>;
  /** The result when a repeat finds no record, since an earlier try had removed it. */
  gone?: Result;
}

export type Send = <Result>(call: Call<Result>) => Promise<Result>;

const headOf = ({ status, headers }: Response, attempts: number): AnswerHead => ({
  status,
  headers,
  requestId: headers.get('x-request-id') ?? undefined,
  attempts,
  replayed: headers.get('idempotency-replayed') === 'true',
});

interface Limits {
  timeoutMs: number;
  retries: number;
  /** Milliseconds since 1970. */
  deadline: number;
}

const limitsOf = (settings: Settings, options: CallOptions, now: number): Limits => {
  const { timeoutMs = settings.timeoutMs, totalTimeoutMs = settings.totalTimeoutMs } = options;
  return { timeoutMs, retries: options.retries ?? settings.retries, deadline: now + totalTimeoutMs };
};

/** Milliseconds. A try without time for its answer would end with less than is known from the one before it. */
const LEAST = 100;

const isNotFound = (error: unknown) => error instanceof HippocampProblem && error.problem === 'not-found';

const placed = (error: unknown, operation: string, attempts: number, { idempotencyKey }: Prepared): unknown => {
  if (isHippocampError(error)) {
    error.place = { operation, attempts, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
  }
  return error;
};

/** Repeats a call only where that is safe, with the same request and Idempotency-Key. */
export function createSend(settings: Settings, ports: Ports): Send {
  /** Milliseconds until the next try; undefined if there is none. */
  const pauseAfter = (error: unknown, attempts: number, { retries, deadline }: Limits, isSafe: boolean) => {
    if (attempts > retries || !mayTryAgain(error, isSafe, settings.retryRefusals)) return undefined;
    const pause = waitBefore(error, attempts, ports.random());
    return ports.now() + pause + LEAST < deadline ? pause : undefined;
  };

  const send = <Result>(call: Call<Result>, prepared: Prepared, limits: Limits, attempts: number) => {
    const { options, read } = call;
    const timeoutMs = Math.min(limits.timeoutMs, Math.max(1, limits.deadline - ports.now()));
    return tryOnce(ports, prepared, { timeoutMs, signal: options.signal }, (response) => {
      options.onAnswer?.(headOf(response, attempts));
      return read(response, shownUrl(prepared.url));
    });
  };

  return async (call) => {
    const { operation, route, options, gone } = call;
    const prepared = prepare(settings, route, call.request, options, ports.newKey);
    const limits = limitsOf(settings, options, ports.now());
    const isSafe = route.isRepeatable || prepared.idempotencyKey !== undefined;
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await send(call, prepared, limits, attempts);
      } catch (error) {
        if (attempts > 1 && gone !== undefined && isNotFound(error)) return gone;
        const pause = pauseAfter(error, attempts, limits, isSafe);
        if (pause === undefined) throw placed(error, operation, attempts, prepared);
        await wait(ports, pause, options.signal);
      }
    }
  };
}
