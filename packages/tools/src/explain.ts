import {
  ConnectionFailed,
  HippocampProblem,
  isHippocampError,
  NotOnThisServer,
  StillWorking,
  TimedOut,
  UnexpectedAnswer,
  WorkFailed,
} from '@hippocamp/sdk';
import { ownOf } from '@hippocamp/shared/own';
import { z } from 'zod';
import { Refusal } from './refusal.js';

const AGAIN = 'Call the tool once more with the same arguments; nothing is stored twice by that.';
const PERSON = 'No other call mends that: tell the user.';

/** How a model goes on after a problem of the contract; the others say it in their detail. */
const advice: Record<string, string> = {
  unauthorized: `${PERSON} A key is set with HIPPOCAMP_API_KEY, or sent as a bearer token.`,
  forbidden: `${PERSON} The key of this connection may not do that.`,
  'not-found': 'Use an id that recall, timeline or explore has answered.',
  conflict: 'Look again at what is there now (recall), then decide whether to call the tool once more.',
  'idempotency-key-in-use': AGAIN,
  'validation-failed': 'Change the arguments as it says, and call the tool again.',
  unprocessable: 'Change the arguments as it says; the same ones are refused again.',
  'payload-too-large': 'Send less at once: part the text, and call the tool for each part.',
  'outcome-unknown': AGAIN,
};

const SECOND = 1000;

const waitOf = ({ retryAfterMs }: HippocampProblem) =>
  retryAfterMs === undefined ? 'Wait a little' : `Wait ${Math.ceil(retryAfterMs / SECOND)} s`;

const passes = [429, 503];

const explainProblem = (problem: HippocampProblem): string => {
  const { status, title, detail, errors } = problem;
  const members = errors.map(({ path, message }) => `\n- ${path || 'arguments'}: ${message}`).join('');
  const otherwise = passes.includes(status) ? `${waitOf(problem)}, then go on. ${AGAIN}` : '';
  const next = ownOf(advice, problem.problem) ?? otherwise;
  return `${title} (${status}). ${detail}${members}\n${next}`.trim();
};

/** Nothing came back, so that a write may have been done. */
const explainSilence = (error: Error, wrote: boolean): string =>
  `${error.message}. ${wrote ? `Whether it was done is not known. ${AGAIN}` : 'Call the tool once more in a little while.'} ` +
  'If it goes on, tell the user that the memory service cannot be reached.';

const explainClient = (error: Error, wrote: boolean): string => {
  if (error instanceof HippocampProblem) return explainProblem(error);
  if (error instanceof StillWorking)
    return `${error.message}. It is stored without another call; recall finds it then.`;
  if (error instanceof WorkFailed)
    return `${error.message}. Nothing of it is stored; say it in other words, or tell the user.`;
  if (error instanceof TimedOut || error instanceof ConnectionFailed) return explainSilence(error, wrote);
  if (error instanceof NotOnThisServer || error instanceof UnexpectedAnswer) return `${error.message}\n${PERSON}`;
  return error.message;
};

/** Tells a model what went wrong, and how to go on. */
export const explain = (error: unknown, wrote: boolean): string => {
  if (error instanceof Refusal) return error.message;
  if (isHippocampError(error)) return explainClient(error, wrote);
  if (error instanceof z.ZodError) {
    return `The service answers what this version of its tools does not know (${error.issues[0]?.path.join('.')}). ${PERSON} Both should be of one version.`;
  }
  return `The tool failed (${error instanceof Error ? error.name : 'unknown'}). ${PERSON}`;
};
