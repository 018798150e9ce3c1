import type { TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { RowVersion } from '../../ports/records.js';
import { filterOf, minutesAfter, NOON } from '../builders.js';
import { indexNow, insertEach, leaseOf, type Stage, sorted } from './stage.js';

/** Below all that others check at. */
const LONG_AGO = new Date('1980-01-01T00:00:00.000Z');

export function reconcilingSuite(stage: Stage): void {
  describe('what the index should hold', () => {
    it('is told in order of id, tombstones included', async () => {
      const { own } = stage.tenant();
      const ids = await insertEach(stage, own.memories, [{}, {}, {}, {}, {}]);
      const [, indexed = '', archived = '', buried = ''] = ids;
      await indexNow(own.memories, [indexed]);
      await own.memories.update(archived, { archivedAt: NOON }, NOON);
      await own.memories.bury([buried], NOON);
      const rows = ids.map((id): RowVersion => {
        const absent = id === archived || id === buried;
        return { id, version: absent ? 2 : 1, indexedVersion: id === indexed ? 1 : 0, absent };
      });
      expect(await own.memories.versions(null, 9)).toEqual(rows);
      expect(await own.memories.versions(null, 2)).toEqual(rows.slice(0, 2));
      expect(await own.memories.versions(indexed, 2)).toEqual(rows.slice(2, 4));
      expect(await own.memories.versions(ids[4] ?? '', 2)).toEqual([]);
      const some = await own.memories.versionsOf([...ids.slice(0, 2), ids[0] ?? '']);
      expect(some.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(rows.slice(0, 2));
      expect(await own.memories.versionsOf([])).toEqual([]);
    });

    it('is brought back: rows that the index lost are not indexed, and their jobs are enqueued', async () => {
      const { own } = stage.tenant();
      const [kept = '', lost = ''] = await insertEach(stage, own.memories, [{}, {}]);
      await indexNow(own.memories, [kept, lost]);
      await own.memories.markUnindexed([lost, stage.ids.next()], NOON);
      await own.memories.markUnindexed([], NOON);
      const { unindexed } = await own.memories.lists(filterOf(), 9, 9);
      expect(unindexed.map(({ id }) => id)).toEqual([lost]);
      expect(await own.outbox.leaseMore('index', leaseOf(stage), 9)).toEqual([lost]);
      expect(await own.memories.get(lost)).toMatchObject({ version: 1, updatedAt: minutesAfter(-1) });
      await indexNow(own.memories, [lost]);
      expect(await own.memories.versions(null, 9)).toMatchObject([{ indexedVersion: 1 }, { indexedVersion: 1 }]);
    });
  });

  describe('tenants', () => {
    const everyone = async (): Promise<TenantId[]> => {
      const all: TenantId[] = [];
      for (;;) {
        const page = await stage.records.tenants(all.at(-1) ?? null, 7);
        all.push(...page);
        if (page.length < 7) return all;
      }
    };

    it('are told in order, each once: all that have written', async () => {
      const before = await everyone();
      const [first, second, third] = [stage.tenant(), stage.tenant(), stage.tenant()];
      await insertEach(stage, first.own.memories, [{}, {}, {}]);
      await second.own.vocabulary.noteChanges(1);
      await insertEach(stage, third.own.memories, [{}]);
      await third.own.vocabulary.noteChanges(1);
      const after = await everyone();
      expect(sorted(after)).toEqual(sorted([...before, first.tenant, second.tenant, third.tenant]));
      expect(new Set(after).size).toBe(after.length);
    });

    it('take turns in having their index compared', async () => {
      const made = [stage.tenant(), stage.tenant(), stage.tenant()];
      for (const { own } of made) await own.vocabulary.noteChanges(1);
      // Everyone there is, so that the order is known from here on.
      const all = await stage.records.takeIndexChecks(10_000, LONG_AGO);
      expect(sorted(all)).toEqual(expect.arrayContaining(sorted(made.map(({ tenant }) => tenant))));
      const { tenant, own } = stage.tenant();
      await own.vocabulary.noteChanges(1);
      expect(await stage.records.takeIndexChecks(1, minutesAfter(1, LONG_AGO))).toEqual([tenant]);
      const rest = await stage.records.takeIndexChecks(all.length, minutesAfter(2, LONG_AGO));
      expect(sorted(rest)).toEqual(sorted(all));
      expect(await stage.records.takeIndexChecks(1, minutesAfter(3, LONG_AGO))).toEqual([tenant]);
      // A refresh of the vocabulary leaves the turn as it is.
      await own.vocabulary.replace({ memories: 1, frequencies: {}, speakers: [], changesSeen: 0, at: NOON });
      expect(await stage.records.takeIndexChecks(all.length, minutesAfter(4, LONG_AGO))).not.toContain(tenant);
    });

    it('are compared by one of many at once', async () => {
      const made = Array.from({ length: 15 }, () => stage.tenant());
      for (const { own } of made) await own.vocabulary.noteChanges(1);
      const taken = await Promise.all(
        Array.from({ length: 5 }, (_, index) => stage.records.takeIndexChecks(3, minutesAfter(index, NOON))),
      );
      const tenants = taken.flat();
      expect(new Set(tenants).size).toBe(tenants.length);
      await stage.records.takeIndexChecks(10_000, LONG_AGO);
    });
  });
}
