import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Settings } from '@hippocamp/runtime/settings';
import type { Express } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpServer, type HttpServer } from './http-server.js';

const settings = { headersTimeout: 60_000, requestTimeout: 60_000 } as Settings;

let http: HttpServer;
afterEach(() => http.close(0));

interface Begun {
  path: string;
  end(): void;
}

/** Opens a connection to a server whose answers end when the test says so, once their requests have been read. */
async function open() {
  const begun: Begun[] = [];
  const app = (request: IncomingMessage, response: ServerResponse) => {
    const { url: path = '' } = request;
    const read = once(request.resume(), 'end');
    read.catch(() => undefined);
    begun.push({ path, end: () => void read.then(() => response.end(path)) });
  };
  http = createHttpServer(app as unknown as Express, settings);
  let first: Socket | undefined;
  http.server.once('connection', (socket) => {
    first = socket;
  });
  http.server.listen(0, '127.0.0.1');
  await once(http.server, 'listening');
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1');
  return { begun, socket, accepted: () => first };
}

/** Lets the server look so often at what has come. */
const turns = async (many: number) => {
  const { port } = http.server.address() as AddressInfo;
  for (let count = 0; count < many; count += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.end('no request\r\n\r\n').resume();
    await once(socket, 'close');
  }
};

const endEach = async (begun: readonly Begun[], many: number) => {
  for (let at = 0; at < many; at += 1) {
    await expect.poll(() => begun.length).toBe(at + 1);
    begun[at]?.end();
  }
};

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

  it('are left with their sender where they are long, and all worked on in the end', async () => {
    const { begun, socket, accepted } = await open();
    socket.resume();
    const body = 'x'.repeat(50_000);
    const long = `POST /long HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    socket.write(requests + long.repeat(20));
    await expect.poll(() => begun.length).toBe(1);
    await turns(50);
    expect(accepted()?.bytesRead).toBeLessThan(200_000);
    await endEach(begun, 23);
    expect(paths(begun)).toEqual(['/a', '/b', '/c', ...Array.from({ length: 20 }, () => '/long')]);
    socket.destroy();
  });

  it('are dropped once their turn comes where their sender has gone and they did not come whole', async () => {
    const { begun, socket } = await open();
    const long = `POST /long HTTP/1.1\r\nhost: localhost\r\ncontent-length: 500000\r\n\r\n${'x'.repeat(500_000)}`;
    socket.write(`GET /a HTTP/1.1\r\nhost: localhost\r\n\r\n${long}${long}`);
    await expect.poll(() => begun.length).toBe(1);
    socket.destroy();
    begun[0]?.end();
    await expect.poll(() => new Promise((resolve) => http.server.getConnections((_, count) => resolve(count)))).toBe(0);
    // A sender that left is noticed when its turn comes or before.
    expect(['/a', '/a /long']).toContain(paths(begun).join(' '));
  });

  it('do not keep the connection behind a refusal, though their sender neither reads nor leaves', async () => {
    const { socket, accepted } = await open();
    socket.allowHalfOpen = true;
    socket.pause().write('no request\r\n\r\n');
    await expect.poll(() => accepted()?.destroyed, { timeout: 20_000 }).toBe(true);
    socket.destroy();
  });

  it('are not kept in any number', async () => {
    const { begun, socket } = await open();
    socket.on('error', () => undefined);
    socket.write(requests.repeat(100));
    await once(socket, 'close');
    expect(begun).toHaveLength(1);
  });
});

describe('a request with headers in great number', () => {
  const many = `GET /many HTTP/1.1\r\nhost: localhost\r\n${'a:\r\n'.repeat(3000)}\r\n`;

  it('is refused, and nothing behind it on its connection is worked on', async () => {
    const { begun, socket } = await open();
    let received = '';
    socket.on('data', (part) => {
      received += part;
    });
    socket.write(many + requests);
    await once(socket, 'close');
    expect(received).toMatch(/^HTTP\/1\.1 431 .*header-fields-too-large[^\r]*$/s);
    expect(begun).toEqual([]);
  });

  it('is refused behind the answers to those before it', async () => {
    const { begun, socket } = await open();
    let received = '';
    socket.on('data', (part) => {
      received += part;
    });
    socket.write(requests + many + requests);
    await endEach(begun, 3);
    await once(socket, 'close');
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(
      ['200', '200', '200', '431'].map((status) => `HTTP/1.1 ${status}`),
    );
    expect(paths(begun)).toEqual(['/a', '/b', '/c']);
  });

  it('waits for its turn with a small part of them', async () => {
    const { begun, socket } = await open();
    const pairs: number[] = [];
    http.server.on('request', ({ rawHeaders }: IncomingMessage) => pairs.push(rawHeaders.length / 2));
    socket.write(`GET /a HTTP/1.1\r\nhost: localhost\r\n\r\n${many.repeat(5)}`);
    await expect.poll(() => pairs.length).toBe(6);
    expect(Math.max(...pairs)).toBeLessThan(250);
    expect(begun).toHaveLength(1);
    socket.destroy();
  });

  it('is not refused with as many as a client may have', async () => {
    const { begun, socket } = await open();
    socket.write(`GET /a HTTP/1.1\r\nhost: localhost\r\n${'a:\r\n'.repeat(199)}\r\n`);
    await endEach(begun, 1);
    socket.destroy();
  });
});
