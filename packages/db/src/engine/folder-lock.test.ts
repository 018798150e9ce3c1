import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from '@hippocamp/db/engine/folder-lock';
import { type Program, startProgram } from '@hippocamp/db/engine/testing/programs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let folder: string;
let lock: string;
const programs: Program[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hippocamp-lock-'));
  lock = join(folder, 'hippocamp.lock');
});
afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.kill()));
  await rm(folder, { recursive: true, force: true });
});

const start = async () => {
  const program = startProgram('lock-holder', folder);
  programs.push(program);
  expect(await program.line()).toBe('ready');
  return program;
};
const tryLock = async (program: Program) => {
  program.tell('go');
  return program.line();
};
const holder = async () => JSON.parse(await readFile(lock, 'utf8'));
const leaveBehind = async (changes: object) => writeFile(lock, JSON.stringify({ ...(await ownContent()), ...changes }));
const ownContent = async () => {
  const held = await lockFolder(folder);
  const content = await holder();
  await held.release();
  return content;
};
const deadPid = async () => {
  const program = await start();
  const { pid } = program.process;
  await program.kill();
  return pid;
};

test('a second process is refused, and told by whom', async () => {
  const [first, second] = [await start(), await start()];
  expect(await tryLock(first)).toBe('locked');
  const refusal = await tryLock(second);
  expect(refusal).toContain(folder);
  expect(refusal).toMatch(new RegExp(`^refused: .* in use by process ${first.process.pid}, .*Stop that process`));
});

test('the same process is refused too', async () => {
  const held = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`);
  await held.release();
});

test('a released lock leaves nothing behind and can be taken again', async () => {
  const held = await lockFolder(folder);
  expect(await readdir(folder)).toEqual(['hippocamp.lock']);
  await held.release();
  await held.release();
  expect(await readdir(folder)).toEqual([]);
  await (await lockFolder(folder)).release();
});

test('releasing does not touch the lock of another', async () => {
  const held = await lockFolder(folder);
  await writeFile(lock, JSON.stringify({ id: 'other', pid: 1, hostname: hostname() }));
  await held.release();
  expect((await holder()).id).toBe('other');
});

test('the lock of a killed process is taken over', async () => {
  const first = await start();
  expect(await tryLock(first)).toBe('locked');
  await first.kill();
  const held = await lockFolder(folder);
  expect((await holder()).pid).toBe(process.pid);
  expect(await readdir(folder)).toEqual(['hippocamp.lock']);
  await held.release();
});

describe('a lock that was left behind', () => {
  test.each([
    ['by a process that started at another time', { processStart: '1' }],
    ['before the machine started again', { bootId: '00000000-0000-0000-0000-000000000000' }],
  ])('%s is taken over', async (_name, changes) => {
    await leaveBehind(changes);
    await (await lockFolder(folder)).release();
  });

  test('by another machine is kept', async () => {
    await leaveBehind({ hostname: 'elsewhere', bootId: 'another' });
    await expect(lockFolder(folder)).rejects.toThrow(/of the machine elsewhere.*delete .*hippocamp\.lock/);
  });

  test('in words that nobody knows is kept', async () => {
    await writeFile(lock, 'anything');
    await expect(lockFolder(folder)).rejects.toThrow('has a lock that cannot be read');
  });
});

test('a successor that died while taking over has a successor in turn', async () => {
  const first = await start();
  await tryLock(first);
  await first.kill();
  const left = await readFile(lock, 'utf8');
  const held = await lockFolder(folder);
  const name = createHash('sha256').update(left).digest('hex').slice(0, 32);
  await held.release();
  await writeFile(lock, left);
  await writeFile(`${lock}.${name}`, JSON.stringify({ ...JSON.parse(left), id: 'claimed' }));
  await (await lockFolder(folder)).release();
  expect(await readdir(folder)).toEqual([]);
});

test('of many that come at once exactly one gets it', async () => {
  const pid = await deadPid();
  for (let round = 0; round < 30; round += 1) {
    await leaveBehind({ id: `round ${round}`, pid });
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
    const won = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(won).toHaveLength(1);
    await won[0]?.release();
    expect(await readdir(folder)).toEqual([]);
  }
});

test('of eight processes over a lock that was left behind exactly one gets it', async () => {
  await leaveBehind({ pid: await deadPid() });
  const all = await Promise.all(Array.from({ length: 8 }, start));
  const results = await Promise.all(all.map(tryLock));
  expect(results.filter((result) => result === 'locked')).toHaveLength(1);
  expect(results.filter((result) => result?.startsWith('refused: '))).toHaveLength(7);
  expect((await holder()).pid).toBe(all[results.indexOf('locked')]?.process.pid);
});
