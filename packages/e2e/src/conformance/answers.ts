import { expect } from 'vitest';
import type { Api, ApiAnswer } from '../client.js';

// biome-ignore lint/suspicious/noExplicitAny: what it holds is for the checks to find out
export type Unchecked = any;

/** The contents of `data`, which must be the answer's one member (document, 4). */
export function dataOf(answer: ApiAnswer, status = 200): Unchecked {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(Object.keys(answer.body)).toEqual(['data']);
  return answer.body.data;
}

export const idOf = async (api: Api, path: string, body: object): Promise<string> =>
  dataOf(await api.post(path, body), 201).id;

export function expectProblem(answer: ApiAnswer, name: string, status: number): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(answer.body).toMatchObject({
    type: `/problems/${name}`,
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance: expect.any(String),
    requestId: answer.headers.get('x-request-id'),
  });
}

/** A refusal must name the member at `path`, or a part of it. */
export function expectRefused(answer: ApiAnswer, path: string): void {
  expectProblem(answer, 'validation-failed', 400);
  const errors: { path: string }[] = answer.body.errors;
  for (const error of errors) {
    expect(error).toEqual({ path: expect.any(String), code: expect.any(String), message: expect.any(String) });
  }
  expect(
    errors.some((error) => error.path === path || error.path.startsWith(`${path}/`)),
    answer.text,
  ).toBe(true);
}

export type Row = [member: string, taken: readonly unknown[], refused: readonly unknown[]];

/** `path` is the member's JSON Pointer. */
export async function expectMember(
  send: (value: unknown) => Promise<ApiAnswer>,
  [path, taken, refused]: Row,
): Promise<void> {
  for (const value of taken) {
    const answer = await send(value);
    expect(answer.status, `${path} ${JSON.stringify(value)} → ${answer.text}`).toBeLessThan(300);
  }
  for (const value of refused) expectRefused(await send(value), path);
}

export async function expectParameter(api: Api, path: string, [name, taken, refused]: Row): Promise<void> {
  const send = (value: unknown) => api.get(`${path}${path.includes('?') ? '&' : '?'}${name}=${value}`);
  await expectMember(send, [`query.${name}`, taken, refused]);
}
