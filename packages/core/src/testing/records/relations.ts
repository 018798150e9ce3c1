import { describe, expect, it } from 'vitest';
import type { GraphNode, RelationFilter, RelationRepository } from '../../ports/records.js';
import { minutesAfter, NOON, newEntity, newRelation } from '../builders.js';
import { insertEach, type Stage, sorted } from './stage.js';
import { walkPages } from './walk-pages.js';

const idsOf = async (relations: RelationRepository, filter: RelationFilter) =>
  (await relations.page(filter, { limit: 50, offset: 0 })).rows.map(({ id }) => id);

export function relationsSuite(stage: Stage): void {
  const edge = (type: string, fromId: string, toId: string) =>
    newRelation(stage.ids.next(), { type, fromId, toId, toType: 'entity', weight: 0.1, metadata: { note: "it's" } });

  describe('relations', () => {
    it('are found from both ends, once each', async () => {
      const { relations } = stage.tenant().own;
      const [from, to, elsewhere] = [stage.ids.next(), stage.ids.next(), stage.ids.next()];
      const edges = [edge('a', from, to), edge('b', from, to), edge('a', to, from), edge('a', from, from)];
      expect(sorted(await relations.add(edges))).toEqual(edges.map(({ id }) => id));
      const another = edge('a', elsewhere, elsewhere);
      const twice = { ...another, id: stage.ids.next() };
      expect(await relations.add([{ ...edge('a', from, to), weight: 9 }, another, twice])).toEqual([another.id]);
      expect(await relations.add([])).toEqual([]);
      expect(await relations.of(from)).toEqual(edges);
      expect(await relations.of(to)).toEqual(edges.slice(0, 3));
      expect(await relations.of(stage.ids.next())).toEqual([]);
      await relations.removeOf([to, stage.ids.next()]);
      await relations.removeOf([]);
      expect(await relations.of(from)).toEqual(edges.slice(3));
      expect(await relations.of(elsewhere)).toHaveLength(1);
    });

    it('put twice are one edge with the weight and metadata of the second', async () => {
      const { relations } = stage.tenant().own;
      const [from, to] = [stage.ids.next(), stage.ids.next()];
      const first = edge('a', from, to);
      expect(await relations.put(first)).toEqual(first);
      const second = { ...edge('a', from, to), weight: -2.5e-7, metadata: {}, createdAt: NOON };
      const now = { ...first, weight: second.weight, metadata: {} };
      expect(await relations.put(second)).toEqual(now);
      expect(await relations.get(first.id)).toEqual(now);
      expect(await relations.get(second.id)).toBeNull();
      const others = [
        edge('b', from, to),
        edge('a', to, from),
        { ...edge('a', from, to), fromType: 'artifact' as const },
        { ...edge('a', from, to), toType: 'memory' as const },
      ];
      for (const other of others) expect(await relations.put(other)).toEqual(other);
      expect(await relations.of(from)).toHaveLength(5);
    });

    it('put by many at once are one edge', async () => {
      const { relations } = stage.tenant().own;
      const [from, to] = [stage.ids.next(), stage.ids.next()];
      const puts = Array.from({ length: 8 }, () => relations.put(edge('a', from, to)));
      const answers = await Promise.all(puts);
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    });

    it('are filtered by type and ends, newest first, in pages', async () => {
      const { relations } = stage.tenant().own;
      const [from, to] = [stage.ids.next(), stage.ids.next()];
      const ab = { ...edge('a', from, to), createdAt: minutesAfter(-3) };
      const ba = { ...edge('a', to, from), createdAt: minutesAfter(-2) };
      const self = { ...edge('b', from, from), createdAt: minutesAfter(-2) };
      const other = { ...edge('b', to, to), createdAt: minutesAfter(-1) };
      await relations.add([ab, ba, self, other]);
      expect(await idsOf(relations, {})).toEqual([other.id, self.id, ba.id, ab.id]);
      expect(await idsOf(relations, { type: 'a' })).toEqual([ba.id, ab.id]);
      expect(await idsOf(relations, { fromId: from })).toEqual([self.id, ab.id]);
      expect(await idsOf(relations, { toId: from })).toEqual([self.id, ba.id]);
      expect(await idsOf(relations, { nodeId: from })).toEqual([self.id, ba.id, ab.id]);
      expect(await idsOf(relations, { nodeId: from, fromId: to })).toEqual([ba.id]);
      expect(await idsOf(relations, { nodeId: stage.ids.next() })).toEqual([]);
      const walked = await walkPages(1, (request) => relations.page({ nodeId: from }, request));
      expect(walked).toEqual({ rows: [self, ba, ab], totals: [3] });
    });

    it('are removed by id, once', async () => {
      const { relations } = stage.tenant().own;
      const [first, second] = [
        edge('a', stage.ids.next(), stage.ids.next()),
        edge('b', stage.ids.next(), stage.ids.next()),
      ];
      await relations.add([first, second]);
      expect(await relations.remove(first.id)).toBe(true);
      expect(await relations.remove(first.id)).toBe(false);
      expect(await relations.get(second.id)).toEqual(second);
    });

    it('of a part tell which living memories have lost one, and replace no whole memory', async () => {
      const { own } = stage.tenant();
      const [later = '', first = '', second = '', gone = ''] = await insertEach(stage, own.memories, [{}, {}, {}, {}]);
      const taking = (toId: string, metadata: { part?: boolean }, minutes: number, type = 'supersedes') =>
        newRelation(stage.ids.next(), { type, fromId: later, toId, metadata, createdAt: minutesAfter(minutes) });
      await own.relations.add([
        ...[taking(second, { part: true }, -1), taking(first, { part: true }, -2), taking(gone, { part: true }, -3)],
        taking(first, { part: true }, -3, 'mentions'),
      ]);
      await own.memories.bury([gone], NOON);
      const parts = (ids: string[]) => own.relations.partsReplacedBy('supersedes', ids, 9);
      expect(await parts([later, stage.ids.next()])).toEqual([
        { earlierId: first, laterId: later },
        { earlierId: second, laterId: later },
      ]);
      expect(await parts([first, second])).toEqual([]);
      expect(await parts([])).toEqual([]);
      expect(await own.relations.replacing('supersedes', [first, second])).toEqual([]);
      await own.relations.add([{ ...taking(first, {}, 0), fromId: second }]);
      expect(await parts([second])).toEqual([]);
      expect(await own.relations.replacing('supersedes', [first])).toMatchObject([
        { earlierId: first, laterId: second },
      ]);
    });

    it('tell which of some memories were told before another of them, the earlier told first', async () => {
      const { own } = stage.tenant();
      const given = [0, -9, -5, -1, -2].map((minutes) => ({ occurredAt: minutesAfter(minutes) }));
      const [a = '', b = '', c = '', gone = '', elsewhere = ''] = await insertEach(stage, own.memories, given);
      const told = (fromId: string, toId: string, more = {}) =>
        newRelation(stage.ids.next(), { type: 'may_supersede', fromId, toId, ...more });
      await own.relations.add([
        ...[told(c, a), told(b, a), told(a, b, { metadata: { part: true } }), told(a, b, { fromType: 'artifact' })],
        ...[told(a, a), told(gone, a), told(elsewhere, c), told(a, c, { type: 'supersedes' })],
      ]);
      await own.memories.bury([gone], NOON);
      const ofAll = await own.relations.toldBefore('may_supersede', [a, b, c, gone]);
      expect(ofAll).toMatchObject({ of: [a, b, c, gone], earlier: expect.any(Array) });
      expect(sorted(ofAll.earlier)).toEqual(sorted([a, b, c]));
      expect(ofAll.among).toEqual([
        { earlierId: a, laterId: b },
        { earlierId: a, laterId: c },
      ]);
      expect(await own.relations.toldBefore('may_supersede', [c])).toEqual({ of: [c], earlier: [c], among: [] });
      expect(await own.relations.toldBefore('may_supersede', [])).toEqual({ of: [], earlier: [], among: [] });
      expect(await own.relations.replacing('may_supersede', [a, b, c])).toEqual([
        { earlierId: a, laterId: b, occurredAt: minutesAfter(-9) },
        { earlierId: c, laterId: elsewhere, occurredAt: minutesAfter(-2) },
      ]);
    });

    it('of one tenant are not those of another, though they have the same ids', async () => {
      const [first, second] = [stage.tenant().own.relations, stage.tenant().own.relations];
      const shared = edge('a', stage.ids.next(), stage.ids.next());
      await first.put({ ...shared, weight: 1 });
      expect(await second.put({ ...shared, weight: 2 })).toMatchObject({ weight: 2 });
      await first.removeOf([shared.fromId]);
      expect(await first.page({}, { limit: 5, offset: 0 })).toEqual({ rows: [], total: 0, last: null });
      expect(await second.get(shared.id)).toMatchObject({ weight: 2 });
      expect(await first.remove(shared.id)).toBe(false);
      expect(await second.of(shared.toId)).toHaveLength(1);
    });
  });

  describe('the ends of a relation', () => {
    it('are held where they exist', async () => {
      const { own } = stage.tenant();
      const [live = '', gone = ''] = await insertEach(stage, own.memories, [{}, {}]);
      await own.memories.bury([gone], NOON);
      const entity = newEntity(stage.ids.next());
      await own.entities.insert([entity]);
      const existing: GraphNode[] = [
        { type: 'memory', id: live },
        { type: 'entity', id: entity.id },
        { type: 'artifact', id: stage.ids.next() },
      ];
      const missing: GraphNode[] = [
        { type: 'memory', id: gone },
        { type: 'memory', id: entity.id },
        { type: 'entity', id: live },
        { type: 'entity', id: stage.ids.next() },
      ];
      expect(await own.relations.hold([...missing, ...existing])).toEqual(existing);
      expect(await own.relations.hold([])).toEqual([]);
      const stranger = stage.tenant().own;
      expect(await stranger.relations.hold(existing)).toEqual(existing.slice(2));
    });

    it.each(['entity', 'memory'] as const)(
      'cannot be removed by others until the transaction ends: %s',
      async (type) => {
        const { own } = stage.tenant();
        for (let round = 0; round < 5; round += 1) {
          const [memory = ''] = await insertEach(stage, own.memories, [{}]);
          const entity = newEntity(stage.ids.next());
          await own.entities.insert([entity]);
          const node: GraphNode = { type, id: type === 'entity' ? entity.id : memory };
          const relating = own.transaction(async ({ relations }) => {
            const held = await relations.hold([node]);
            if (held.length > 0)
              await relations.put(newRelation(stage.ids.next(), { fromType: type, fromId: node.id }));
          });
          const removing = own.transaction(async ({ entities, memories, relations }) => {
            if (type === 'entity') await entities.remove(node.id);
            else await memories.bury([node.id], NOON);
            await relations.removeOf([node.id]);
          });
          await Promise.all([relating, removing]);
          expect(await own.relations.of(node.id)).toEqual([]);
        }
      },
    );
  });
}
