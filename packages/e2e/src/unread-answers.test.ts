/** @module-tag long */
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createApi } from './client.js';
import { useOwnServices } from './own-service.js';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** kB. */
const residentOf = async (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);

interface Flood {
  request: string;
  body?: object;
  /** Requests that one connection sends at once; 1 if missing. */
  pipelined?: number;
  /** Connections in all, and the least number of requests that are cut off. */
  asking: number;
  cut: number;
}

const recall = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'recall', arguments: { text: 'abcd', k: 100 } },
};

const long = 'abcd '.repeat(9990);

/** Each answer holds memories of 5 MB in all, for a request of few bytes; the last brings 1,500 changes of 50,000 characters. */
const floods: Record<string, Flood> = {
  lists: { request: 'GET /memories?limit=100', asking: 60, cut: 10 },
  exports: { request: 'GET /export', asking: 600, cut: 10 },
  'calls of tools': { request: 'POST /mcp', body: recall, asking: 60, cut: 10 },
  changes: { request: 'PATCH /memories/:id', body: { content: long }, pipelined: 15, asking: 100, cut: 10 },
};

const askDeafly = (url: string, { request, body, pipelined = 1 }: Flood, headers: Record<string, string>) => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  sockets.push(socket.on('error', () => undefined));
  const text = body ? JSON.stringify(body) : '';
  const all = {
    host: hostname,
    ...headers,
    ...(text && { 'content-type': 'application/json', 'content-length': text.length }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${request} HTTP/1.1\r\n${lines.join('')}\r\n`;
  // As long as before, and each another.
  const other = (at: number) => text.replace('abcd', `abc${String.fromCharCode(97 + at)}`);
  for (let at = 0; at < pipelined; at += 1) socket.write(head + other(at));
};

describe('answers that nobody reads', () => {
  const { start } = useOwnServices();

  it.each(Object.entries(floods))(
    'of %s take bounded memory, and others are answered meanwhile',
    async (_name, flood) => {
      const { url, pid, output } = await start();
      const [api, other] = [createApi(url), createApi(url)];
      const memories = Array.from({ length: 20 }, (_, place) => ({ tier: 'semantic', content: `${place} ${long}` }));
      for (let count = 0; count < 5; count += 1) await api.post('/memories/batch', { memories });
      await other.post('/memories', { tier: 'semantic', content: 'I live in Turku.' });
      const { body } = await api.post('/memories', { tier: 'semantic', content: 'A kettle.' });
      const request = flood.request.replace(':id', body.data.id);
      const before = await residentOf(pid);
      const headers = { 'x-tenant-id': api.tenant, accept: 'application/json, text/event-stream' };
      for (let count = 0; count < flood.asking; count += 1) askDeafly(url, { ...flood, request }, headers);
      const cut = () => output().split('"aborted"').length - 1;
      let most = 0;
      const look = async () => {
        expect((await other.get('/memories')).body.data.total).toBe(1);
        most = Math.max(most, (await residentOf(pid)) / before);
        return cut();
      };
      const until = performance.now() + 10_000;
      await expect
        .poll(async () => (await look()) >= flood.cut && performance.now() > until, { timeout: 120_000, interval: 250 })
        .toBe(true);
      expect(most).toBeLessThan(1.5);
    },
  );
});
