import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Settings } from '@hippocamp/runtime/settings';
import type { Express } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpServer, type HttpServer } from './http-server.js';

const settings = { headersTimeout: 5_000, requestTimeout: 5_000 } as Settings;

let http: HttpServer;
afterEach(() => http.close(0));

/** Opens a connection to a server whose answers end when the test says so. */
async function open() {
  const begun: { path: string; end(): void }[] = [];
  const app = ({ url = '' }: IncomingMessage, response: ServerResponse) =>
    begun.push({ path: url, end: () => response.end(url) });
  http = createHttpServer(app as unknown as Express, settings);
  http.server.listen(0, '127.0.0.1');
  await once(http.server, 'listening');
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1');
  return { begun, socket };
}

const requests = ['/a', '/b', '/c'].map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`).join('');
const paths = (begun: { path: string }[]) => begun.map(({ path }) => path);

describe('requests that come in one packet', () => {
  it('are worked on one after the other', async () => {
    const { begun, socket } = await open();
    let received = '';
    socket.on('data', (part) => {
      received += part;
    });
    socket.write(requests);
    for (const [place, path] of ['/a', '/b', '/c'].entries()) {
      await expect.poll(() => begun.length).toBe(place + 1);
      expect(begun.at(-1)?.path).toBe(path);
      begun.at(-1)?.end();
    }
    await expect.poll(() => received.match(/\/[abc]$|\/[abc](?=HTTP)/g)).toEqual(['/a', '/b', '/c']);
    socket.destroy();
  });

  it('are dropped when their sender has gone', async () => {
    const { begun, socket } = await open();
    socket.write(requests);
    await expect.poll(() => begun.length).toBe(1);
    socket.destroy();
    await expect.poll(() => new Promise((resolve) => http.server.getConnections((_, count) => resolve(count)))).toBe(0);
    expect(paths(begun)).toEqual(['/a']);
  });

  it('are answered before the connection ends for what cannot be read behind them', async () => {
    const { begun, socket } = await open();
    let received = '';
    socket.on('data', (part) => {
      received += part;
    });
    socket.write('GET /a HTTP/1.1\r\nhost: localhost\r\n\r\nno request\r\n\r\n');
    await expect.poll(() => begun.length).toBe(1);
    begun[0]?.end();
    await once(socket, 'close');
    expect(received).toMatch(/^HTTP\/1\.1 200 OK.*\/a$/s);
  });

  it('are not kept in any number', async () => {
    const { begun, socket } = await open();
    socket.on('error', () => undefined);
    socket.write(requests.repeat(100));
    await once(socket, 'close');
    expect(begun).toHaveLength(1);
  });
});
