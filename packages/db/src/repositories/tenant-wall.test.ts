import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { newMemory, quietLog, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { migrate } from '@hippocamp/db/engine/migrate';
import { openPglite } from '@hippocamp/db/engine/pglite';
import { openPostgres } from '@hippocamp/db/engine/postgres';
import { asNobody, asTenant } from '@hippocamp/db/engine/tenant-scope';
import { tenantWallStands } from '@hippocamp/db/engine/tenant-wall';
import { type TestEngine, testEngines } from '@hippocamp/db/engine/testing/engines';
import { startTestServer } from '@hippocamp/db/engine/testing/postgres';
import { emptyTemplate } from '@hippocamp/db/engine/testing/template';
import { createRecords } from '@hippocamp/db/records';
import type { Database } from '@hippocamp/db/repositories/database';
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

  const inTransaction = <Result>(tenant: typeof acme, work: (inside: Database) => Promise<Result>): Promise<Result> =>
    asTenant(tenant, () => client.$transaction((transaction) => asNobody(() => work(behindWall(transaction, tenant)))));

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
    await inTransaction(globex, async (inside) => {
      expect(await seenBy(inside)).toEqual([{ tenant: globex }]);
      expect(await inside.memory.count({ where: { accessCount: 7 } })).toBe(0);
      expect(await withoutWall(inside).memory.count()).toBe(4);
      expect(await inside.memory.count()).toBe(2);
    });
    expect(await client.memory.count()).toBe(4);
  });

  it('holds for the statements of transactions that go on at the same moment, which Prisma sends together', async () => {
    let goOn: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let begun = 0;
    const seenAfterGate = (tenant: typeof acme) =>
      inTransaction(tenant, async (inside) => {
        begun += 1;
        if (begun === tenants.length) goOn();
        await gate;
        const counts = await Promise.all([
          inside.memory.findMany({ select: { tenantId: true } }),
          inside.$queryRaw<{ tenantId: string }[]>`select tenant_id as "tenantId" from memories`,
        ]);
        return counts.map((rows) => [...new Set(rows.map(({ tenantId }) => tenantId))]);
      });
    // One connection is enough for one transaction at a time.
    const tenants = opened.engine.kind === 'pglite' ? [acme] : [acme, globex];
    const seen = await Promise.all(tenants.map(seenAfterGate));
    expect(seen).toEqual(tenants.map((tenant) => [[tenant], [tenant]]));
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

it('stands on a newer server for a user who may only make roles', async () => {
  const engine = await openPglite({ folder: 'memory://', template: await emptyTemplate() });
  try {
    await engine.pool.query('create role maker createrole; alter schema public owner to maker');
    await engine.pool.query('grant create on database postgres to maker; set session authorization maker');
    await migrate(engine.pool);
    expect(await tenantWallStands(engine.pool)).toBe(true);
    const seen = await asTenant(acme, () => engine.pool.query('select current_user as role from memories limit 0'));
    expect(seen.rows).toEqual([]);
  } finally {
    await engine.close();
  }
});

it('refuses a user who would see no row of anybody', async () => {
  const engine = await openPglite({ folder: 'memory://', template: await emptyTemplate() });
  try {
    await migrate(engine.pool);
    await engine.pool.query(
      `create role service; grant hippocamp_tenant to service; set session authorization service`,
    );
    await expect(tenantWallStands(engine.pool)).rejects.toThrow('inherits the rights of hippocamp_tenant');
  } finally {
    await engine.close();
  }
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
  // Prisma sends those of one moment together, for whoever asked first.
  expect(texts.filter(([, text]) => text?.includes('findUnique'))).toEqual([]);
});
