import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { newMemory, quietLog, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { migrate } from '@hippocamp/db/engine/migrate';
import { openPostgres } from '@hippocamp/db/engine/postgres';
import { asTenant } from '@hippocamp/db/engine/tenant-scope';
import { tenantWallStands } from '@hippocamp/db/engine/tenant-wall';
import { type TestEngine, testEngines } from '@hippocamp/db/engine/testing/engines';
import { startTestServer } from '@hippocamp/db/engine/testing/postgres';
import { createRecords } from '@hippocamp/db/records';
import { behindWall, withoutWall } from '@hippocamp/db/repositories/tenant-wall';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PrismaClient } from '../generated/client.js';

const [acme, globex] = [tenantNamed('acme'), tenantNamed('globex')];

const tablesOfTenants = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id' order by 1`,
  );
  return rows.map(({ name }) => name);
};

describe.each(testEngines.filter(({ available }) => available))('the wall between tenants, on $kind,', ({ open }) => {
  let opened: TestEngine;
  let records: Awaited<ReturnType<typeof createRecords>>;
  let client: PrismaClient;
  const ids = sequentialIds();
  const pool = () => opened.engine.pool;

  beforeAll(async () => {
    opened = await open();
    await migrate(pool());
    records = await createRecords({ pool: pool(), kind: opened.engine.kind, log: quietLog });
    for (const tenant of [acme, globex]) {
      await records.forTenant(tenant).memories.insert([newMemory(ids.next()), newMemory(ids.next())]);
    }
    client = new PrismaClient({ adapter: new PrismaPg(pool() as never) });
  });
  afterAll(async () => {
    await client.$disconnect();
    await records.close();
    await opened.close();
  });

  const tenantsSeen = async (work: () => Promise<{ rows: { tenant: string }[] }>) =>
    (await work()).rows.map(({ tenant }) => tenant);

  it('stands before each table that has a tenant, those of later releases too', async () => {
    await pool().query('create table later (tenant_id text primary key)');
    expect(await tenantWallStands(pool())).toBe(false);
    await migrate(pool());
    expect(await tenantWallStands(pool())).toBe(true);
    await pool().query(`insert into later values ('acme'), ('globex')`);
    for (const table of await tablesOfTenants(pool())) {
      const seen = () => pool().query(`select tenant_id as tenant from ${table} group by 1`);
      const ofAcme = await tenantsSeen(() => asTenant(acme, seen));
      expect([table, ofAcme.filter((tenant) => tenant !== acme)]).toEqual([table, []]);
    }
    expect(
      await tenantsSeen(() => asTenant(acme, () => pool().query('select tenant_id as tenant from later'))),
    ).toEqual([acme]);
    await pool().query('drop table later');
  });

  it('hides the rows of others from a statement without its condition, in a transaction too', async () => {
    const own = behindWall(client, acme);
    const seenBy = (database: typeof own) =>
      database.$queryRaw<object[]>`select distinct tenant_id as tenant from memories`;
    expect(await seenBy(own)).toEqual([{ tenant: acme }]);
    expect(await own.memory.count()).toBe(2);
    expect(await own.memory.updateMany({ data: { accessCount: 7 } })).toEqual({ count: 2 });
    await client.$transaction(async (transaction) => {
      const inside = behindWall(transaction, globex);
      expect(await seenBy(inside)).toEqual([{ tenant: globex }]);
      expect(await inside.memory.count({ where: { accessCount: 7 } })).toBe(0);
      expect(await withoutWall(inside).memory.count()).toBe(4);
      expect(await inside.memory.count()).toBe(2);
    });
    expect(await client.memory.count()).toBe(4);
  });

  it('shows nothing where no tenant is told, and takes no row for another', async () => {
    expect(await behindWall(client, tenantNamed('')).memory.count()).toBe(0);
    const foreign = behindWall(client, acme).$executeRaw`
      insert into statement_counts (tenant_id, source, outcome, count) values ('globex', 'judge', 'kept', 1)`;
    await expect(foreign).rejects.toThrow(/row-level security/);
  });

  it('keeps statements of many tenants apart that wait for one connection after the other', async () => {
    const tenants = Array.from({ length: 40 }, (_, at) => tenantNamed(`tenant-${at}`));
    for (const tenant of tenants) await records.forTenant(tenant).memories.insert([newMemory(ids.next())]);
    const asked = tenants.flatMap((tenant) =>
      [1, 2, 3].map(async () => {
        const rows = await behindWall(client, tenant).memory.findMany({ select: { tenantId: true } });
        return [tenant, rows.map(({ tenantId }) => tenantId)];
      }),
    );
    const all = client.memory.count();
    for (const [tenant, seen] of await Promise.all(asked)) expect(seen).toEqual([tenant]);
    expect(await all).toBe(44);
  });
});

describe.skipIf(!testEngines.some(({ kind, available }) => kind === 'postgres' && available))('on a server', () => {
  const servedAs = async (rights: string, work: (pool: Pool, warnings: string[]) => Promise<void>) => {
    const server = await startTestServer();
    try {
      await server.tell(`create role service login ${rights}`);
      await server.tell('create database theirs owner service');
      const url = new URL(server.url);
      url.username = 'service';
      url.pathname = '/theirs';
      const engine = await openPostgres({ url: url.href, poolSize: 2, statementTimeoutMs: 60_000 });
      const warnings: string[] = [];
      try {
        await migrate(engine.pool);
        const log = { ...quietLog, warn: (_: object, message: string) => void warnings.push(message) };
        const records = await createRecords({ pool: engine.pool, kind: engine.kind, log });
        await records.forTenant(acme).memories.insert([newMemory(sequentialIds().next())]);
        expect(await records.forTenant(acme).memories.count({} as never)).toBe(1);
        await records.close();
        await work(engine.pool, warnings);
      } finally {
        await engine.close();
      }
    } finally {
      await server.stop();
    }
  };

  it('it stands where the user may make roles', () =>
    servedAs('createrole', async (pool, warnings) => {
      expect(warnings).toEqual([]);
      expect(await tenantWallStands(pool)).toBe(true);
    }));

  it('a user who may not is served without it, and that is said', () =>
    servedAs('', async (pool, warnings) => {
      expect(warnings.join()).toContain('does not keep tenants apart by itself');
      expect(await tenantWallStands(pool)).toBe(false);
    }));
});

it('few files ask without it: those whose statements need an index that the wall keeps from them', async () => {
  const folder = fileURLToPath(new URL('../../src/repositories', import.meta.url));
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
  const texts = await Promise.all(files.map(async (name) => [name, await readFile(`${folder}/${name}`, 'utf8')]));
  const asking = texts.filter(([, text]) => text?.includes('withoutWall(')).map(([name]) => name);
  expect(asking.sort()).toEqual([
    'entities.ts',
    'erasure.ts',
    'idempotency.ts',
    'ingest-answers.ts',
    'ingest-sessions.ts',
    'memories.ts',
    'memory-known.ts',
  ]);
  // Prisma joins those of several tenants in one statement.
  expect(
    texts.filter(([name, text]) => name !== 'named-locks.ts' && text?.includes('findUnique')).map(([name]) => name),
  ).toEqual(['memory-indexing.ts']);
});
