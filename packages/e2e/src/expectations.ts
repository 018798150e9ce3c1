import { type ProblemName, problemTypes } from '@hippocamp/shared/problems';
import { problem } from '@hippocamp/shared/schemas/memories';
import { expect } from 'vitest';
import { logOf } from './gateway-log.js';

interface Answered {
  status: number;
  headers: { get(name: string): string | null };
  body: unknown;
  text: string;
}

/** No caller may ever see this: code, places in it, the engine's words. */
const insides =
  /\bat \S+ \(|node_modules|\.[jt]s:\d+|prisma|postgres|pglite|\bselect\b.*\bfrom\b|\binsert into\b|syntax error at|SQLSTATE|\b(?:Type|Range|Syntax|Reference|URI)Error\b/i;

export function expectProblem(answer: Answered, name?: ProblemName): void {
  expect(answer.headers.get('content-type'), answer.text).toMatch(/^application\/problem\+json/);
  const body = problem.strict().parse(answer.body);
  expect(Object.keys(problemTypes), answer.text).toContain(body.type.replace('/problems/', ''));
  expect(body.status, answer.text).toBe(answer.status);
  expect(answer.headers.get('x-request-id'), answer.text).toBe(body.requestId);
  expect(answer.text).not.toMatch(insides);
  if (name === undefined) return;
  expect(body.type, answer.text).toBe(`/problems/${name}`);
  expect(body.status, answer.text).toBe(problemTypes[name].status);
  expect(body.title, answer.text).toBe(problemTypes[name].title);
}

/** The answer without the members that name the request itself. */
export const comparable = ({ status, body }: Pick<Answered, 'status' | 'body'>) => {
  const { requestId: _requestId, instance: _instance, ...rest } = body as Record<string, unknown>;
  return [status, rest];
};

/** `paths` are members that the refusal must name. */
export function expectRefused(answer: Answered, ...paths: string[]): void {
  expectProblem(answer, 'validation-failed');
  const { errors = [] } = problem.parse(answer.body);
  expect(errors.length, answer.text).toBeGreaterThan(0);
  for (const path of paths) expect(errors.map((error) => error.path)).toContain(path);
}

/** A failure of the shared gateway is shown with the lines of its log about the request. */
export function expectNoFailure(answer: Answered, sent: string): void {
  const why = answer.status < 500 ? '' : logOf(answer.headers.get('x-request-id'));
  expect(answer.status, `${sent.slice(0, 300)} → ${answer.text}\n${why}`).toBeLessThan(500);
}
