import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate, migrationState } from '@hippocamp/db/engine/migrate';
import { type TestEngine, testEngines } from '@hippocamp/db/engine/testing/engines';
import { emptyTemplate } from '@hippocamp/db/engine/testing/template';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

interface SchemaEngine {
  difference(): Promise<string | null>;
  diagnose(): Promise<Record<string, unknown>>;
  drift(): Promise<string | null>;
  apply(): Promise<string[]>;
  close(): Promise<void>;
}

/** The tool is for developers and not in the package, so it has no types. */
const toolUrl = new URL('../../tools/schema-engine.mjs', import.meta.url).href;
const openSchemaEngine = async (settings: { pool?: Pool; folder?: string }): Promise<SchemaEngine> =>
  (await import(/* @vite-ignore */ toolUrl)).openSchemaEngine({ ...settings, template: await emptyTemplate() });

const ours = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** A splitter of statements would break this migration. */
const FUNCTION = `CREATE FUNCTION twice(a int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN a; RETURN 2 * a; END; $$;
CREATE TABLE later (a int);`;

test('the migrations make what the schema says', { tags: ['long'] }, async () => {
  const prisma = await openSchemaEngine({});
  try {
    expect(await prisma.difference()).toBeNull();
  } finally {
    await prisma.close();
  }
});

describe.each(testEngines)('migrations on $kind', ({ available, open }) => {
  let opened: TestEngine;
  let folder: string;
  const pool = () => opened.engine.pool;
  const runs = test.skipIf(!available);

  beforeAll(async () => {
    if (available) opened = await open();
  });
  afterAll(() => opened?.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hippocamp-migrations-'));
    await cp(ours, folder, { recursive: true });
    if (available) await pool().query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const add = async (name: string, script: string) => {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, 'migration.sql'), script);
  };
  const names = async () =>
    (await readdir(ours, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const rows = async () => {
    const sql =
      'SELECT checksum, migration_name, logs, rolled_back_at, applied_steps_count, finished_at >= started_at AS finished';
    return (await pool().query(`${sql} FROM _prisma_migrations ORDER BY started_at, migration_name`)).rows;
  };
  const columns = async () => {
    const sql =
      'SELECT column_name, data_type, character_maximum_length, is_nullable, column_default FROM information_schema.columns';
    return (await pool().query(`${sql} WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`)).rows;
  };

  runs('applies what is missing, once', async () => {
    expect(await migrate(pool())).toEqual(await names());
    expect(await migrate(pool())).toEqual([]);
    await add('99990101000000_later', FUNCTION);
    expect(await migrate(pool(), folder)).toEqual(['99990101000000_later']);
    expect((await pool().query('SELECT twice(2), count(*)::int FROM later')).rows).toEqual([{ twice: 2, count: 0 }]);
  });

  runs('leaves the same table behind as Prisma Migrate', { tags: ['long'] }, async () => {
    await add('99990101000000_later', 'CREATE TABLE later (a int);');
    await migrate(pool(), folder);
    const written = { rows: await rows(), columns: await columns() };
    await pool().query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    const prisma = await openSchemaEngine({ pool: pool(), folder });
    try {
      expect(await prisma.apply()).toEqual([...(await names()), '99990101000000_later']);
      expect(written).toEqual({ rows: await rows(), columns: await columns() });
    } finally {
      await prisma.close();
    }
  });

  runs('is seen by Prisma Migrate as complete, without drift', { tags: ['long'] }, async () => {
    await migrate(pool());
    const prisma = await openSchemaEngine({ pool: pool() });
    try {
      expect(await prisma.diagnose()).toEqual({
        history: null,
        failedMigrationNames: [],
        editedMigrationNames: [],
        hasMigrationsTable: true,
      });
      expect(await prisma.drift()).toBeNull();
      await pool().query('ALTER TABLE outbox ADD COLUMN stray int');
      expect(await prisma.drift()).toContain('Added column `stray`');
    } finally {
      await prisma.close();
    }
  });

  runs('keeps nothing of a migration that fails, and goes no further', async () => {
    await add('99990101000000_broken', 'CREATE TABLE half (a int); INSERT INTO half VALUES (1/0);');
    await add('99990102000000_after', 'CREATE TABLE after_it (a int);');
    await expect(migrate(pool(), folder)).rejects.toThrow(/99990101000000_broken failed.*22012.*division by zero/s);
    await expect(pool().query('SELECT * FROM half')).rejects.toMatchObject({ code: '42P01' });
    await expect(migrate(pool(), folder)).rejects.toThrow(/99990101000000_broken failed at .*start again/s);
    await expect(pool().query('SELECT * FROM after_it')).rejects.toMatchObject({ code: '42P01' });
    expect((await rows()).at(-1)).toMatchObject({ applied_steps_count: 0, finished: null });
  });

  runs('goes on once the failure is marked as rolled back', async () => {
    await add('99990101000000_broken', 'SELECT 1/0');
    await expect(migrate(pool(), folder)).rejects.toThrow('failed');
    await pool().query('UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL');
    await add('99990101000000_broken', 'SELECT 1');
    expect(await migrate(pool(), folder)).toEqual(['99990101000000_broken']);
  });

  runs('refuses a migration that was changed after it was applied', async () => {
    await migrate(pool(), folder);
    const [name] = await names();
    const path = join(folder, name ?? '', 'migration.sql');
    const script = await readFile(path, 'utf8');
    await writeFile(path, script.replaceAll('\n', '\r\n'));
    expect(await migrate(pool(), folder)).toEqual([]);
    await writeFile(path, `${script}-- more\n`);
    await expect(migrate(pool(), folder)).rejects.toThrow(`The migration ${name} was changed`);
  });

  runs('leaves a database as it is that a newer program has used', async () => {
    await add('99990101000000_later', 'CREATE TABLE later (a int)');
    await migrate(pool(), folder);
    expect(await migrate(pool())).toEqual([]);
    expect(await migrationState(pool())).toEqual({ pending: [], failed: [], newer: ['99990101000000_later'] });
    expect((await pool().query('SELECT * FROM later')).rows).toEqual([]);
  });

  runs('leaves a failure of a newer program to that one', async () => {
    await migrate(pool());
    await add('99990101000000_contract_broken', 'SELECT 1/0');
    await expect(migrate(pool(), folder)).rejects.toThrow('failed');
    expect(await migrate(pool())).toEqual([]);
    expect(await migrationState(pool())).toEqual({ pending: [], failed: [], newer: [] });
  });

  runs(
    'refuses a database from which a newer program has taken away what this one needs, and says how to go back',
    async () => {
      await add('99990101000000_later', 'SELECT 1');
      await add('99990102000000_contract_later', 'ALTER TABLE outbox DROP COLUMN last_error');
      await migrate(pool(), folder);
      for (const look of [migrate, migrationState]) {
        await expect(look(pool())).rejects.toThrow(/99990102000000_contract_later of a newer .* put back a backup/);
      }
    },
  );

  runs('lets each be applied by one of several', async () => {
    const done = await Promise.all([1, 2, 3].map(() => migrate(pool())));
    expect(done.flat().sort()).toEqual(await names());
  });

  describe('the state', () => {
    runs('names what is still to be applied, and needs no right but to read', async () => {
      await pool().query('DROP ROLE IF EXISTS reader');
      await pool().query('CREATE ROLE reader');
      const client = await pool().connect();
      try {
        await client.query('BEGIN; SET LOCAL ROLE reader; SET TRANSACTION READ ONLY');
        const reader = client as unknown as Pool;
        expect(await migrationState(reader)).toEqual({ pending: await names(), failed: [], newer: [] });
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
      await migrate(pool());
      expect(await migrationState(pool())).toEqual({ pending: [], failed: [], newer: [] });
      await add('99990101000000_later', FUNCTION);
      expect(await migrationState(pool(), folder)).toEqual({
        pending: ['99990101000000_later'],
        failed: [],
        newer: [],
      });
    });

    runs('names what failed', async () => {
      await migrate(pool());
      await add('99990101000000_broken', 'SELECT nothing');
      await expect(migrate(pool(), folder)).rejects.toThrow('99990101000000_broken failed');
      const broken = ['99990101000000_broken'];
      expect(await migrationState(pool(), folder)).toEqual({ pending: broken, failed: broken, newer: [] });
    });
  });
});
