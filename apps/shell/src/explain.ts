import { HippocampProblem, isHippocampError } from '@hippocamp/sdk';
import { ownOf } from '@hippocamp/shared/own';
import type { Outcome } from './exit-codes.js';

/** The person who typed the command can put it right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Explanation {
  message: string;
  hint: string | undefined;
  outcome: Outcome;
}

const START = 'Start one with `hippocamp serve`, name another with --url or HIPPOCAMP_URL, or see `hippocamp doctor`.';

const hints: Record<string, string> = {
  unauthorized: 'Give a key with HIPPOCAMP_API_KEY, or --api-key.',
  forbidden: 'The key belongs to another tenant, or lacks the scope: see --tenant, or ask for another key.',
  'not-found': 'See --tenant and --owner: what another tenant has is answered as if it were not there.',
  conflict: 'Something else happened to it meanwhile; look at it again, then repeat the command.',
  'too-many-requests': 'The service takes no more for now; run the same command again later.',
  'quota-reached': 'Delete some memories, or ask the operator for more.',
  overloaded: 'The service has too much to do; run the same command again later.',
  'dependency-unavailable':
    'A part of the service is away; run the same command again later, and see `hippocamp doctor`.',
  'outcome-unknown': 'It is not known whether it was kept; run the same command again.',
  'payload-too-large': 'Send less at once, or raise BODY_LIMIT_BYTES of the service.',
  ConnectionFailed: START,
  TimedOut: 'Give it longer with --timeout, or see `hippocamp doctor`.',
  UnexpectedAnswer: START,
  NotOnThisServer: 'The service is older than this command: upgrade it.',
  StillWorking: 'It goes on in the service; the same command can be run again.',
};

const outcomes: Record<string, Outcome> = {
  unauthorized: 'notAllowed',
  forbidden: 'notAllowed',
  'quota-reached': 'notAllowed',
  'request-timeout': 'unreachable',
  'too-many-requests': 'unreachable',
  'dependency-unavailable': 'unreachable',
  overloaded: 'unreachable',
  'outcome-unknown': 'unreachable',
  ConnectionFailed: 'unreachable',
  TimedOut: 'unreachable',
  UnexpectedAnswer: 'unreachable',
  StillWorking: 'unreachable',
  UsageError: 'usage',
  SettingsError: 'usage',
  ClientSettingsError: 'usage',
  FolderInUse: 'unreachable',
  AbortError: 'interrupted',
};

/** Only fields that the detail does not name. */
const ofFields = ({ errors, detail }: HippocampProblem): string =>
  errors
    .filter(({ message }) => !detail.includes(message))
    .map(({ path, message }) => `\n  ${path}: ${message}`)
    .join('');

export function explain(error: unknown): Explanation {
  if (error instanceof HippocampProblem) {
    const { problem, status, detail } = error;
    const message = `The service answered ${status} (${problem}): ${detail}${ofFields(error)}`;
    return { message, hint: ownOf(hints, problem), outcome: ownOf(outcomes, problem) ?? 'failed' };
  }
  if (!(error instanceof Error)) return { message: String(error), hint: undefined, outcome: 'failed' };
  const { name, message } = error;
  const hint = isHippocampError(error) ? ownOf(hints, name) : undefined;
  const outcome = ownOf(outcomes, name) ?? ownOf(outcomes, error.constructor.name) ?? 'failed';
  return { message: name === 'AbortError' ? 'Stopped.' : message, hint, outcome };
}
