import { describe, expect, it } from 'vitest';
import type { TenantRecords, TenantRepositories } from '../../ports/records.js';
import { minutesAfter, NOON, newEntity, newEvent, newRelation } from '../builders.js';
import { insertEach, overlapping, type Stage } from './stage.js';

const MENTIONS = 'mentions';

const mention = (stage: Stage, memoryId: string, entityId: string) =>
  newRelation(stage.ids.next(), { type: MENTIONS, fromId: memoryId, toType: 'entity', toId: entityId });

/** An entity that some new memories mention. */
const mentioned = async (stage: Stage, own: TenantRecords, memories: number, given = {}) => {
  const entity = newEntity(stage.ids.next(), { fromMentions: true, ...given });
  await own.entities.insert([entity]);
  const ids = await insertEach(
    stage,
    own.memories,
    Array.from({ length: memories }, () => ({})),
  );
  await own.relations.add(ids.map((id) => mention(stage, id, entity.id)));
  return { entity, ids };
};

export function mentionsSuite(stage: Stage): void {
  /** Finds the name or makes it, as an ingest does. */
  const ensure = async ({ entities }: TenantRepositories, name: string): Promise<string> => {
    await entities.lockNames();
    const [found] = await entities.named([name]);
    if (found) return found;
    const entity = newEntity(stage.ids.next(), { name, fromMentions: true });
    await entities.insert([entity]);
    return entity.id;
  };

  /** Takes memories out of the graph, as burying does. */
  const bury = async ({ entities, memories, relations }: TenantRepositories, ids: readonly string[]) => {
    await memories.bury(ids, NOON);
    const made = await entities.madeFor(MENTIONS, ids);
    await entities.lockNames();
    await relations.removeOf(ids);
    return entities.removeUnrelated(made);
  };

  describe('entities by name', () => {
    it('are found whatever the case, the oldest of several, by the whole name', async () => {
      const { entities } = stage.tenant().own;
      const [late, early, other] = [
        newEntity(stage.ids.next(), { name: 'Mara' }),
        newEntity(stage.ids.next(), { name: 'MARA', createdAt: minutesAfter(-9) }),
        newEntity(stage.ids.next(), { name: 'it\'s {a} "b", c' }),
      ];
      await entities.insert([late, early, other]);
      expect(await entities.named(['mara', 'Mar', other.name.toUpperCase(), 'Mara Lind', 'Mara'])).toEqual([
        early.id,
        null,
        other.id,
        null,
        early.id,
      ]);
      expect(await entities.named([])).toEqual([]);
      expect(await stage.tenant().own.entities.named(['mara'])).toEqual([null]);
    });

    it('are made once, however many look for one at a time', async () => {
      const { own } = stage.tenant();
      const looking = Array.from({ length: 8 }, (_, at) =>
        own.transaction((repositories) => ensure(repositories, at % 2 ? 'Mara' : 'mara')),
      );
      expect(new Set(await Promise.all(looking)).size).toBe(1);
      expect((await own.entities.page({}, { limit: 9, offset: 0 })).total).toBe(1);
    });

    it('are found by who waited for the one that made them', async () => {
      const { own } = stage.tenant();
      const [made, found] = await overlapping(
        own,
        async (repositories, letOther) => {
          const id = await ensure(repositories, 'Mara');
          await letOther();
          return id;
        },
        () => own.transaction((repositories) => ensure(repositories, 'MARA')),
      );
      expect(found).toBe(made);
    });
  });

  describe('entities made of mentions', () => {
    it('are those of these memories, while nobody has changed them', async () => {
      const { own } = stage.tenant();
      const { entity, ids } = await mentioned(stage, own, 1);
      const client = await mentioned(stage, own, 1, { fromMentions: false });
      const changed = await mentioned(stage, own, 1, { version: 2 });
      const all = [...ids, ...client.ids, ...changed.ids];
      expect(await own.entities.madeFor(MENTIONS, all)).toEqual([entity.id]);
      expect(await own.entities.madeFor('knows', all)).toEqual([]);
      expect(await own.entities.madeFor(MENTIONS, [])).toEqual([]);
      await own.relations.removeOf(all);
      expect(await own.entities.removeUnrelated([entity.id, client.entity.id, changed.entity.id])).toEqual([entity.id]);
      expect(await own.entities.get(entity.id)).toBeNull();
    });

    it('lose the mentions of one memory alone, as many as are looked for', async () => {
      const { own } = stage.tenant();
      const [memory = '', other = ''] = await insertEach(stage, own.memories, [{}, {}]);
      const entities = Array.from({ length: 3 }, () => newEntity(stage.ids.next(), { fromMentions: true }));
      await own.entities.insert(entities);
      const edges = [memory, other].map((id) => entities.map((entity) => mention(stage, id, entity.id)));
      await own.relations.add(edges.flat());
      const looked = await own.entities.madeFor(MENTIONS, [memory], 2);
      expect(looked).toEqual(entities.slice(0, 2).map(({ id }) => id));
      expect(await own.relations.removeLeading('knows', memory, looked)).toEqual([]);
      expect(await own.relations.removeLeading(MENTIONS, memory, [])).toEqual([]);
      const removed = await own.relations.removeLeading(MENTIONS, memory, looked);
      expect(removed.sort()).toEqual(edges[0]?.slice(0, 2).map(({ id }) => id));
      expect(await own.relations.of(memory)).toEqual(edges[0]?.slice(2));
      expect(await own.relations.of(other)).toEqual(edges[1]);
    });

    it('go with the last memory', async () => {
      const { own } = stage.tenant();
      const { entity, ids } = await mentioned(stage, own, 2);
      expect(await own.transaction((repositories) => bury(repositories, ids.slice(0, 1)))).toEqual([]);
      expect(await own.entities.get(entity.id)).toEqual(entity);
      expect(await own.transaction((repositories) => bury(repositories, ids.slice(1)))).toEqual([entity.id]);
      expect(await own.entities.get(entity.id)).toBeNull();
    });

    it.each<[string, (own: TenantRecords, id: string) => Promise<unknown>]>([
      ['something relates to it', (own, id) => own.relations.add([newRelation(stage.ids.next(), { toId: id })])],
      ['it relates to something', (own, id) => own.relations.add([newRelation(stage.ids.next(), { fromId: id })])],
      ['it was changed', (own, id) => own.entities.update(id, { tags: ['mine'] }, NOON)],
      ['a memory is its', (own, id) => insertEach(stage, own.memories, [{ ownerEntityId: id }])],
      ['it acted', (own, id) => own.events.insert([newEvent(stage.ids.next(), { actorEntityId: id })])],
    ])('stay where %s', async (_, use) => {
      const { own } = stage.tenant();
      const { entity, ids } = await mentioned(stage, own, 1);
      await use(own, entity.id);
      expect(await own.transaction((repositories) => bury(repositories, ids))).toEqual([]);
      expect(await own.entities.get(entity.id)).not.toBeNull();
    });

    it('go where their last two memories go at once, and stay where one comes meanwhile', async () => {
      const { own } = stage.tenant();
      for (let round = 0; round < 5; round += 1) {
        const { entity, ids } = await mentioned(stage, own, 2);
        await Promise.all(ids.map((id) => own.transaction((repositories) => bury(repositories, [id]))));
        expect(await own.entities.get(entity.id)).toBeNull();

        const name = `Met ${round}`;
        const met = await mentioned(stage, own, 1, { name });
        const [memory = ''] = await insertEach(stage, own.memories, [{}]);
        const linking = own.transaction(async (repositories) => {
          const id = await ensure(repositories, name);
          await repositories.relations.add([mention(stage, memory, id)]);
          return id;
        });
        const [id] = await Promise.all([linking, own.transaction((repositories) => bury(repositories, met.ids))]);
        expect(await own.entities.get(id)).toMatchObject({ name });
        expect((await own.entities.page({ name }, { limit: 5, offset: 0 })).total).toBe(1);
      }
    });
  });
}
