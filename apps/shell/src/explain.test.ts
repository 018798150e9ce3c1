import {
  ConnectionFailed,
  HippocampProblem,
  TimedOut,
  TooManyRequests,
  Unauthorized,
  Unprocessable,
  ValidationFailed,
} from '@hippocamp/sdk';
import { expect, it } from 'vitest';
import { explain, UsageError } from './explain.js';

const answer = { title: '', detail: 'It does not fit.' };

it.each([
  [new Unauthorized({ ...answer, problem: 'unauthorized', status: 401 }), 'notAllowed', /HIPPOCAMP_API_KEY/],
  [new TooManyRequests({ ...answer, problem: 'too-many-requests', status: 429 }), 'unreachable', /later/],
  [new Unprocessable({ ...answer, problem: 'unprocessable', status: 422 }), 'failed', undefined],
  [new ConnectionFailed('http://a', new Error('gone'), true), 'unreachable', /hippocamp serve/],
  [new TimedOut('http://a', 10), 'unreachable', /--timeout/],
  [new UsageError('There is no such file.'), 'usage', undefined],
  [new DOMException('', 'AbortError'), 'interrupted', undefined],
  [new Error('Something else'), 'failed', undefined],
] as const)('%s is told with what to do', (error, outcome, hint) => {
  const told = explain(error);
  expect(told.outcome).toBe(outcome);
  if (hint) expect(told.hint).toMatch(hint);
  else expect(told.hint).toBeUndefined();
});

it('the members that do not fit are named once', () => {
  const errors = [{ path: '/k', code: 'too_big', message: 'must be at most 100' }];
  const problem = { ...answer, problem: 'validation-failed', status: 400, errors } as const;
  expect(explain(new ValidationFailed(problem)).message).toContain('\n  /k: must be at most 100');
  const named = { ...problem, detail: '/k: must be at most 100' };
  expect(explain(new ValidationFailed(named)).message.match(/at most/g)).toHaveLength(1);
});

it.each(Object.getOwnPropertyNames(Object.prototype))(
  'a problem that is called %s is one that is not known',
  (problem) => {
    const told = explain(new HippocampProblem({ ...answer, problem, status: 418 }));
    expect(told).toMatchObject({ hint: undefined, outcome: 'failed' });
  },
);
