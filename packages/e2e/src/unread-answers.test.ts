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

/** kB of memory that a process has. */
const residentOf = async (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Asks, and reads nothing. */
const askDeafly = (url: string, path: string, tenant: string) => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  sockets.push(socket.on('error', () => undefined));
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nx-tenant-id: ${tenant}\r\n\r\n`);
};

describe('answers that nobody reads', () => {
  const { start } = useOwnServices();

  it('take bounded memory, and others are answered meanwhile', async () => {
    const { url, pid, output } = await start();
    const [api, other] = [createApi(url), createApi(url)];
    const content = 'abcd '.repeat(9990);
    const memories = Array.from({ length: 20 }, (_, place) => ({ tier: 'semantic', content: `${place} ${content}` }));
    for (let count = 0; count < 5; count += 1) await api.post('/memories/batch', { memories });
    await other.post('/memories', { tier: 'semantic', content: 'I live in Turku.' });
    const before = await residentOf(pid);
    for (let count = 0; count < 60; count += 1) askDeafly(url, '/memories?limit=100', api.tenant);
    const cut = () => output().split('"aborted"').length - 1;
    const look = async () => {
      expect((await other.get('/memories')).body.data.total).toBe(1);
      expect(await residentOf(pid)).toBeLessThan(1.5 * before);
      return cut();
    };
    await expect.poll(look, { timeout: 120_000, interval: 250 }).toBeGreaterThan(30);
  });
});
