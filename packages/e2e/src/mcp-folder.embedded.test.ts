/** @module-tag long */
import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { createApi } from './client.js';
import { remembered, useMcpClients, useUntilDone } from './mcp-client.js';
import { useOwnServices } from './own-service.js';
import { createRandom } from './random.js';
import { sentence } from './sentence.js';
import { runShell } from './shell-process.js';

const { start: startMcp } = useMcpClients();
const { start: startServices, place } = useOwnServices();
const folder = () => String(place().HIPPOCAMP_DATA);
const start = () => startMcp(['--data', folder()]);

const sentences = (count: number) => {
  const random = createRandom(7);
  return Array.from({ length: count }, (_, number) => sentence(number, random));
};
const tell = (client: Client | undefined, content: string) =>
  useUntilDone(client as Client, 'remember', { content, source: 'note' });

describe('programs on one folder', () => {
  it('are two at the same time, and each finds what the other was told', async () => {
    const [first, second] = await Promise.all([start(), start()]);
    const told = sentences(20);
    await Promise.all(told.map((content, number) => tell((number % 2 ? first : second)?.client, content)));
    for (const { client } of [first, second]) expect(await remembered(client)).toEqual([...told].sort());
  });

  it('are two with tools and a command at the same time, and all find what each was told', async () => {
    const [first, second] = await Promise.all([start(), start()]);
    const told = sentences(9);
    const command = { HIPPOCAMP_DATA: folder() };
    const [ended] = await Promise.all([
      runShell(['ingest', '-'], command, told[8]),
      ...told.slice(0, 8).map((content, number) => tell((number % 2 ? first : second)?.client, content)),
    ]);
    expect(ended).toMatchObject({ code: 0, aside: '' });
    for (const { client } of [first, second]) expect(await remembered(client)).toEqual([...told].sort());
    const { out } = await runShell(['query', told[0] ?? ''], command);
    expect(JSON.parse(out).results[0].memory.content).toBe(told[0]);
  });

  it.each([
    ['is killed', 'SIGKILL'],
    ['is told to stop', 'SIGTERM'],
  ] as const)('go on when the one that holds it %s', async (_name, signal) => {
    const holder = await start();
    await tell(holder.client, 'Ann lives in Turku.');
    const others = await Promise.all([start(), start()]);
    const told = sentences(20);
    const telling = Promise.all(told.map((content, number) => tell(others[number % 2]?.client, content)));
    process.kill(holder.pid, signal);
    await telling;
    for (const { client } of others) expect(await remembered(client)).toEqual(['Ann lives in Turku.', ...told].sort());
  });

  it('are tools beside a gateway that runs on it, and beside the next one', async () => {
    let gateway = await startServices();
    const { client } = await start();
    await tell(client, 'Ann lives in Turku.');
    const api = createApi(gateway.url, 'default');
    expect((await api.get('/memories')).body.data.total).toBe(1);
    await gateway.kill('SIGTERM');
    gateway = await startServices();
    await tell(client, 'Bea works at Acme.');
    expect((await createApi(gateway.url, 'default').get('/memories')).body.data.total).toBe(2);
  });
});

describe('the program', () => {
  const program = fileURLToPath(new URL('../../../apps/mcp/bin/hippocamp-mcp.mjs', import.meta.url));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env: {}, timeout: 60_000 });

  it.each([
    ['an argument that nobody knows', ['--dta', 'x'], '--help'],
    ['a URL that is none', ['--url', 'localhost'], 'http://127.0.0.1:8080'],
    ['a tenant that is none', ['--tenant', 'a b'], '--tenant'],
    ['an owner that is none', ['--owner', ' '], '--owner'],
    ['a folder and a URL', ['--url', 'http://127.0.0.1:1', '--data', 'x'], 'cannot stand together'],
    ['a folder that cannot be made', ['--data', '/dev/null/x'], '/dev/null/x cannot be made'],
  ])('says in one sentence what is wrong: %s', (_name, args, named) => {
    const { status, stdout, stderr } = run(...args);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(named);
  });

  it('explains itself', () => {
    expect(execFileSync(process.execPath, [program, '--help'], { encoding: 'utf8' })).toContain('--data <folder>');
  });
});
