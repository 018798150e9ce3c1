import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SentLine } from '@hippocamp/core/modules/transfer/read-line';
import type { Operation } from '@hippocamp/shared/operations/types';
import { Problem } from '@hippocamp/shared/problems';
import { LINE_BYTES } from '@hippocamp/shared/schemas/transfer';
import express from 'express';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type BodyRoom, createBodyRoom } from './body-room.js';
import { createOutgoing } from './outgoing.js';
import { createRoute, type RouteOptions } from './route.js';

const json = { bytes: 1000, values: 100, depth: 10 };
const operation = { method: 'post', scope: 'admin', lines: true, answers: {} } as unknown as Operation;

/** Sends `POST /import` and keeps it open. */
const begin = (url: string, tenant: string): ClientRequest => {
  const request = send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', 'x-tenant-id': tenant },
    agent: false,
  });
  onTestFinished(() => void request.destroy());
  request.on('error', () => undefined).flushHeaders();
  return request;
};

const statusOf = async (request: ClientRequest): Promise<number> => {
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
};

/** Serves an import that counts its lines. */
async function stage({ ofTenant = 1000, importLimit = 100_000, isRevoked = (): boolean => false } = {}) {
  const room = createBodyRoom({ ofAll: 2 * ofTenant, ofTenant });
  let most = 0;
  const bodies: BodyRoom = {
    ...room,
    take(request, tenant, bytes) {
      room.take(request, tenant, bytes);
      most = Math.max(most, room.bytesOf(request));
    },
  };
  const problems: Problem[] = [];
  const lines: SentLine[] = [];
  const options = {
    ...{ body: json, batchBody: json, bodies, importLimit, importWait: 20, outgoing: createOutgoing() },
    ...{ checkAnswers: false, owners: {} },
    admission: { admit: async () => () => undefined, withinQuota: (_tenant: string, given: unknown) => given },
    async authorize(request: express.Request) {
      if (isRevoked()) throw new Problem('unauthorized', 'No key.');
      return { tenant: request.get('x-tenant-id'), scopes: ['admin'], owner: undefined, keyId: undefined };
    },
  } as unknown as RouteOptions;
  let begun = 0;
  const handle = async ({ lines: given }: Record<string, unknown>) => {
    begun += 1;
    for await (const line of given as AsyncIterable<SentLine>) lines.push(line);
    return { status: 200, body: {} };
  };
  const fail: express.ErrorRequestHandler = (error: Problem, _request, response, _next) => {
    problems.push(error);
    response.status(error.status).end();
  };
  const app = express()
    .post('/', createRoute('import', operation, handle, options))
    .use(fail);
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, lines, problems, most: () => most, begun: () => begun, begin: (tenant: string) => begin(url, tenant) };
}

it('an unfinished line takes room of its tenant, and the import that finds none is refused', async () => {
  const { begin, most, problems } = await stage();
  const first = begin('acme');
  first.write('a'.repeat(600));
  await vi.waitFor(() => expect(most()).toBe(600), 10_000);
  const second = begin('acme');
  second.write('a'.repeat(600));
  expect(await statusOf(second)).toBe(503);
  expect(problems).toMatchObject([{ problem: 'overloaded', extras: { retryAfter: 2 } }]);
  expect(problems[0]?.detail).toContain('Nothing was kept');
  const other = begin('other');
  other.end(`"${'a'.repeat(600)}"\n`);
  expect(await statusOf(other)).toBe(200);
});

it('an import that took lines ends before the one that finds no room, and says so', async () => {
  const { begin, most, lines } = await stage();
  const first = begin('acme');
  first.write('a'.repeat(600));
  await vi.waitFor(() => expect(most()).toBe(600), 10_000);
  const second = begin('acme');
  second.end(`1\n"${'a'.repeat(600)}"\n3\n`);
  expect(await statusOf(second)).toBe(200);
  expect(lines).toMatchObject([{ line: 1 }, { line: 2, stopped: { code: 'no_room' } }]);
});

it('a line gives its room back once it is taken, however many follow', async () => {
  const { begin, lines, most } = await stage();
  const request = begin('acme');
  request.end(`"${'a'.repeat(600)}"\n`.repeat(20));
  expect(await statusOf(request)).toBe(200);
  expect([lines.length, most()]).toEqual([20, 602]);
});

it('a line that is longer than one may be gives its room back, and takes none with its rest', async () => {
  const { begin, lines } = await stage({ ofTenant: LINE_BYTES, importLimit: 2 * LINE_BYTES });
  const request = begin('acme');
  request.end(`${'a'.repeat(LINE_BYTES + 100_000)}\n1\n`);
  expect(await statusOf(request)).toBe(200);
  expect(lines).toMatchObject([{ line: 1, code: 'too_long' }, { line: 2 }]);
});

it('lines are taken no more once the key of their import is revoked', async () => {
  let isRevoked = false;
  const { begin, lines, problems } = await stage({ isRevoked: () => isRevoked });
  const request = begin('acme');
  request.write('1\n2\n');
  await vi.waitFor(() => expect(lines).toHaveLength(2), 10_000);
  isRevoked = true;
  request.end('3\n');
  expect(await statusOf(request)).toBe(401);
  expect([lines.length, problems.length]).toEqual([2, 1]);
});

it('an import that finds no place is refused while its body lies unread, and the others go on', async () => {
  const { begin, lines, problems, begun } = await stage();
  const first = [begin('acme'), begin('acme')];
  for (const request of first) request.write('1\n');
  await vi.waitFor(() => expect(lines).toHaveLength(2), 10_000);
  const third = begin('acme');
  third.write('1\n'.repeat(100_000));
  expect(await statusOf(third)).toBe(503);
  expect(problems[0]?.detail).toContain('Nothing was kept');
  for (const request of first) request.end('2\n');
  expect(await Promise.all(first.map(statusOf))).toEqual([200, 200]);
  expect([lines.length, begun()]).toEqual([4, 2]);
});
