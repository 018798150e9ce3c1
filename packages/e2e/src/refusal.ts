import type { ProblemName } from '@hippocamp/shared/problems';
import { expect, inject } from 'vitest';
import { total } from './actions.js';
import { createApi } from './client.js';
import { expectProblem } from './expectations.js';
import { type RawAnswer, type RawParts, rawBytes, rawRequest } from './raw-request.js';

/** The service would store it if the rest of the request were good. */
export const good = { tier: 'episodic', content: 'Must not be stored.' };

/** Its JSON text with `value` for one member, or with one more. */
export const goodWith = (member: string, value: string): string => {
  const rest = Object.entries(good).filter(([name]) => name !== member);
  const members = rest.map(([name, kept]) => `${JSON.stringify(name)}:${JSON.stringify(kept)}`);
  return `{${[...members, `"${member}":${value}`].join(',')}}`;
};

export const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

type Sent = Buffer | AsyncIterable<Buffer | string>;

/** Fails when the server does not answer others. How soon it does is measured by `stalls.test.ts`, which runs alone. */
export async function expectAlive(): Promise<void> {
  const { status } = await rawRequest(inject('gatewayUrl'), 'GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n');
  expect(status).toBe(200);
}

export async function expectRefusal(
  make: (tenant: string) => Sent,
  name: ProblemName,
  options: Parameters<typeof rawRequest>[2] = {},
): Promise<RawAnswer> {
  const url = inject('gatewayUrl');
  const api = createApi(url);
  const answer = await rawRequest(url, make(api.tenant), options);
  expectProblem(answer, name);
  await expectAlive();
  expect(await total(api)).toBe(0);
  return answer;
}

export const expectPartsRefused = (parts: RawParts, name: ProblemName) =>
  expectRefusal((tenant) => rawBytes(tenant, parts), name);
