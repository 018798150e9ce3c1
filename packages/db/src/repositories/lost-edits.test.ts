import { createAgeingRules } from '@hippocamp/core/modules/ageing/rules';
import { createMemoryService } from '@hippocamp/core/modules/memories/memory-service';
import type { MemoryServiceDependencies } from '@hippocamp/core/modules/memory-store/memory-dependencies';
import { supersedeParts } from '@hippocamp/core/modules/memory-store/replaced-parts';
import { defaultPolicies } from '@hippocamp/core/modules/policies';
import type { TenantRepositories } from '@hippocamp/core/ports/records';
import { NOON, newMemory, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { nothingRead } from '@hippocamp/shared/language/reading';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

/** Transactions run one after the other on the embedded engine. */
const postgres = testEngines.find(({ kind }) => kind === 'postgres');

describe.skipIf(!postgres?.available)('an edit while a statement of its memory is replaced', () => {
  const [ids, tenant] = [sequentialIds(), tenantNamed('acme')];
  let opened: RecordsOn;
  beforeAll(async () => {
    if (postgres) opened = await openRecordsOn(postgres.open);
  });
  afterAll(() => opened?.close());

  const edit = (id: string, content: string) =>
    createMemoryService({
      ...{ records: opened.records, ids, clock: { now: () => NOON }, ageing: createAgeingRules(defaultPolicies) },
      indexing: { syncNow: async () => true },
      facts: { readToKeep: async () => [{ ...nothingRead, by: 'test' }] },
    } as unknown as MemoryServiceDependencies).update(
      { tenant, scopes: new Set<never>(), requestId: 'test' },
      id,
      { content },
      undefined,
    );

  /** Until somebody waits for the lock of an owner. */
  const somebodyWaits = () =>
    vi.waitUntil(
      async () => {
        const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
        return (await opened.pool.query(waiting)).rows.length > 0;
      },
      { timeout: 20_000 },
    );

  it('is not lost: it is made after that', async () => {
    const own = opened.records.forTenant(tenant);
    const [id, laterId, ownerEntityId] = [ids.next(), ids.next(), ids.next()];
    const content = 'I live in Oslo. I drink tea.';
    await own.memories.insert([newMemory(id, { ownerEntityId, content }), newMemory(laterId, { ownerEntityId })]);
    const editing: Promise<unknown>[] = [];
    await own.transaction(async (repositories: TenantRepositories) => {
      const { memories } = repositories;
      await repositories.lockOwner(ownerEntityId);
      const getMany: typeof memories.getMany = async (wanted) => {
        const read = await memories.getMany(wanted);
        editing.push(edit(id, 'I live in Oslo. I drink coffee.'));
        await Promise.race([...editing, somebodyWaits()]);
        return read;
      };
      const part = { id, laterId, start: 0, end: 'I live in Oslo.'.length };
      const pausing = { ...repositories, memories: { ...memories, getMany } };
      await supersedeParts(pausing, [part], { now: NOON, ids });
    });
    await Promise.all(editing);
    expect(await own.memories.get(id)).toMatchObject({ content: 'I live in Oslo. I drink coffee.', version: 3 });
  });
});
