import { LoggableError } from '@hippocamp/core/ports/log';
import { Problem } from '@hippocamp/shared/problems';

/** Seconds, where Qdrant did not say. */
const RETRY_AFTER = 1;

/** May be logged: a status and Qdrant's own sentence, without vectors, filters or other input. */
export class QdrantFailure extends LoggableError {}

const silent = 'The vector index does not answer.';

export const unavailable = (cause: unknown, retryAfter = RETRY_AFTER): Problem =>
  new Problem('dependency-unavailable', silent, {
    retryAfter: Math.max(RETRY_AFTER, Math.ceil(retryAfter)),
    cause,
    part: 'index',
  });

/** The collection was dropped, or the engine came up empty. */
export class CollectionMissing extends Problem {
  constructor(cause: unknown) {
    super('dependency-unavailable', silent, { retryAfter: RETRY_AFTER, cause, part: 'index' });
  }
}

export type Verdict =
  /** `retryAfter` is in seconds. */
  { kind: 'passing'; retryAfter?: number } | { kind: 'missing' } | { kind: 'locked out' } | { kind: 'refused' };

/** Qdrant has taken the write but not done it (`acknowledged`, `wait_timeout`). A repeat is harmless. */
export class NotCompleted extends QdrantFailure {}

const member = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;

/** The client turns a 429 with `Retry-After` into an error with the first digit of it and without a status. */
const secondsOf = (error: unknown): number | undefined => {
  const header = member(error, 'headers');
  const given = header instanceof Headers ? header.get('retry-after') : member(error, 'retry_after');
  const seconds = Number(given ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
};

const statusOf = (error: unknown): number | undefined => {
  const status = member(error, 'status');
  return typeof status === 'number' ? status : undefined;
};

const lockedOut = [401, 403];

export function verdictOn(error: unknown): Verdict {
  const status = statusOf(error);
  if (status === 404) return { kind: 'missing' };
  if (status !== undefined && lockedOut.includes(status)) return { kind: 'locked out' };
  if (status !== undefined && status !== 408 && status !== 429 && status < 500) return { kind: 'refused' };
  const retryAfter = secondsOf(error);
  return { kind: 'passing', ...(retryAfter === undefined ? {} : { retryAfter }) };
}

/** Without a status: the network, a time-out, or something in between that is not Qdrant. */
const silence = (error: unknown): string => {
  const code = member(member(error, 'cause'), 'code');
  const name = error instanceof Error ? error.name : typeof error;
  return typeof code === 'string' ? `${name} ${code}` : name;
};

/** Drops the client's own error, which holds headers and urls. */
export function describe(call: string, error: unknown): QdrantFailure {
  if (error instanceof QdrantFailure) return error;
  const status = statusOf(error);
  const sentence = member(member(member(error, 'data'), 'status'), 'error');
  const said = typeof sentence === 'string' ? `: ${sentence.slice(0, 300)}` : '';
  return new QdrantFailure(`${call}: ${status === undefined ? silence(error) : `status ${status}`}${said}`);
}
