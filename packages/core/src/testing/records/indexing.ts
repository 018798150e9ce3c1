import { describe, expect, it } from 'vitest';
import { filterOf, minutesAfter, NOON } from '../builders.js';
import { indexNow, insertEach, leaseOf, type Stage, sorted } from './stage.js';

const job = (ref: string) => ({ kind: 'index' as const, ref });

export function indexingSuite(stage: Stage): void {
  describe('indexing', () => {
    it('reads what it needs to know of a row', async () => {
      const { memories } = stage.tenant().own;
      const owner = stage.ids.next();
      const artifact = stage.ids.next();
      const [id = '', plain = ''] = await insertEach(stage, memories, [
        {
          ownerEntityId: owner,
          tier: 'semantic',
          content: 'Text.',
          context: 'Before.',
          speaker: 'Ines',
          occurredAt: minutesAfter(-3),
          tags: ['a'],
          sourceArtifactId: artifact,
          metadata: { sessionId: 's' },
        },
        {},
      ]);
      const states = await memories.indexStates([id, plain, stage.ids.next()]);
      expect(states).toHaveLength(2);
      expect(states.find((state) => state.id === id)).toEqual({
        id,
        version: 1,
        indexedVersion: 0,
        indexEpoch: 0,
        absent: false,
        tombstone: false,
        unread: true,
        ownerEntityId: owner,
        tier: 'semantic',
        content: 'Text.',
        context: 'Before.',
        speaker: 'Ines',
        occurredAt: minutesAfter(-3),
        tags: ['a'],
        sourceArtifactId: artifact,
        sessionId: 's',
        createdAt: minutesAfter(-2),
        superseded: false,
      });
      expect(states.find((state) => state.id === plain)).toMatchObject({ context: null, sessionId: null });
      await memories.update(id, { archivedAt: NOON, invalidAt: NOON }, NOON);
      expect(await memories.indexStates([id])).toMatchObject([
        { version: 2, absent: true, tombstone: false, superseded: true },
      ]);
      expect(await memories.indexStates([])).toEqual([]);
    });

    it('marks the version that it indexed and takes the job off', async () => {
      const { own } = stage.tenant();
      const [id = ''] = await insertEach(stage, own.memories, [{}]);
      await own.outbox.enqueue([job(id)], NOON, NOON);
      const embeddingId = stage.ids.next();
      expect(await own.memories.markIndexed([{ id, version: 1, indexEpoch: 0, embeddingId }])).toEqual({ moved: [] });
      expect(await own.memories.indexStates([id])).toMatchObject([{ version: 1, indexedVersion: 1 }]);
      expect(await own.memories.get(id)).toMatchObject({ embeddingId, version: 1, updatedAt: minutesAfter(-1) });
      expect(await own.outbox.leaseMore('index', leaseOf(stage), 5)).toEqual([]);
    });

    it('lets a row that moved on keep its job', async () => {
      const { own } = stage.tenant();
      const [moved = '', same = ''] = await insertEach(stage, own.memories, [{}, {}]);
      await own.outbox.enqueue([job(moved), job(same)], NOON, NOON);
      await own.memories.update(moved, { importanceScore: 1 }, NOON);
      const rows = [moved, same, stage.ids.next()].map((id) => ({ id, version: 1, indexEpoch: 0, embeddingId: null }));
      expect(await own.memories.markIndexed(rows)).toEqual({ moved: [moved] });
      expect(await own.memories.indexStates([moved])).toMatchObject([{ version: 2, indexedVersion: 0 }]);
      expect(await own.outbox.leaseMore('index', leaseOf(stage), 5)).toEqual([moved]);
      expect(await own.memories.markIndexed([])).toEqual({ moved: [] });
    });

    it('never takes a row for the one that it becomes meanwhile', async () => {
      const { own } = stage.tenant();
      for (let round = 0; round < 20; round += 1) {
        const [id = ''] = await insertEach(stage, own.memories, [{}]);
        const change = own.transaction(async ({ memories, outbox }) => {
          await memories.update(id, { content: 'New.' }, NOON);
          await outbox.enqueue([job(id)], NOON, NOON);
        });
        const mark = own.memories.markIndexed([{ id, version: 1, indexEpoch: 0, embeddingId: null }]);
        await Promise.all([change, mark]);
        const [state] = await own.memories.indexStates([id]);
        expect(state?.version).toBe(2);
        expect(state?.indexedVersion).toBeLessThan(2);
        expect(await own.outbox.leaseMore('index', leaseOf(stage), 5)).toEqual([id]);
      }
    });

    it('lets a row keep its job that was ordered once more while it was indexed', async () => {
      const { own } = stage.tenant();
      const [lost = '', same = ''] = await insertEach(stage, own.memories, [{}, {}]);
      for (const order of [() => own.memories.markUnindexed([lost], NOON), () => stage.records.reindexAll(NOON)]) {
        await indexNow(own.memories, [lost, same]);
        const states = await own.memories.indexStates([lost]);
        await order();
        const rows = states.map(({ id, version, indexEpoch }) => ({ id, version, indexEpoch, embeddingId: null }));
        expect(await own.memories.markIndexed(rows)).toEqual({ moved: [lost] });
        expect(await own.memories.indexStates([lost])).toMatchObject([{ version: 1, indexedVersion: 0 }]);
        expect(await own.outbox.leaseMore('index', leaseOf(stage), 5)).toContain(lost);
      }
    });

    it('never takes a tombstone for the row that it was', async () => {
      const { own } = stage.tenant();
      const [id = ''] = await insertEach(stage, own.memories, [{}]);
      await own.memories.bury([id], NOON);
      expect(await own.memories.markIndexed([{ id, version: 1, indexEpoch: 0, embeddingId: null }])).toEqual({
        moved: [id],
      });
      expect(await own.memories.indexStates([id])).toMatchObject([{ tombstone: true }]);
      expect(await own.memories.markIndexed([{ id, version: 2, indexEpoch: 0, embeddingId: null }])).toEqual({
        moved: [],
      });
      expect(await own.memories.indexStates([id])).toEqual([]);
      expect(await own.outbox.leaseMore('index', leaseOf(stage), 5)).toEqual([]);
    });

    it('takes only the job of the index off, not others of the same ref', async () => {
      const { own } = stage.tenant();
      const [id = ''] = await insertEach(stage, own.memories, [{}]);
      await own.outbox.enqueue([job(id), { kind: 'vocabulary', ref: id }], NOON, NOON);
      await own.memories.markIndexed([{ id, version: 1, indexEpoch: 0, embeddingId: null }]);
      expect(await own.outbox.leaseMore('vocabulary', leaseOf(stage), 5)).toEqual([id]);
    });

    it('marks a batch at once', async () => {
      const { own } = stage.tenant();
      const ids = await insertEach(
        stage,
        own.memories,
        Array.from({ length: 200 }, () => ({})),
      );
      await own.outbox.enqueue(ids.map(job), NOON, NOON);
      await indexNow(own.memories, ids);
      expect((await own.memories.lists(filterOf(), 1, 1)).unindexed).toEqual([]);
      expect(await own.outbox.leaseMore('index', leaseOf(stage), 5)).toEqual([]);
    });

    it('is asked for again for every living memory when the index was lost', async () => {
      const first = stage.tenant();
      const second = stage.tenant();
      const ids = await insertEach(stage, first.own.memories, [{}, {}, {}]);
      const others = await insertEach(stage, second.own.memories, [{}]);
      await indexNow(first.own.memories, ids);
      await indexNow(second.own.memories, others);
      await first.own.memories.bury(ids.slice(2), NOON);
      await first.own.memories.markIndexed([{ id: ids[2] ?? '', version: 2, indexEpoch: 0, embeddingId: null }]);
      const { memories } = await stage.records.counts();
      expect(await stage.records.reindexAll(NOON)).toBe(memories);
      expect(await stage.records.counts()).toMatchObject({ memories });
      expect((await first.own.memories.indexStates(ids)).map((state) => state.indexedVersion)).toEqual([0, 0]);
      expect(sorted(await first.own.outbox.leaseMore('index', leaseOf(stage), 9))).toEqual(ids.slice(0, 2));
      expect(await second.own.outbox.leaseMore('index', leaseOf(stage), 9)).toEqual(others);
    });

    it('is asked for again for thousands', { tags: ['long'] }, async () => {
      const { own } = stage.tenant();
      const given = Array.from({ length: 4500 }, () => ({}));
      const ids = await insertEach(stage, own.memories, given);
      await indexNow(own.memories, ids);
      const { memories } = await stage.records.counts();
      expect(await stage.records.reindexAll(NOON)).toBe(memories);
      expect((await own.memories.indexStates(ids)).filter((state) => state.indexedVersion > 0)).toEqual([]);
      expect((await own.outbox.leaseMore('index', leaseOf(stage), 5000)).sort()).toEqual(ids);
      await indexNow(own.memories, ids);
    });

    it('is counted: what lives, and what is not in the index at its version', async () => {
      const { memories } = stage.tenant().own;
      const before = await stage.records.counts();
      const ids = await insertEach(stage, memories, [{}, {}, {}]);
      const inserted = await stage.records.counts();
      expect(inserted).toEqual({ memories: before.memories + 3, unindexed: before.unindexed + 3 });
      await indexNow(memories, ids.slice(0, 2));
      expect(await stage.records.counts()).toEqual({ ...inserted, unindexed: before.unindexed + 1 });
    });
  });
}
