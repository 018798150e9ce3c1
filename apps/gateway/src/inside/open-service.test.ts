import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readSettings } from '@hippocamp/runtime/settings';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenedService, openService } from './open-service.js';

const quick = { EMBEDDER: 'words', READER: 'none', LOG_LEVEL: 'error' };
let root = '';
let data = '';
let opened: OpenedService[] = [];
let programs: ChildProcess[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hippocamp-open-'));
  data = join(root, 'data');
});
afterEach(async () => {
  for (const program of programs) {
    if (program.exitCode !== null || program.signalCode !== null) continue;
    const ended = once(program, 'exit');
    program.kill('SIGKILL');
    await ended;
  }
  for (const one of opened) await one.close();
  [opened, programs] = [[], []];
  await rm(root, { recursive: true, force: true });
});

const open = async (patience = 100_000) => {
  const settings = readSettings({ ...quick, HIPPOCAMP_DATA: data });
  const one = await openService({ settings, patience });
  opened.push(one);
  return one;
};

const startGateway = async () => {
  const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
  const env = { ...quick, LOG_LEVEL: 'info', HIPPOCAMP_DATA: data, PORT: '0', PATH: '/usr/bin:/bin' };
  const program = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  programs.push(program);
  for await (const line of createInterface({ input: program.stdout })) if (line.includes('"listening"')) break;
  program.stdout.resume();
  return program;
};

const headers = { 'x-tenant-id': 'acme', 'content-type': 'application/json' };
const write = async ({ fetch, baseUrl }: OpenedService, content: string) => {
  const body = JSON.stringify({ tier: 'semantic', content });
  const answer = await fetch(`${baseUrl}/memories`, { method: 'POST', headers, body });
  expect(answer.status).toBe(201);
};
const contents = async ({ fetch, baseUrl }: OpenedService): Promise<string[]> => {
  const answer = await fetch(`${baseUrl}/memories`, { headers });
  const body = (await answer.json()) as { data: { memories: { content: string }[] } };
  return body.data.memories.map(({ content }) => content).sort();
};

describe('a service on a data folder', () => {
  it('is our own where nobody holds the folder, and that of the holder otherwise', async () => {
    const [own, second] = [await open(), await open()];
    expect([own.isOwn(), second.isOwn()]).toEqual([true, false]);
    await write(own, 'The kettle is blue.');
    await write(second, 'The door is red.');
    for (const each of [own, second]) expect(await contents(each)).toEqual(['The door is red.', 'The kettle is blue.']);
  });

  it('is reached at a socket for its user alone, which the lock names and which goes with it', async () => {
    const own = await open();
    const { socket } = JSON.parse(await readFile(join(data, 'hippocamp.lock'), 'utf8'));
    expect(socket).toBe(join(data, 'hippocamp.sock'));
    expect((await stat(socket)).mode & 0o777).toBe(0o600);
    await own.close();
    await expect(stat(socket)).rejects.toThrow('ENOENT');
  });

  it('is taken over by one of those who are left when its holder closes, and reached by the others', async () => {
    const [first, second, third] = [await open(), await open(), await open()];
    await write(first, 'The kettle is blue.');
    await first.close();
    expect(await Promise.all([second, third].map(contents))).toEqual([
      ['The kettle is blue.'],
      ['The kettle is blue.'],
    ]);
    expect([second.isOwn(), third.isOwn()].sort()).toEqual([false, true]);
  });

  it('is that of a gateway which runs on the folder, and goes on when that is killed', async () => {
    const gateway = await startGateway();
    const one = await open();
    expect(one.isOwn()).toBe(false);
    await write(one, 'The kettle is blue.');
    gateway.kill('SIGKILL');
    await once(gateway, 'exit');
    expect(await contents(one)).toEqual(['The kettle is blue.']);
    expect(one.isOwn()).toBe(true);
    await one.close();
    await startGateway();
    expect(await contents(await open())).toEqual(['The kettle is blue.']);
  });

  it('is reached where the path of the folder is too long for a socket', async () => {
    data = join(root, 'long'.repeat(30), 'data');
    const [own, second] = [await open(), await open()];
    const { socket } = JSON.parse(await readFile(join(data, 'hippocamp.lock'), 'utf8'));
    expect(Buffer.byteLength(socket)).toBeLessThan(104);
    await write(own, 'The kettle is blue.');
    expect(await contents(second)).toEqual(['The kettle is blue.']);
  });

  it.each([
    ['an earlier version, which has no socket', {}, `in use by process ${process.pid}`],
    ['another machine', { hostname: 'elsewhere', socket: '/nowhere.sock' }, 'of the machine elsewhere'],
    ['a process that never answers', { socket: '/nowhere.sock' }, 'does not answer'],
  ])('is refused where the folder is held by %s', async (_name, changes, sentence) => {
    await mkdir(data);
    const holder = { id: 'x', pid: process.pid, hostname: hostname(), processStart: null, bootId: null, startedAt: '' };
    await writeFile(join(data, 'hippocamp.lock'), JSON.stringify({ ...holder, ...changes }));
    await expect(open(100)).rejects.toThrow(sentence);
  });
});
