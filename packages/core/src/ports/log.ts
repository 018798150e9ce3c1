import { isProblem } from '@hippocamp/shared/problems';
import { reasonOf } from './reason.js';

export { LoggableError, reasonOf } from './reason.js';

/** Structured log lines. Never memory text, never secrets. */
export interface Log {
  /** What somebody asks for who looks into something. */
  debug?(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

const FRAMES = 5;

/** A message of several lines may look like places. */
const placesOf = ({ stack = '', message }: Error): string[] => {
  const end = stack.indexOf(message) + message.length;
  const lines = stack.slice(end).split('\n');
  return lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim());
};

/** Name, code, reason and place of an error: what a log line may hold of it. Its message may quote what the work was about. */
export const withoutText = (error: unknown) => {
  if (!(error instanceof Error)) return { error: typeof error };
  return {
    error: isProblem(error) ? error.problem : error.name,
    code: 'code' in error ? error.code : undefined,
    reason: reasonOf(error),
    at: placesOf(error).slice(0, FRAMES),
  };
};
