import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Operation } from '@hippocamp/shared/operations/types';
import express from 'express';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createBodyRoom } from './body-room.js';
import { createOutgoing } from './outgoing.js';
import { createRoute, type RouteOptions } from './route.js';

const MIB = 1024 * 1024;
const places = { ofAll: 10, ofTenant: 6 };
const json = { bytes: 1000, values: 100, depth: 10 };
const text = z.object({ text: z.string() });
const operation = { method: 'post', scope: 'write', body: text, answers: {} } as unknown as Operation;
const body = JSON.stringify({ text: 'Tea at four.' });

/** Serves an operation whose work ends when the test says so. */
async function stage(tenant: string | null = 'acme') {
  const ends: (() => void)[] = [];
  const bodies = createBodyRoom({ ofAll: 1000, ofTenant: body.length + 1 });
  const outgoing = createOutgoing({
    places: { reads: places, writes: places, calls: places, forgets: places, comparisons: places, imports: places },
    bytes: { ofAll: 64 * MIB, ofTenant: 32 * MIB, ofConnection: 16 * MIB, ofNobody: 24 * MIB },
    ...{ patience: 60_000, pressed: 0, long: 60_000 },
  });
  const options = {
    ...{ body: json, batchBody: json, bodies, importLimit: 0, outgoing, checkAnswers: false, owners: {} },
    admission: { admit: async () => () => undefined, withinQuota: (_tenant: string, lines: unknown) => lines },
    authorize: async () => ({ tenant, scopes: ['write'], owner: undefined, keyId: undefined }),
  } as unknown as RouteOptions;
  const handle = () =>
    new Promise<{ status: number; body: object }>((resolve) => {
      ends.push(() => resolve({ status: 200, body: {} }));
    });
  const closed = vi.fn();
  const app = express()
    .use((_request, response, next) => {
      response.once('close', closed);
      next();
    })
    .post('/', createRoute('tell', operation, handle, options))
    .use(((_error, _request, response, _next) => void response.status(503).end()) as express.ErrorRequestHandler);
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { ends, closed, server, bodies, port: (server.address() as AddressInfo).port };
}

it('a body takes room until the work on it ends, though its sender has left', async () => {
  const { ends, closed, server, port } = await stage();
  const send = () => {
    const socket = connect(port, '127.0.0.1');
    const head = `content-type: application/json\r\ncontent-length: ${body.length}`;
    socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\n${head}\r\n\r\n${body}`);
    return socket;
  };
  const ask = async () => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
  };
  const left = send();
  await vi.waitFor(() => expect(ends).toHaveLength(1), 10_000);
  left.destroy();
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1), 10_000);
  expect(await ask()).toBe(503);
  ends[0]?.();
  const answers = vi.waitFor(async () => {
    const answer = ask();
    await vi.waitFor(() => expect(ends.length).toBeGreaterThan(1), 1000);
    ends.at(-1)?.();
    expect(await answer).toBe(200);
  }, 10_000);
  await answers;
  server.close();
});

it('the body of an operator, who has no tenant, leaves its room with the answer', async () => {
  const { ends, server, port } = await stage(null);
  for (const times of [1, 2, 3]) {
    const answer = fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await vi.waitFor(() => expect(ends).toHaveLength(times), 10_000);
    ends.at(-1)?.();
    expect((await answer).status).toBe(200);
  }
  server.close();
});
