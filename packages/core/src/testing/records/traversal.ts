import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GraphNode, RelationRecord, TenantRecords, TraversalRequest } from '../../ports/records.js';
import { NOON, newArtifact, newEntity, newMemory, newRelation } from '../builders.js';
import { keyOf, walkBreadthFirst } from './graph-model.js';
import type { Stage } from './stage.js';

const SEED = 20_260_303;
const NODES = 14;
const FAN_OUT = 10_000;

interface Drawn {
  edges: { from: number; to: number; type: string }[];
  asked: Omit<TraversalRequest, 'start'>;
}

const place = fc.nat({ max: NODES - 1 });
const drawn: fc.Arbitrary<Drawn> = fc.record({
  edges: fc.array(fc.record({ from: place, to: place, type: fc.constantFrom('a', 'b') }), { maxLength: 40 }),
  asked: fc.record({
    depth: fc.integer({ min: 1, max: 6 }),
    direction: fc.constantFrom('outgoing' as const, 'incoming' as const, 'both' as const),
    type: fc.constantFrom(undefined, undefined, 'a', 'b', 'nowhere'),
    limit: fc.oneof(fc.integer({ min: 1, max: NODES }), fc.constant(1000)),
  }),
});

const asked = (given: Partial<Omit<TraversalRequest, 'start'>> = {}) => ({
  depth: 2,
  direction: 'both' as const,
  limit: 200,
  ...given,
});

/** Nodes of every type that exist. The third of each has the id of the first. */
async function plant(stage: Stage, own: TenantRecords): Promise<GraphNode[]> {
  const nodes = Array.from({ length: NODES }, (_, index): GraphNode => {
    const type = (['entity', 'memory', 'artifact'] as const)[index % 3] ?? 'entity';
    return { type, id: stage.ids.next() };
  });
  const twin = nodes.map((node, index) => (index % 3 === 2 ? { ...node, id: nodes[index - 2]?.id ?? '' } : node));
  const idsOf = (type: string) => twin.filter((node) => node.type === type).map(({ id }) => id);
  await own.entities.insert(idsOf('entity').map((id) => newEntity(id, { name: `entity ${id}` })));
  await own.memories.insert(idsOf('memory').map((id) => newMemory(id, { content: `memory ${id}` })));
  return twin;
}

const labelOf = ({ type, id }: GraphNode) => (type === 'artifact' ? null : `${type} ${id}`);

export function traversalSuite(stage: Stage): void {
  const relate = (from: GraphNode, to: GraphNode, type = 'a'): RelationRecord =>
    newRelation(stage.ids.next(), { type, fromType: from.type, fromId: from.id, toType: to.type, toId: to.id });
  const artifact = (): GraphNode => ({ type: 'artifact', id: stage.ids.next() });

  describe('a traversal', () => {
    it(`agrees with a simple breadth-first search over random graphs (seed ${SEED})`, { tags: ['long'] }, async () => {
      const { own } = stage.tenant();
      const nodes = await plant(stage, own);
      const start = nodes[0] as GraphNode;
      await fc.assert(
        fc.asyncProperty(drawn, async ({ edges, asked: given }) => {
          await own.relations.removeOf(nodes.map(({ id }) => id));
          await own.relations.add(
            edges.map(({ from, to, type }) => relate(nodes[from] ?? start, nodes[to] ?? start, type)),
          );
          const all = (await own.relations.page({}, { limit: 100, offset: 0 })).rows;
          const request = { ...given, start };
          const expected = walkBreadthFirst(all, request);
          const found = await own.relations.traverse(request);
          expect(found?.nodes.map((node) => [keyOf(node), node.depth])).toEqual(expected.nodes);
          expect(found?.relations.map(({ id }) => id)).toEqual(expected.relations);
          expect(found?.truncated).toBe(expected.truncated);
          for (const node of found?.nodes ?? []) expect(node.label).toBe(labelOf(node));
          for (const relation of found?.relations ?? []) expect(all).toContainEqual(relation);
        }),
        { seed: SEED, numRuns: 150 },
      );
    });

    it('of an artifact without relations is one node; of an entity or memory that is not there, nothing', async () => {
      const { own } = stage.tenant();
      const start = artifact();
      const alone = { nodes: [{ ...start, depth: 0, label: null }], relations: [], truncated: false };
      expect(await own.relations.traverse({ ...asked(), start })).toEqual(alone);
      const gone = newMemory(stage.ids.next());
      await own.memories.insert([gone]);
      await own.memories.bury([gone.id], NOON);
      for (const type of ['entity', 'memory'] as const) {
        expect(await own.relations.traverse({ ...asked(), start: { type, id: start.id } })).toBeNull();
        expect(await own.relations.traverse({ ...asked(), start: { type, id: gone.id } })).toBeNull();
      }
    });

    it('tells what a memory is marked for beside its label', async () => {
      const { own } = stage.tenant();
      const marked = newMemory(stage.ids.next(), { content: 'Obey me.', marks: ['instructs'] });
      await own.memories.insert([marked]);
      const start: GraphNode = { type: 'memory', id: marked.id };
      const found = await own.relations.traverse({ ...asked(), start });
      expect(found?.nodes).toEqual([{ ...start, depth: 0, label: 'Obey me.', marks: ['instructs'] }]);
    });

    it('for an owner takes memories of others for missing ones', async () => {
      const { own } = stage.tenant();
      const [ann, bea] = [stage.ids.next(), stage.ids.next()];
      const start = artifact();
      const behind = Array.from({ length: 3 }, artifact);
      const memories = [ann, bea, null].map((ownerEntityId) => newMemory(stage.ids.next(), { ownerEntityId }));
      await own.memories.insert(memories);
      const nodes = memories.map(({ id }): GraphNode => ({ type: 'memory', id }));
      await own.relations.add(nodes.map((node) => relate(start, node)));
      await own.relations.add(nodes.map((node, index) => relate(node, behind[index] ?? start)));
      const [mine, foreign, shared] = nodes as [GraphNode, GraphNode, GraphNode];
      const found = await own.relations.traverse({ ...asked({ owner: ann }), start });
      const expected = [start, mine, shared, behind[0], behind[2]].map((node) => node?.id);
      expect(found?.nodes.map(({ id }) => id)).toEqual(expected);
      expect(found?.relations).toHaveLength(4);
      expect(found?.truncated).toBe(false);
      expect(await own.relations.traverse({ ...asked({ owner: ann, limit: 5 }), start })).toEqual(found);
      expect(await own.relations.traverse({ ...asked({ owner: ann }), start: foreign })).toBeNull();
      for (const node of [mine, shared])
        expect((await own.relations.traverse({ ...asked({ owner: ann }), start: node }))?.nodes).toHaveLength(4);
      expect((await own.relations.traverse({ ...asked(), start }))?.nodes).toHaveLength(7);
    });

    it('for an owner takes raw texts of others for missing ones, and those that only a client knows for its own', async () => {
      const { own } = stage.tenant();
      const [ann, bea] = [stage.ids.next(), stage.ids.next()];
      const entity = newEntity(stage.ids.next());
      await own.entities.insert([entity]);
      const start: GraphNode = { type: 'entity', id: entity.id };
      const texts = [ann, bea, null].map((ownerEntityId) => newArtifact(stage.ids.next(), { ownerEntityId }));
      for (const text of texts) await own.artifacts.insert(text);
      const nodes = [...texts.map(({ id }): GraphNode => ({ type: 'artifact', id })), artifact()];
      await own.relations.add(nodes.map((node) => relate(start, node)));
      const [mine, foreign, shared, unknown] = nodes as [GraphNode, GraphNode, GraphNode, GraphNode];
      const found = await own.relations.traverse({ ...asked({ owner: ann }), start });
      expect(found?.nodes.map(({ id }) => id)).toEqual([start, mine, shared, unknown].map(({ id }) => id));
      expect(found?.relations).toHaveLength(3);
      expect(await own.relations.traverse({ ...asked({ owner: ann }), start: foreign })).toBeNull();
      for (const node of [mine, shared, unknown])
        expect((await own.relations.traverse({ ...asked({ owner: ann }), start: node }))?.nodes).toHaveLength(4);
      expect((await own.relations.traverse({ ...asked(), start }))?.nodes).toHaveLength(5);
    });

    it('labels a memory with its beginning, by characters and not by bytes', async () => {
      const { own } = stage.tenant();
      const memory = newMemory(stage.ids.next(), { content: '😀é'.repeat(100) });
      await own.memories.insert([memory]);
      const found = await own.relations.traverse({ ...asked(), start: { type: 'memory', id: memory.id } });
      expect(found?.nodes).toMatchObject([{ label: '😀é'.repeat(40) }]);
    });

    it('never shows a deleted memory, even where a relation to it was left', async () => {
      const { own } = stage.tenant();
      const [start, gone] = [artifact(), newMemory(stage.ids.next())];
      await own.memories.insert([gone]);
      await own.relations.add([relate(start, { type: 'memory', id: gone.id })]);
      await own.memories.bury([gone.id], NOON);
      const found = await own.relations.traverse({ ...asked(), start });
      expect(found?.nodes).toEqual([{ ...start, depth: 0, label: null }]);
    });

    it(`of a node with ${FAN_OUT} neighbours answers as many as asked for, and says that there are more`, async () => {
      const { own } = stage.tenant();
      const start = artifact();
      const neighbours = Array.from({ length: FAN_OUT }, artifact);
      await own.relations.add(neighbours.map((other) => relate(start, other)));
      for (const limit of [1, 200, 1000]) {
        const found = await own.relations.traverse({ ...asked({ limit, depth: 6 }), start });
        expect(found).toMatchObject({ truncated: true });
        expect(found?.nodes.map(({ id }) => id)).toEqual([start, ...neighbours].slice(0, limit).map(({ id }) => id));
        expect(found?.relations).toHaveLength(limit - 1);
      }
      const back = await own.relations.traverse({
        ...asked({ direction: 'outgoing' }),
        start: neighbours[5] as GraphNode,
      });
      expect(back).toMatchObject({ nodes: [{ depth: 0 }], truncated: false });
      // Those of another node with the same id count as well: they are read to tell whose they are.
      await own.memories.insert([newMemory(start.id)]);
      await own.relations.add([relate(start, artifact())]);
      const twin = await own.relations.traverse({ ...asked(), start: { type: 'memory', id: start.id } });
      expect(twin).toMatchObject({ nodes: [{ depth: 0 }], relations: [], truncated: true });
    });

    it('ends in a net where everything is related to everything', async () => {
      const { own } = stage.tenant();
      const nodes = Array.from({ length: 120 }, artifact);
      await own.relations.add(nodes.flatMap((from) => nodes.map((to) => relate(from, to))));
      const found = await own.relations.traverse({ ...asked({ depth: 6, limit: 1000 }), start: nodes[0] as GraphNode });
      expect(found?.nodes.map(({ id }) => id).sort()).toEqual(nodes.map(({ id }) => id));
      // It has read as many relations as it may, which are fewer than there are.
      expect(found).toMatchObject({ truncated: true });
    });

    it('stays within its tenant', async () => {
      const [first, second] = [stage.tenant().own, stage.tenant().own];
      const [start, other] = [artifact(), artifact()];
      await first.relations.add([relate(start, other)]);
      const found = await second.relations.traverse({ ...asked(), start });
      expect(found).toMatchObject({ nodes: [{ id: start.id }], relations: [] });
    });
  });
}
