import { ASSISTANT } from '@hippocamp/shared/language/statement';
import { recencyGroups } from '@hippocamp/shared/scoring/score';
import { describe, expect, it } from 'vitest';
import { filterOf, minutesAfter, NOON, newRelation } from '../builders.js';
import { indexNow, insertEach, type Stage, sorted } from './stage.js';

const tiers = ['short_term', 'episodic', 'semantic'] as const;

export function listsSuite(stage: Stage): void {
  describe('sorted lists', () => {
    it('hold the most recent of each half-life group and the most important, m of each', async () => {
      const { memories } = stage.tenant().own;
      const given = Array.from({ length: 12 }, (_, index) => ({
        tier: tiers[index % 3] ?? 'episodic',
        // Recency and importance each in an order that neither the ids nor the other share.
        recencyAt: minutesAfter(-((index * 5) % 12)),
        importanceScore: ((index * 7) % 12) / 12,
      }));
      const ids = await insertEach(stage, memories, given);
      const rows = given.map((row, index) => ({ id: ids[index] ?? '', ...row }));
      // Cut, as long as there are rows, and longer.
      for (const m of [3, 12, 13]) {
        const found = await memories.lists(filterOf(), m, 100);
        expect(found.recency.map((list) => list.tiers)).toEqual(recencyGroups);
        for (const { tiers: group, entries } of found.recency) {
          const expected = rows
            .filter(({ tier }) => group.includes(tier))
            .sort((first, second) => second.recencyAt.getTime() - first.recencyAt.getTime())
            .slice(0, m)
            .map(({ id, tier, recencyAt }) => ({ id, tier, recencyAt }));
          expect(entries).toEqual(expected);
        }
        const important = rows.toSorted((first, second) => second.importanceScore - first.importanceScore).slice(0, m);
        expect(found.importance).toEqual(important.map(({ id, importanceScore }) => ({ id, importanceScore })));
      }
    });

    it('are shorter than m where they end, and empty for a tenant without memories', async () => {
      const { memories } = stage.tenant().own;
      expect(await memories.lists(filterOf(), 5, 5)).toEqual({
        recency: recencyGroups.map((group) => ({ tiers: group, entries: [] })),
        importance: [],
        unindexed: [],
        sessions: false,
        unindexedCut: false,
        vectorsAwaited: false,
        near: { facts: [], whole: [], told: null },
      });
      await insertEach(stage, memories, [{ tier: 'semantic' }]);
      const found = await memories.lists(filterOf({ tiers: ['semantic'] }), 5, 5);
      expect(found.recency.map(({ entries }) => entries.length)).toEqual([0, 1]);
    });

    it('tell whether anything was said in a session', async () => {
      const { memories } = stage.tenant().own;
      await insertEach(stage, memories, [{ metadata: { topic: 'tea' } }]);
      expect((await memories.lists(filterOf(), 5, 5)).sessions).toBe(false);
      const [said = ''] = await insertEach(stage, memories, [{ metadata: { sessionId: 'monday' } }]);
      expect((await memories.lists(filterOf({ tiers: ['semantic'] }), 5, 5)).sessions).toBe(true);
      await memories.bury([said], NOON);
      expect((await memories.lists(filterOf(), 5, 5)).sessions).toBe(false);
    });

    it('bring what is wanted of rows that an index named, as far as they pass', async () => {
      const { memories, relations } = stage.tenant().own;
      const given = [{ tags: ['x'], metadata: { sessionId: 'monday' } }, { tags: ['x'] }, { tags: ['x'] }, {}];
      const ids = await insertEach(stage, memories, given);
      const [first = '', second = '', third = '', other = ''] = ids;
      const by = (toId: string) => newRelation(stage.ids.next(), { type: 'supersedes', fromId: third, toId });
      await relations.add([first, second, other].map(by));
      const filter = filterOf({ tags: ['x'] });
      const wanted = { ids: [other, first, second, third], whole: 2, replacing: 'supersedes' };
      const { near } = await memories.lists(filter, 2, 2, wanted);
      expect(sorted(near.facts.map(({ id }) => id))).toEqual(sorted([first, second, third]));
      expect(near.facts).toEqual(expect.arrayContaining(await memories.facts(ids, filter)));
      const whole = await memories.getMany([first], filter);
      expect(near.whole).toEqual(whole.map((row) => ({ ...row, owner: null })));
      expect(near.told).toEqual(await relations.toldBefore('supersedes', [other, first]));
      expect(near.told?.earlier).toEqual([other, first]);
    });

    it('bring no long row whole', async () => {
      const { memories } = stage.tenant().own;
      const metadata = { notes: Array.from({ length: 4000 }, (_, index) => `${index}`) };
      const [short = '', ...long] = await insertEach(stage, memories, [
        {},
        { content: 'x'.repeat(20_000) },
        { metadata },
      ]);
      const wanted = { ids: [...long, short], whole: 3, replacing: 'supersedes' };
      const { near } = await memories.lists(filterOf(), 3, 3, wanted);
      expect(near.facts).toHaveLength(3);
      expect(near.whole.map(({ id }) => id)).toEqual([short]);
    });

    it('hold what is not indexed at its version, newest first, with what scoring needs', async () => {
      const { memories } = stage.tenant().own;
      const ids = await insertEach(stage, memories, [{}, { context: 'Before.', speaker: 'Ines' }, {}, {}]);
      await indexNow(memories, ids);
      expect((await memories.lists(filterOf(), 5, 5)).unindexed).toEqual([]);
      const changed = await memories.update(ids[1] ?? '', { importanceScore: 0.75, content: 'New.' }, NOON);
      await memories.update(ids[3] ?? '', { tags: ['x'] }, NOON);
      const { unindexed, unindexedCut } = await memories.lists(filterOf(), 5, 5);
      expect(unindexedCut).toBe(false);
      expect(unindexed.map(({ id }) => id)).toEqual([ids[3], ids[1]]);
      expect(unindexed[1]).toEqual({
        id: ids[1],
        version: 2,
        content: 'New.',
        context: 'Before.',
        speaker: 'Ines',
        occurredAt: changed?.occurredAt,
        tier: 'episodic',
        recencyAt: changed?.recencyAt,
        importanceScore: 0.75,
      });
      expect((await memories.lists(filterOf({ tags: ['x'] }), 5, 5)).unindexed.map(({ id }) => id)).toEqual([ids[3]]);
    });

    it('say that vectors are awaited, and how many of what passes have none, dead jobs among them', async () => {
      const { memories, outbox } = stage.tenant().own;
      const ids = await insertEach(stage, memories, [{ tags: ['x'] }, {}, {}, {}]);
      await indexNow(memories, ids);
      expect(await memories.vectorCounts()).toEqual({ done: 4, waiting: 0 });
      const jobs = ids.slice(0, 3).map((ref) => ({ kind: 'embed' as const, ref }));
      await outbox.enqueue(jobs, NOON, NOON);
      expect((await memories.lists(filterOf(), 5, 5)).vectorsAwaited).toBe(true);
      expect(await memories.unembedded(filterOf())).toBe(3);
      expect(await memories.unembedded(filterOf({ tags: ['x'] }))).toBe(1);
      expect(await memories.unembedded(filterOf(), ids.slice(1, 2))).toBe(2);
      // One that changed waits for the index itself, and whoever asks reads it.
      await memories.update(ids[1] ?? '', { content: 'New.' }, NOON);
      expect(await memories.unembedded(filterOf())).toBe(2);
      expect(await memories.vectorCounts()).toEqual({ done: 1, waiting: 3 });
      await memories.bury([ids[0] ?? ''], NOON);
      expect(await memories.unembedded(filterOf())).toBe(1);
      expect(await memories.vectorCounts()).toEqual({ done: 1, waiting: 2 });
    });

    it('say when texts that are not indexed are too long to be read with one question', async () => {
      const { memories } = stage.tenant().own;
      const long = 'ü'.repeat(50_000);
      const ids = await insertEach(stage, memories, [{}, ...Array.from({ length: 6 }, () => ({ content: long })), {}]);
      const { unindexed, unindexedCut } = await memories.lists(filterOf(), 5, 100);
      expect(unindexedCut).toBe(true);
      expect(unindexed.map(({ id }) => id)).toEqual(ids.slice(-5).toReversed());
    });

    it('say when there is more that is not indexed than was read', async () => {
      const { memories } = stage.tenant().own;
      const ids = await insertEach(stage, memories, [{}, {}, {}]);
      const cut = await memories.lists(filterOf(), 5, 2);
      expect(cut.unindexedCut).toBe(true);
      expect(cut.unindexed.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
      expect((await memories.lists(filterOf(), 5, 3)).unindexedCut).toBe(false);
    });
  });

  describe('facts', () => {
    it('are those of the ids that exist and pass the filter', async () => {
      const { memories } = stage.tenant().own;
      const ids = await insertEach(stage, memories, [
        {
          importanceScore: 0.25,
          recencyAt: minutesAfter(-9),
          metadata: { sessionId: 'ü'.repeat(300) },
          provenance: { traceId: 'ü'.repeat(100), message: 3 },
          speaker: ASSISTANT,
        },
        { tier: 'semantic' },
        {},
      ]);
      await memories.update(ids[0] ?? '', { tags: ['x'] }, NOON);
      await memories.bury([ids[2] ?? ''], NOON);
      const asked = [...ids, stage.ids.next(), ...ids];
      const found = await memories.facts(asked, filterOf());
      expect(sorted(found.map(({ id }) => id))).toEqual(ids.slice(0, 2));
      expect(sorted(found.filter(({ ofAssistant }) => ofAssistant).map(({ id }) => id))).toEqual(ids.slice(0, 1));
      expect(await memories.facts(asked, filterOf({ tags: ['x'] }))).toEqual([
        {
          id: ids[0],
          version: 2,
          tier: 'episodic',
          recencyAt: minutesAfter(-9),
          importanceScore: 0.25,
          session: 'ü'.repeat(256),
          message: `${'ü'.repeat(64)} 3`,
          ofAssistant: true,
        },
      ]);
      expect(await memories.facts([], filterOf())).toEqual([]);
    });

    it('are given for thousands of ids at once', async () => {
      const { memories } = stage.tenant().own;
      const ids = await insertEach(
        stage,
        memories,
        Array.from({ length: 500 }, () => ({})),
      );
      const unknown = Array.from({ length: 5500 }, () => stage.ids.next());
      expect(await memories.facts([...unknown, ...ids], filterOf())).toHaveLength(500);
    });
  });
}
