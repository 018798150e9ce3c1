import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Problem } from '@hippocamp/shared/problems';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { sendProblem } from './answer.js';
import { createOutgoing } from './outgoing.js';

const MIB = 1024 * 1024;
const places = { ofAll: 10, ofTenant: 6 };

/** Refuses everything, in more bytes than the buffers of the system take. */
async function stage(patience: number) {
  const outgoing = createOutgoing({
    places: { reads: places, writes: places, calls: places, forgets: places, comparisons: places, imports: places },
    bytes: { ofAll: 64 * MIB, ofTenant: 32 * MIB, ofConnection: 32 * MIB, ofNobody: 32 * MIB },
    ...{ patience, pressed: 60_000, long: 60_000 },
  });
  const problem = new Problem('not-found', 'x'.repeat(12 * MIB));
  const app = express().use((request, response) => void sendProblem(request, response, problem, outgoing));
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { server, outgoing, port: (server.address() as AddressInfo).port };
}

it('a problem that nobody reads ends its connection, as any answer does', async () => {
  const { server, outgoing, port } = await stage(20);
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const closed = once(server, 'connection').then(([accepted]) => once(accepted, 'close'));
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(3));
  await closed;
  expect(outgoing.waiting()).toBe(0);
});

it('a problem that is read is whole', async () => {
  const { port } = await stage(60_000);
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  const { detail } = (await answer.json()) as { detail: string };
  expect([answer.status, detail.length]).toEqual([404, 12 * MIB]);
});
