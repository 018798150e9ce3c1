/** @module-tag long */
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '@hippocamp/db/engine/engine';
import { openPglite } from '@hippocamp/db/engine/pglite';
import { startProgram } from '@hippocamp/db/engine/testing/programs';
import { emptyTemplate } from '@hippocamp/db/engine/testing/template';
import { PrismaClient } from '@hippocamp/db/generated/client';
import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let root: string;
let template: Uint8Array;
let folder: string;
const opened: Engine[] = [];

const open = async (settings: { folder: string; template?: Uint8Array }) => {
  const engine = await openPglite(settings);
  opened.push(engine);
  return engine;
};

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hippocamp-pglite-'));
  const engine = await open({ folder: 'memory://', template: await emptyTemplate() });
  await engine.pool.query('CREATE TABLE kept (a int); INSERT INTO kept VALUES (1)');
  template = (await engine.dump?.()) ?? new Uint8Array();
});
beforeEach(async () => {
  folder = join(await mkdtemp(join(root, 'data-')), 'database');
});
afterAll(async () => {
  await Promise.all(opened.map((engine) => engine.close()));
  await rm(root, { recursive: true, force: true });
});

const rows = async (engine: Engine) => (await engine.pool.query('SELECT * FROM kept ORDER BY a')).rows;

test('a folder keeps what was written, and a template is only for a new one', async () => {
  const first = await openPglite({ folder, template });
  await first.pool.query('INSERT INTO kept VALUES (2)');
  await first.close();
  const second = await open({ folder, template });
  expect(await rows(second)).toEqual([{ a: 1 }, { a: 2 }]);
});

test('one that cannot write says so, and that it can again', async () => {
  const engine = await open({ folder, template });
  await engine.ping();
  await symlink('/dev/full', join(folder, 'hippocamp.room'));
  await expect(engine.ping()).rejects.toThrow('takes no writes: its disk is full');
  await engine.ping();
});

test('a database is made from nothing', async () => {
  const engine = await open({ folder: 'memory://' });
  expect((await engine.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('a template can be used again, and holds nothing of the others', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => open({ folder: 'memory://', template })));
  await first?.pool.query('INSERT INTO kept VALUES (2)');
  expect(second && (await rows(second))).toEqual([{ a: 1 }]);
});

test('vectors are there', async () => {
  const engine = await open({ folder: 'memory://', template });
  await engine.pool.query('CREATE EXTENSION vector');
  const { rows: found } = await engine.pool.query("SELECT '[1,0]'::vector <=> '[0,1]'::vector AS distance");
  expect(found).toEqual([{ distance: 1 }]);
});

test('a creation that was interrupted starts again', async () => {
  const half = await open({ folder, template });
  await half.close();
  await rm(join(folder, 'global'), { recursive: true });
  await writeFile(join(folder, 'hippocamp.creating'), '');
  const engine = await open({ folder, template });
  expect(await rows(engine)).toEqual([{ a: 1 }]);
  expect(await readdir(folder)).not.toContain('hippocamp.creating');
});

test('a folder that cannot be opened is named', async () => {
  const engine = await open({ folder, template });
  await engine.close();
  await rm(join(folder, 'global', 'pg_control'));
  await expect(openPglite({ folder })).rejects.toThrow(`The embedded database in ${folder} could not be opened`);
});

test('when the engine fails, everything that waits for it rejects, and so does everything after', async () => {
  const engine = await open({ folder: 'memory://', template });
  const client = new PrismaClient({ adapter: new PrismaPg(engine.pool) });
  const borrowed = await engine.pool.connect();
  const failing = borrowed.query('COPY kept FROM STDIN');
  const waiting = engine.pool.query('SELECT 1');
  const lost = { code: 'ECONNRESET', message: expect.stringContaining('The embedded database has stopped') };
  // None of their statements was under way.
  const refused = { ...lost, code: 'ECONNREFUSED' };
  await expect(failing).rejects.toMatchObject(lost);
  borrowed.release();
  await expect(waiting).rejects.toMatchObject(refused);
  await expect(engine.pool.query('SELECT 1')).rejects.toMatchObject(refused);
  await expect(client.memory.count()).rejects.toMatchObject({ code: 'P1001' });
  await expect(engine.dump?.()).rejects.toMatchObject(refused);
  await engine.close();
});

test('closing rejects what still waits, and loses only what was not committed', async () => {
  const engine = await openPglite({ folder, template });
  const borrowed = await engine.pool.connect();
  await borrowed.query('BEGIN; INSERT INTO kept VALUES (3)');
  const closing = engine.close();
  borrowed.release();
  await closing;
  const again = await open({ folder });
  expect(await rows(again)).toEqual([{ a: 1 }]);
});

/** Kills the writer after `pairs` acknowledgements; returns the last one that it still wrote. */
async function writeAndKill(pairs: number): Promise<number> {
  const writer = startProgram('crash-writer', folder);
  let last = 0;
  try {
    for (let count = 0; count < pairs; count += 1) last = Number(await writer.line());
  } finally {
    await writer.kill();
  }
  for (let line = await writer.line(); line !== null; line = await writer.line()) last = Number(line);
  return last;
}

test('a kill -9 loses nothing that was acknowledged and leaves no half of a transaction', async () => {
  await (await open({ folder, template })).close();
  for (const pairs of [30, 200, 75]) {
    const acknowledged = await writeAndKill(pairs);
    const engine = await open({ folder });
    const sql = 'SELECT count(*)::int AS halves, count(DISTINCT pair)::int AS pairs, max(pair) AS last FROM pairs';
    const [found] = (await engine.pool.query(sql)).rows;
    await engine.close();
    expect(found.last).toBeGreaterThanOrEqual(acknowledged);
    expect(found).toEqual({ halves: 2 * found.last, pairs: found.last, last: found.last });
  }
}, 120_000);
