import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Operation } from '@hippocamp/shared/operations/types';
import { Problem } from '@hippocamp/shared/problems';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { createBodyRoom } from './body-room.js';
import { createOutgoing } from './outgoing.js';
import { createRoute, type RouteOptions } from './route.js';

const json = { bytes: 1000, values: 100, depth: 10 };
const operation = { method: 'get', scope: 'read', answers: {}, mediaType: 'text/plain' } as unknown as Operation;

/** Serves a stream whose second part is made when the test says so. */
async function stage() {
  let isRevoked = false;
  let goOn: () => void = () => undefined;
  const second = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const told: string[] = [];
  async function* parts() {
    try {
      told.push('a start');
      yield 'one';
      await second;
      yield 'two';
    } finally {
      told.push('the reading');
    }
  }
  const options = {
    ...{ body: json, batchBody: json, bodies: createBodyRoom({ ofAll: 1000, ofTenant: 1000 }), importLimit: 0 },
    ...{ outgoing: createOutgoing(), checkAnswers: false, owners: {} },
    admission: { admit: async () => () => undefined, withinQuota: (_tenant: string, lines: unknown) => lines },
    async authorize() {
      if (isRevoked) throw new Problem('unauthorized', 'No key.');
      return { tenant: 'acme', scopes: ['read'], owner: undefined, keyId: undefined };
    },
  } as unknown as RouteOptions;
  const fail: express.ErrorRequestHandler = (error: Problem, _request, response, _next) => {
    told.push(error.problem);
    response.destroy();
  };
  const handle = async () => ({ status: 200, body: '', stream: parts() });
  const app = express()
    .get('/', createRoute('export', operation, handle, options))
    .use(fail);
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const revoke = () => {
    isRevoked = true;
  };
  return { told, revoke, goOn: () => goOn(), url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

it('a stream breaks off where the key that began it is revoked, so that nobody takes it for whole', async () => {
  const { told, revoke, goOn, url } = await stage();
  const reader = (await fetch(url)).body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('one');
  revoke();
  goOn();
  await expect(reader?.read()).rejects.toThrow('terminated');
  expect(told).toEqual(['a start', 'the reading', 'unauthorized']);
});

it('a stream of a key that holds comes whole', async () => {
  const { told, goOn, url } = await stage();
  goOn();
  expect(await (await fetch(url)).text()).toBe('onetwo');
  expect(told).toEqual(['a start', 'the reading']);
});

it('a question for the head alone makes none of the stream', async () => {
  const { told, url } = await stage();
  const answer = await fetch(url, { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(told).toEqual([]);
});
