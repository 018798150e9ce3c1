import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '@hippocamp/core/ports/log';
import type { MemoryRepository } from '@hippocamp/core/ports/records';
import { NOON, quietLog } from '@hippocamp/core/testing/builders';
import { openPglite } from '@hippocamp/db/engine/pglite';
import { emptyTemplate } from '@hippocamp/db/engine/testing/template';
import type { Pool } from 'pg';
import { expect, it, vi } from 'vitest';
import { createEmbeddedVacuum, notingMemories } from './embedded-vacuum.js';

it('a vacuum that fails is told, and the next one tried', async () => {
  const told: string[] = [];
  const log: Log = { ...quietLog, warn: (_fields, message) => void told.push(message) };
  const pool = { connect: () => Promise.reject(new Error('the engine is away')) } as unknown as Pool;
  const vacuum = createEmbeddedVacuum(pool, log);
  await expect.poll(() => told).toHaveLength(1);
  vacuum.noteWrites(1000);
  await vacuum.close();
  expect(told).toEqual(Array.from({ length: 2 }, () => 'The embedded database was not vacuumed.'));
});

const filesWith = async (folder: string, text: string): Promise<string[]> => {
  const entries = await readdir(join(folder, 'base'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const holding = await Promise.all(files.map(async (file) => (await readFile(file)).includes(text)));
  return files.filter((_file, at) => holding[at]);
};

it('erased words leave the files of tables once nothing waits, and how long that took is told', async () => {
  const root = await mkdtemp(join(tmpdir(), 'hippocamp-vacuum-'));
  const engine = await openPglite({ folder: join(root, 'database'), template: await emptyTemplate() });
  const { pool } = engine;
  const info = vi.fn();
  try {
    await pool.query(
      "create table kept (text text); insert into kept select 'canary ' || n from generate_series(1, 200) n",
    );
    await pool.query('analyze kept');
    await pool.query('checkpoint');
    expect(await filesWith(join(root, 'database'), 'canary 7')).not.toEqual([]);
    const vacuum = createEmbeddedVacuum(pool, { ...quietLog, info });
    await pool.query('delete from kept where true');
    const busy = await pool.connect();
    vacuum.noteErased();
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(info).not.toHaveBeenCalled();
    busy.release();
    await vi.waitFor(() => expect(info).toHaveBeenCalledTimes(1), { timeout: 20_000 });
    expect(info.mock.calls[0]?.[0]).toMatchObject({ tables: expect.any(Number), milliseconds: expect.any(Number) });
    expect(await filesWith(join(root, 'database'), 'canary 7')).toEqual([]);
    await vacuum.close();
  } finally {
    await engine.close();
    await rm(root, { recursive: true, force: true });
  }
});

it('a table whose indexes make it large is only vacuumed: all wait while they are made anew', async () => {
  const engine = await openPglite({ folder: 'memory://', template: await emptyTemplate() });
  const info = vi.fn();
  try {
    await engine.pool.query(`
      create table kept (words text); create index on kept (words); create index on kept (left(words, 900));
      insert into kept select md5(n::text) || repeat(md5(n::text), 30) from generate_series(1, 2000) n`);
    const { rows } = await engine.pool.query(
      "select pg_table_size('kept')::int as table, pg_total_relation_size('kept')::int as whole",
    );
    const vacuum = createEmbeddedVacuum(engine.pool, { ...quietLog, info }, (rows[0].table + rows[0].whole) / 2);
    await engine.pool.query('delete from kept where words < md5(1::text)');
    vacuum.noteErased();
    await vi.waitFor(() => expect(info).toHaveBeenCalledTimes(1), { timeout: 20_000 });
    expect(info.mock.calls[0]?.[0]).toMatchObject({ onlyVacuumed: ['public.kept'] });
    await vacuum.close();
  } finally {
    await engine.close();
  }
});

it('changes of memories count as writes, since each leaves a dead row', async () => {
  let writes = 0;
  const noteWrites = (rows: number) => {
    writes += rows;
  };
  const vacuum = { noteWrites, noteErased() {}, close: async () => {} };
  const done = async () => [];
  const changing = { update: done, recordAccess: done, rewrite: done, supersede: done, keepReadings: done };
  const memories = notingMemories(changing as unknown as MemoryRepository, vacuum);
  await memories.recordAccess('it', NOON);
  await memories.update('it', {}, NOON);
  expect(writes).toBe(2);
  const rows = Array.from({ length: 3 }, () => ({})) as never[];
  await memories.rewrite(rows, { marks: [] }, NOON);
  await memories.supersede(rows, NOON);
  await memories.keepReadings(rows);
  expect(writes).toBe(11);
});

it('an index with few rows on a page is not made again, since everybody would wait: its keys may be long', async () => {
  const root = await mkdtemp(join(tmpdir(), 'hippocamp-vacuum-'));
  const engine = await openPglite({ folder: join(root, 'database'), template: await emptyTemplate() });
  const asked: string[] = [];
  const watched = {
    connect: async () => {
      const client = await engine.pool.connect();
      const query = (statement: string) => {
        asked.push(statement);
        return client.query(statement);
      };
      return { query, release: () => client.release() };
    },
  } as unknown as Pool;
  try {
    const tables = ['memories', 'outbox', 'memory_facts', 'memory_history', 'memory_context_sources'];
    for (const name of [...tables, 'entities', 'events', 'relations', 'reviews'])
      await engine.pool.query(`create table ${name} (tenant_id text)`);
    await engine.pool.query(`
      create table wide (words int[]); create index wide_words_idx on wide using gin (words);
      insert into wide select array(select n * 300 + m from generate_series(1, 300) m) from generate_series(1, 500) n`);
    const vacuum = createEmbeddedVacuum(watched, quietLog);
    vacuum.noteWrites(100_000);
    await vi.waitFor(() => expect(asked.some((one) => one.startsWith('analyze public.wide'))).toBe(true), 20_000);
    await vacuum.close();
    const { rows } = await engine.pool.query(
      "select relpages > 4 and relpages > reltuples / 20 as few from pg_class where relname = 'wide_words_idx'",
    );
    expect(rows).toEqual([{ few: true }]);
    expect(asked.filter((one) => one.startsWith('reindex'))).toEqual([]);
  } finally {
    await engine.close();
    await rm(root, { recursive: true, force: true });
  }
});
