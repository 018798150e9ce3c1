import { describe, expect, it } from 'vitest';
import type { EntityRepository } from '../../ports/records.js';
import { minutesAfter, NOON, newArtifact, newEntity, newEvent, newIngest, newMemory, newReview } from '../builders.js';
import type { Stage } from './stage.js';
import { walkPages } from './walk-pages.js';

const full = {
  type: "it's \"a\" 'type'",
  name: 'Ännchen 😀',
  properties: { list: [1, { deep: null }] },
  tags: ['a', 'it\'s {b}, "c"'],
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
};

const namesOf = async (entities: EntityRepository, filter: Parameters<EntityRepository['page']>[0]) =>
  (await entities.page(filter, { limit: 50, offset: 0 })).rows.map(({ name }) => name);

export function entitiesSuite(stage: Stage): void {
  describe('entities', () => {
    it('are read as they were inserted', async () => {
      const { entities } = stage.tenant().own;
      const [plain, rich] = [newEntity(stage.ids.next()), newEntity(stage.ids.next(), full)];
      await entities.insert([plain, rich]);
      expect(await entities.get(plain.id)).toEqual(plain);
      expect(await entities.get(rich.id, { lock: true })).toEqual(rich);
      expect(await entities.get(stage.ids.next())).toBeNull();
      const both = await entities.namesOf([plain.id, rich.id, stage.ids.next()]);
      // Nothing else is read, since properties may be long.
      const names = [plain, rich].map(({ id, type, name }) => ({ id, type, name }));
      expect(both.toSorted((first, second) => (first.id < second.id ? -1 : 1))).toEqual(names);
      expect(await stage.tenant().own.entities.namesOf([plain.id])).toEqual([]);
      expect((await entities.page({}, { limit: 5, offset: 0 })).rows).toEqual([plain, rich]);
    });

    it('are changed by the members that are there', async () => {
      const { entities } = stage.tenant().own;
      const entity = newEntity(stage.ids.next(), full);
      await entities.insert([entity]);
      const renamed = { ...entity, name: 'New', version: 2, updatedAt: NOON };
      expect(await entities.update(entity.id, { name: 'New', tags: undefined }, NOON)).toEqual(renamed);
      const emptied = { ...renamed, properties: {}, tags: [], version: 3, updatedAt: minutesAfter(1) };
      expect(await entities.update(entity.id, { properties: {}, tags: [] }, minutesAfter(1))).toEqual(emptied);
      expect(await entities.get(entity.id)).toEqual(emptied);
      expect(await entities.update(stage.ids.next(), { name: 'x' }, NOON)).toBeNull();
    });

    it('say whose something is, and nothing of what is not there, was deleted, or is of another tenant', async () => {
      const { own } = stage.tenant();
      const [owner, memory, gone, shared, artifact, trace, event, review] = Array.from({ length: 8 }, () =>
        stage.ids.next(),
      );
      await own.memories.insert([
        newMemory(memory ?? '', { ownerEntityId: owner }),
        newMemory(gone ?? '', { ownerEntityId: owner }),
        newMemory(shared ?? ''),
      ]);
      await own.memories.bury([gone ?? ''], NOON);
      await own.artifacts.insert(newArtifact(artifact ?? '', { ownerEntityId: owner }));
      await own.ingests.insert(
        newIngest(trace ?? '', { artifactId: artifact ?? '', request: { ownerEntityId: owner } }),
      );
      await own.events.insert([newEvent(event ?? '', { actorEntityId: owner })]);
      await own.reviews.add([newReview(review ?? '', { ownerEntityId: owner })]);
      const of = { memory, artifact, ingest: trace, event, review } as const;
      for (const [kind, id] of Object.entries(of) as [keyof typeof of, string][]) {
        expect(await own.entities.ownerOf(kind, id), kind).toBe(owner);
        expect(await own.entities.ownerOf(kind, stage.ids.next()), kind).toBeUndefined();
        expect(await stage.tenant().own.entities.ownerOf(kind, id), kind).toBeUndefined();
      }
      expect(await own.entities.ownerOf('memory', gone ?? '')).toBeUndefined();
      expect(await own.entities.ownerOf('memory', shared ?? '')).toBeNull();
    });

    it('have an external id that no other of the tenant has, whoever brings it at the same time', async () => {
      const { tenant, own } = stage.tenant();
      const [kept, plain] = [newEntity(stage.ids.next(), { externalId: "it's me" }), newEntity(stage.ids.next())];
      expect(await own.entities.insert([kept, plain])).toBe(2);
      const again = () => own.entities.insert([newEntity(stage.ids.next(), { externalId: kept.externalId })]);
      expect(await again()).toBe(0);
      const taken = own.transaction(({ entities }) => entities.update(plain.id, { externalId: kept.externalId }, NOON));
      await expect(taken).rejects.toMatchObject({ problem: 'conflict' });
      const known = { id: kept.id, externalId: kept.externalId };
      expect(await own.entities.externals([kept.externalId ?? '', 'nobody'], [kept.id, stage.ids.next()])).toEqual([
        known,
      ]);
      expect(await own.entities.externals([], [plain.id])).toEqual([{ id: plain.id, externalId: null }]);
      expect(await own.entities.externals([], [])).toEqual([]);
      expect((await own.entities.page({ externalId: "it's me" }, { limit: 5, offset: 0 })).rows).toEqual([kept]);
      const other = stage.tenant().own.entities;
      expect(await other.externals(["it's me"], [kept.id])).toEqual([]);
      expect(await other.insert([newEntity(stage.ids.next(), { externalId: "it's me" })])).toBe(1);
      const racing = stage.records.forTenant(tenant).entities;
      const stored = await Promise.all(
        Array.from({ length: 8 }, () => racing.insert([newEntity(stage.ids.next(), { externalId: 'raced' })])),
      );
      expect(stored.reduce((sum, count) => sum + count, 0)).toBe(1);
    });

    it('are removed once', async () => {
      const { entities } = stage.tenant().own;
      const [first, second] = [newEntity(stage.ids.next()), newEntity(stage.ids.next())];
      await entities.insert([first, second]);
      expect(await entities.remove(first.id)).toBe(true);
      expect(await entities.remove(first.id)).toBe(false);
      expect(await entities.get(first.id)).toBeNull();
      expect(await entities.get(second.id)).toEqual(second);
    });

    it('are filtered by type, name and tag, whatever characters these have', async () => {
      const { entities } = stage.tenant().own;
      const given = [
        { name: 'Ann', type: 'person', tags: ['x', 'y'] },
        { name: 'Ann', type: 'team', tags: ['y'] },
        { name: 'ann', type: 'person', tags: [] },
        { name: full.name, type: full.type, tags: full.tags },
      ];
      await entities.insert(
        given.map((members, index) => newEntity(stage.ids.next(), { ...members, createdAt: minutesAfter(-index) })),
      );
      expect(await namesOf(entities, { name: 'Ann' })).toEqual(['Ann', 'Ann']);
      expect(await namesOf(entities, { type: 'person' })).toEqual(['Ann', 'ann']);
      expect(await namesOf(entities, { tag: 'y' })).toEqual(['Ann', 'Ann']);
      expect(await namesOf(entities, { tag: 'y', type: 'team', name: 'Ann' })).toEqual(['Ann']);
      expect(await namesOf(entities, { tag: full.tags[1], type: full.type, name: full.name })).toEqual([full.name]);
      expect(await namesOf(entities, { tag: 'nowhere' })).toEqual([]);
    });

    it('come in pages that neither repeat nor skip, newest first, ties by id', async () => {
      const { entities } = stage.tenant().own;
      const all = Array.from({ length: 11 }, (_, index) =>
        newEntity(stage.ids.next(), {
          createdAt: minutesAfter(Math.floor(index / 4)),
          type: index % 2 ? 'odd' : 'even',
        }),
      );
      await entities.insert(all);
      const newest = all.toReversed();
      for (const limit of [1, 3, 11, 50]) {
        const { rows, totals } = await walkPages(limit, (request) => entities.page({}, request));
        expect(rows).toEqual(newest);
        expect(totals).toEqual([11]);
      }
      const odd = await walkPages(2, (request) => entities.page({ type: 'odd' }, request));
      expect(odd).toEqual({ rows: newest.filter(({ type }) => type === 'odd'), totals: [5] });
      expect((await entities.page({}, { limit: 2, offset: 3 })).rows).toEqual(newest.slice(3, 5));
      expect(await entities.page({}, { limit: 2, offset: 30 })).toEqual({ rows: [], total: 11, last: null });
      expect(await stage.tenant().own.entities.page({}, { limit: 2, offset: 0 })).toEqual({
        rows: [],
        total: 0,
        last: null,
      });
    });

    it('of one tenant are not those of another, though they have the same ids', async () => {
      const [first, second] = [stage.tenant().own.entities, stage.tenant().own.entities];
      const id = stage.ids.next();
      await first.insert([newEntity(id, { name: 'first' })]);
      await second.insert([newEntity(id, { name: 'second' })]);
      await first.update(id, { name: 'changed' }, NOON);
      expect(await namesOf(second, {})).toEqual(['second']);
      await first.remove(id);
      expect(await second.get(id)).toMatchObject({ name: 'second', version: 1 });
      expect(await second.remove(id)).toBe(true);
    });
  });
}
