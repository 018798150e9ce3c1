import { UnexpectedAnswer } from '../errors.js';
import { problemClasses } from '../generated/problems.js';
import { type FieldError, HippocampProblem, type ProblemAnswer } from '../problem.js';

const SECOND = 1000;
const wholeSeconds = /^\d{1,9}$/;

/** Milliseconds, from a number of seconds or a date. */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const given = headers.get('retry-after')?.trim();
  if (!given) return undefined;
  if (wholeSeconds.test(given)) return Number(given) * SECOND;
  const date = Date.parse(given);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const parse = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const make = (answer: ProblemAnswer<string>): HippocampProblem => {
  const classes: Record<string, new (given: ProblemAnswer<never>) => HippocampProblem> = problemClasses;
  const Known = Object.hasOwn(classes, answer.problem) ? classes[answer.problem] : undefined;
  return Known ? new Known(answer as ProblemAnswer<never>) : new HippocampProblem(answer);
};

/** Without its query, and as a whole URL. */
const locationOf = (headers: Headers, url: string): string | undefined => {
  const given = headers.get('location');
  if (!given || !URL.canParse(given, url)) return undefined;
  const { origin, pathname } = new URL(given, url);
  return `${origin}${pathname}`;
};

export function problemOf(
  response: Response,
  url: string,
  text: string,
  now: number,
): HippocampProblem | UnexpectedAnswer {
  const { status, headers } = response;
  const contentType = headers.get('content-type') ?? '';
  const retryAfterMs = retryAfterOf(headers, now);
  const body = contentType.includes('problem+json') ? parse(text) : {};
  const problem = textOf(body.type).split('/').at(-1);
  if (!problem) return new UnexpectedAnswer(url, status, contentType, retryAfterMs, locationOf(headers, url));
  return make({
    problem,
    status,
    title: textOf(body.title),
    detail: textOf(body.detail),
    ...(Array.isArray(body.errors) ? { errors: body.errors as FieldError[] } : {}),
    requestId: textOf(body.requestId) || (headers.get('x-request-id') ?? undefined),
    ...(body.outcome === 'unknown' ? { outcome: 'unknown' } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}
