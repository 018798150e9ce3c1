import type { TenantRepositories } from '@hippocamp/core/ports/records';
import { NOON, newMemory, quietLog, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { migrate } from '@hippocamp/db/engine/migrate';
import { type TestEngine, testEngines } from '@hippocamp/db/engine/testing/engines';
import { createRecords } from '@hippocamp/db/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Transactions run one after the other on the embedded engine. */
const postgres = testEngines.find(({ kind }) => kind === 'postgres');

describe.skipIf(!postgres?.available)('two who want the same rows in another order', () => {
  const [ids, tenant] = [sequentialIds(), tenantNamed('acme')];
  let opened: TestEngine | undefined;
  let records: Awaited<ReturnType<typeof createRecords>>;
  beforeAll(async () => {
    opened = await postgres?.open();
    if (!opened) return;
    await migrate(opened.engine.pool);
    records = await createRecords({ pool: opened.engine.pool, kind: 'postgres', log: quietLog });
  });
  afterAll(async () => {
    await records?.close();
    await opened?.close();
  });

  it('are both done: whom the database undid begins again', async () => {
    const own = records.forTenant(tenant);
    const [first, second] = [newMemory(ids.next()), newMemory(ids.next())];
    await own.memories.insert([first, second]);
    let tries = 0;
    let otherDone: Promise<unknown> = Promise.resolve();
    const holding: (() => void)[] = [];
    /** Each goes on when the other has its first row. */
    const bothHold = () =>
      new Promise<void>((resolve) => {
        holding.push(resolve);
        if (holding.length >= 2) for (const goOn of holding) goOn();
      });
    const change = (one: string, other: string) =>
      own.transaction(async ({ memories }: TenantRepositories) => {
        tries += 1;
        // Whom the database undid may not take the row again before the other comes to it.
        if (tries > 2) await otherDone;
        await memories.get(one, { lock: true });
        await bothHold();
        await memories.update(other, { importanceScore: 0.9 }, NOON);
      });
    const both = [change(first.id, second.id), change(second.id, first.id)];
    otherDone = Promise.race(both);
    await Promise.all(both);
    expect(tries).toBe(3);
    const after = await own.memories.getMany([first.id, second.id]);
    expect(after.map(({ importanceScore }) => importanceScore)).toEqual([0.9, 0.9]);
  });
});
