import { isProblem } from '@hippocamp/shared/problems';

/** An error whose message may be logged: it holds no user data. */
export class LoggableError extends Error {}

/** The common members of errors from databases, their clients and Node. */
interface Described {
  code?: unknown;
  originalCode?: unknown;
  message?: unknown;
  originalMessage?: unknown;
  kind?: unknown;
  syscall?: unknown;
  table?: unknown;
  column?: unknown;
  constraint?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
}

const MOST_CAUSES = 6;
const LONGEST = 200;

/** Accepts short codes, which memory text matches only by chance. */
const isName = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z_][\w.]{0,62}$/.test(value);

const isSqlState = (code: unknown): code is string => typeof code === 'string' && /^[0-9][0-9A-Z]{4}$/.test(code);

/**
 * SQLSTATE classes whose messages quote no values. A constraint's values stand in the detail, which is not read.
 * Class 22 quotes data, and 42601 a word of the statement.
 */
const plainClasses = ['08', '23', '25', '40', '42', '53', '55', '57', '58'];
const quoting = '42601';

const isPlain = (state: string) => state !== quoting && plainClasses.includes(state.slice(0, 2));

/** Messages of the database client that carry no code. */
const sentences =
  /timeout exceeded when trying to connect|query read timeout|connection terminated[a-z ]*|client has encountered a connection error|failpoint/i;

const named = (kind: string, value: unknown) => (isName(value) ? [`${kind} ${value}`] : []);

const firstLine = (text: unknown) =>
  typeof text === 'string' ? [text.split('\n', 1)[0]?.slice(0, LONGEST) ?? ''] : [];

const ofDatabase = ({ message, originalMessage, table, column, constraint }: Described, state: string): string[] => [
  [state, ...(isPlain(state) ? firstLine(originalMessage ?? message) : [])].join(' '),
  ...named('table', table),
  ...named('column', column),
  ...named('constraint', constraint),
];

const ofOthers = ({ code, syscall, kind, message }: Described): string[] => [
  ...(isName(code) ? [[code, ...(isName(syscall) ? [syscall] : [])].join(' ')] : []),
  ...(isName(kind) ? [kind] : []),
  ...(code === undefined && typeof message === 'string' ? (sentences.exec(message) ?? []) : []),
];

const partsOf = (error: Described): string[] => {
  if (error instanceof LoggableError) return [error.message];
  const state = [error.originalCode, error.code].find(isSqlState);
  return state === undefined ? ofOthers(error) : ofDatabase(error, state);
};

function chainOf(error: unknown, depth = 0): Described[] {
  if (typeof error !== 'object' || error === null || depth === MOST_CAUSES) return [];
  const described = error as Described;
  const causes = [described.cause, described.meta, described.meta?.driverAdapterError];
  return [described, ...causes.flatMap((each) => chainOf(each, depth + 1))];
}

/** A failure's reason without memory text: codes, names of tables and plain messages. Undefined without any. */
export function reasonOf(error: unknown): string | undefined {
  const parts = new Set(chainOf(error).flatMap(partsOf));
  return parts.size === 0 ? undefined : [...parts].join('; ');
}

/** Structured log lines. Never memory text, never secrets. */
export interface Log {
  /** For investigations only. */
  debug?(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

const FRAMES = 5;

/** Skips the message, of which some lines may look like stack frames. */
const placesOf = ({ stack = '', message }: Error): string[] => {
  const end = stack.indexOf(message) + message.length;
  const lines = stack.slice(end).split('\n');
  return lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim());
};

/** The parts of an error that may be logged. Its message may quote user data. */
export const withoutText = (error: unknown) => {
  if (!(error instanceof Error)) return { error: typeof error };
  return {
    error: isProblem(error) ? error.problem : error.name,
    code: 'code' in error ? error.code : undefined,
    reason: reasonOf(error),
    at: placesOf(error).slice(0, FRAMES),
  };
};
