/** @module-tag long */
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAll } from './actions.js';
import { asStarted } from './as-started.js';
import { type Api, createApi } from './client.js';
import { useOwnServices } from './own-service.js';
import type { ServiceProcess } from './service-process.js';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** kB. */
const residentOf = async (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);

interface Flood {
  request: string;
  route: string;
  body?: object;
  /** Requests that one connection sends at once; 1 if missing. */
  pipelined?: number;
  /** Connections in all, and the least number of requests that are cut off. */
  asking: number;
  cut: number;
  /** A little is taken again and again. */
  sips?: boolean;
}

const recall = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'recall', arguments: { text: 'abcd', k: 100 } },
};

// One word: an answer is as long as one of many words, and is stored and judged in a fifth of the time.
const long = `abcd ${'1'.repeat(49_940)}`;

/**
 * Each answer holds memories of 5 MB in all, for a request of few bytes. The documents of 300 KB have no tenant, and
 * need no key.
 */
const floods: Record<string, Flood> = {
  documents: { request: 'GET /openapi.json', route: '/openapi.json', pipelined: 16, asking: 120, cut: 0, sips: true },
  lists: { request: 'GET /memories?limit=100', route: '/memories', asking: 60, cut: 10 },
  exports: { request: 'GET /export', route: '/export', asking: 600, cut: 10 },
  'calls of tools': { request: 'POST /mcp', route: '/mcp', body: recall, asking: 60, cut: 5 },
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
  socket.write((head + text).repeat(pipelined));
};

const store = async (api: Api, times: number) => {
  const memories = Array.from({ length: 20 }, (_, place) => ({ tier: 'semantic', content: `${place} ${long}` }));
  for (let count = 0; count < times; count += 1) await createAll(api, memories);
};

const secondsOf = async (work: Promise<unknown>) => {
  const start = performance.now();
  await work;
  return (performance.now() - start) / 1000;
};

describe('answers that nobody reads', () => {
  // A service for each flood: memory that a process has once had stays with it in part, and would add up.
  const { start } = useOwnServices();
  let service: ServiceProcess;
  let rest = 0;
  let [api, other]: [Api, Api] = [createApi(''), createApi('')];
  beforeEach(async () => {
    service = await start({ ...asStarted, CHECK_ANSWERS: 'false' });
    const { url, pid } = service;
    [api, other] = [createApi(url), createApi(url)];
    await store(api, 5);
    await other.post('/memories', { tier: 'semantic', content: 'I live in Turku.' });
    rest = await residentOf(pid);
  }, 120_000);

  it.each(Object.entries(floods))(
    'of %s take bounded memory, and others are answered meanwhile',
    async (_name, flood) => {
      const { url, pid, output } = service;
      const headers = { 'x-tenant-id': api.tenant, accept: 'application/json, text/event-stream' };
      for (let count = 0; count < flood.asking; count += 1) askDeafly(url, flood, headers);
      const sip = () => {
        if (flood.sips) for (const socket of sockets) socket.read(1000);
      };
      const sips = setInterval(sip, 20);
      const isCut = (line: string) => line.includes('"aborted"') && line.includes(`"route":"${flood.route}"`);
      const cut = () => output().split('\n').filter(isCut).length;
      let [most, slowest] = [0, 0];
      const refused: string[] = [];
      const look = async () => {
        const [took, answer] = await Promise.all([secondsOf(other.get('/livez')), other.get('/memories')]);
        if (answer.body.data?.total !== 1) refused.push(answer.text);
        slowest = Math.max(slowest, took);
        most = Math.max(most, await residentOf(pid));
        return cut();
      };
      const until = performance.now() + 5_000;
      await expect
        .poll(async () => (await look()) >= flood.cut && performance.now() > until, { timeout: 100_000, interval: 250 })
        .toBe(true)
        .finally(() => clearInterval(sips));
      expect.soft(refused).toEqual([]);
      expect.soft(most).toBeLessThan(1.5 * rest);
      expect(slowest).toBeLessThan(5);
    },
  );
});
