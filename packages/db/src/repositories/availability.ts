import { around, type Method } from '@hippocamp/core/modules/lazily';
import { RecordsUnavailable } from '@hippocamp/core/ports/records';
import { isProblem } from '@hippocamp/shared/problems';

const unavailable = new Set([
  // Prisma
  ...['P1000', 'P1001', 'P1002', 'P1003', 'P1008', 'P1011', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037'],
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections', 'TlsConnectionError'],
  ...['TransactionWriteConflict', 'AuthenticationFailed', 'DatabaseAccessDenied', 'DatabaseDoesNotExist'],
  // Node
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EMFILE', 'ERR_STREAM_DESTROYED', 'ERR_SOCKET_CLOSED'],
  // Postgres: time-outs, deadlocks, read-only standby; whole classes are below
  ...['40001', '40P01', '55P03', '57014', '25006', '25P03', '25P04'],
]);

/** Connection, resources, operator intervention, system error. */
const unavailableClasses = ['08', '53', '57P', '58'];

/** Messages of pg and its pool without a code. */
const sentences =
  /timeout exceeded|query read timeout|connection terminated|client has encountered a connection error|not queryable|pool after calling end|connection error/i;

interface Described {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  message?: unknown;
  syscall?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
}

const isUnavailableName = (name: unknown) =>
  typeof name === 'string' &&
  (unavailable.has(name) || (name.length === 5 && unavailableClasses.some((start) => name.startsWith(start))));

/** Statement, lock and transaction time-outs of a database that answers otherwise. */
const timeOuts = new Set<unknown>(['57014', '55P03', 'P2028']);

function isOfKind(error: unknown, isKind: (described: Described) => boolean, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false;
  const described = error as Described;
  const causes = [described.cause, described.meta?.driverAdapterError];
  return isKind(described) || causes.some((cause) => isOfKind(cause, isKind, depth + 1));
}

const isUnavailable = ({ code, originalCode, kind, message }: Described) =>
  [code, originalCode, kind].some(isUnavailableName) ||
  (code === undefined && typeof message === 'string' && sentences.test(message));

/** The statement may have been done. Whatever the server itself reports was rolled back. */
const underWay = new Set<unknown>([
  ...['P1008', 'P1017', 'ConnectionClosed', 'SocketTimeout', '57P01', '57P02'],
  ...['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_DESTROYED', 'ERR_SOCKET_CLOSED'],
]);
const underWaySentences = /query read timeout|connection terminated(?! due to connection timeout)|connection error/i;

const mayBeDone = ({ code, originalCode, kind, message, syscall }: Described) =>
  syscall !== 'connect' &&
  ([code, originalCode, kind].some((name) => underWay.has(name) || String(name).startsWith('08')) ||
    (code === undefined && typeof message === 'string' && underWaySentences.test(message)));

/** The database rolled back for a deadlock or a concurrent change. */
const conflicts = new Set<unknown>(['40001', '40P01', 'P2034', 'TransactionWriteConflict']);

const isConflict = ({ code, originalCode, kind }: Described) =>
  [code, originalCode, kind].some((name) => conflicts.has(name));

const TRIES = 5;

/** A conflict undoes the work as a whole, so a repeat is safe. */
export async function againAfterConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !isOfKind(error, isConflict)) throw error;
    }
  }
}

const isTimeOut = ({ code, originalCode }: Described) => timeOuts.has(code) || timeOuts.has(originalCode);

/** Prisma gives the same code to a transaction that ran out of time, and to one that it forgot since. */
const neverBegan = /unable to start a transaction/i;

const isWait = ({ code, originalCode, message }: Described) =>
  code === '55P03' || originalCode === '55P03' || (code === 'P2028' && neverBegan.test(String(message)));

const wrongs: Record<string, string> = {
  '25006': 'The database takes no writes: it only reads.',
  '53100': 'The database takes no writes: its disk is full.',
  '55P03': 'Others hold what this request needs. Try again in a moment.',
};
const poolIsUsedUp = /timeout exceeded when trying to connect/i;

function wrongIn(error: unknown): string | undefined {
  let found: string | undefined;
  isOfKind(error, ({ code, originalCode, message }) => {
    found = wrongs[String(code)] ?? wrongs[String(originalCode)];
    if (code === undefined && poolIsUsedUp.test(String(message)))
      found = 'All connections to the database are in use. Try again in a moment.';
    return found !== undefined;
  });
  return found;
}

const withoutOutcome = ({ timedOut, waited, detail }: RecordsUnavailable) => ({ timedOut, waited, detail });

/** Nothing is kept before the commit, so the outcome is known. */
export const undone = (error: unknown): unknown =>
  error instanceof RecordsUnavailable && error.extras.outcome
    ? new RecordsUnavailable(error.extras.cause, withoutOutcome(error))
    : error;

export function explained(error: unknown): unknown {
  if (isProblem(error) || !isOfKind(error, isUnavailable)) return error;
  const [timedOut, waited] = [isOfKind(error, isTimeOut), isOfKind(error, isWait)];
  const detail = wrongIn(error);
  const outcome = isOfKind(error, mayBeDone) ? { outcome: 'unknown' as const } : {};
  return new RecordsUnavailable(error, { timedOut, waited, ...outcome, ...(detail ? { detail } : {}) });
}

const guarded =
  (method: Method): Method =>
  async (...parameters) => {
    try {
      return await method(...parameters);
    } catch (error) {
      throw explained(error);
    }
  };

export const withExplainedErrors = <Methods extends object>(methods: Methods): Methods => around(methods, guarded);
