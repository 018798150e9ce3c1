import { migrate } from '@hippocamp/db/engine/migrate';
import { type TestEngine, testEngines } from '@hippocamp/db/engine/testing/engines';
import { type Memory, PrismaClient } from '@hippocamp/db/generated/client';
import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const at = (milliseconds: number) => new Date(Date.UTC(2026, 1, 3, 4, 5, 6, milliseconds));
const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

const memory = (number: number) => ({
  tenantId: 'acme',
  id: idOf(number),
  tier: 'episodic' as const,
  content: `memory ${number}`,
  importanceScore: 0.5,
  lastAccessedAt: at(1),
  recencyAt: at(2),
  occurredAt: at(3),
  metadata: { nested: [1, 'é', null, { deep: true }] },
  tags: ['one', 'with "quotes", and \\'],
  createdAt: at(7),
  updatedAt: at(7),
  tierSince: at(7),
  contentHash: 'f'.repeat(64),
});

describe.each(testEngines)('Prisma on $kind', ({ available, open }) => {
  let opened: TestEngine;
  let client: PrismaClient;
  const runs = test.skipIf(!available);
  const patience = { maxWait: 20_000, timeout: 20_000 };

  beforeAll(async () => {
    if (!available) return;
    opened = await open();
    await migrate(opened.engine.pool);
    client = new PrismaClient({ adapter: new PrismaPg(opened.engine.pool) });
  });
  afterAll(async () => {
    await client?.$disconnect();
    await opened?.close();
  });

  const find = (number: number): Promise<Memory | null> =>
    client.memory.findUnique({ where: { tenantId_id: { tenantId: 'acme', id: idOf(number) } } });
  const bump = (number: number) => ({
    where: { tenantId_id: { tenantId: 'acme', id: idOf(number) } },
    data: { accessCount: { increment: 1 } },
  });

  runs('writes, reads, changes and deletes', async () => {
    const made = await client.memory.create({ data: memory(1) });
    expect(made).toMatchObject({ ...memory(1), version: 1, indexedVersion: 0, accessCount: 0, deletedAt: null });
    expect(await find(1)).toEqual(made);
    expect((await client.memory.update(bump(1))).accessCount).toBe(1);
    await client.memory.delete({ where: bump(1).where });
    expect(await find(1)).toBeNull();
  });

  runs('keeps each millisecond', async () => {
    await client.memory.create({ data: { ...memory(2), occurredAt: at(0), createdAt: at(999), heldUntil: at(120) } });
    const found = await find(2);
    expect([found?.occurredAt, found?.createdAt, found?.heldUntil]).toEqual([at(0), at(999), at(120)]);
  });

  runs('filters by array and JSON', async () => {
    await client.memory.create({ data: { ...memory(3), tags: ['blue', 'red'], metadata: { colour: 'blue' } } });
    const where = { tenantId: 'acme', tags: { has: 'blue' }, metadata: { path: ['colour'], equals: 'blue' } };
    expect((await client.memory.findMany({ where })).map(({ id }) => id)).toEqual([idOf(3)]);
  });

  runs('tells a key that is taken', async () => {
    await client.memory.create({ data: memory(4) });
    await expect(client.memory.create({ data: memory(4) })).rejects.toMatchObject({ code: 'P2002' });
  });

  runs('tells a transaction that took too long from one that was not begun', async () => {
    const endless = client.$transaction(
      async (own) => {
        for (;;) await own.$queryRaw`select 1`;
      },
      { ...patience, timeout: 50 },
    );
    await expect(endless).rejects.toMatchObject({
      code: 'P2028',
      message: expect.not.stringMatching(/unable to start a transaction/i),
    });
    let release = () => {};
    const free = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holders = Array.from({ length: opened.engine.pool.options.max }, () =>
      client.$transaction(() => free, patience),
    );
    const late = client.$transaction(async () => undefined, { ...patience, maxWait: 50 });
    await expect(late.finally(() => release())).rejects.toMatchObject({
      code: 'P2028',
      message: expect.stringMatching(/unable to start a transaction/i),
    });
    await Promise.allSettled(holders);
  });

  runs('tells a reference to nothing', async () => {
    const data = { tenantId: 'acme', memoryId: idOf(99), sourceId: idOf(98) };
    await expect(client.memoryContextSource.create({ data })).rejects.toMatchObject({ code: 'P2003' });
  });

  runs('undoes a transaction that throws', async () => {
    const work = client.$transaction(async (tx) => {
      await tx.memory.create({ data: memory(5) });
      throw new Error('changed my mind');
    }, patience);
    await expect(work).rejects.toThrow('changed my mind');
    expect(await find(5)).toBeNull();
  });

  runs('undoes a transaction whose statement fails', async () => {
    await client.memory.create({ data: memory(6) });
    const work = client.$transaction(async (tx) => {
      await tx.memory.update(bump(6));
      await tx.memory.create({ data: memory(6) });
    }, patience);
    await expect(work).rejects.toMatchObject({ code: 'P2002' });
    expect((await find(6))?.accessCount).toBe(0);
  });

  runs('lets transactions follow each other', async () => {
    await client.memory.create({ data: memory(7) });
    const once = () =>
      client.$transaction(async (tx) => {
        await tx.memory.update(bump(7));
        await tx.memoryHistory.count({ where: { tenantId: 'acme' } });
        await tx.memory.update(bump(7));
      }, patience);
    await Promise.all(Array.from({ length: 8 }, once));
    expect((await find(7))?.accessCount).toBe(16);
  });

  runs('takes what belongs to a memory with it', async () => {
    await client.memory.create({
      data: { ...memory(8), history: { create: { version: 1, at: at(0), change: 'created' } } },
    });
    await client.memory.delete({ where: bump(8).where });
    expect(await client.memoryHistory.count({ where: { memoryId: idOf(8) } })).toBe(0);
  });

  runs('knows isolation levels', async () => {
    const level = await client.$transaction(
      (tx) => tx.$queryRaw<{ level: string }[]>`SELECT current_setting('transaction_isolation') AS level`,
      { ...patience, isolationLevel: 'Serializable' },
    );
    expect(level).toEqual([{ level: 'serializable' }]);
  });
});
