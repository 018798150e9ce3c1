import type { JsonObject } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import { filterOf, hashOf, minutesAfter, NOON, newMemory, recordOf } from '../builders.js';
import { insertEach, type Stage, sorted } from './stage.js';

const hardTexts = [
  `'; drop table memories; -- "quoted" \\ back\\slash`,
  'NULL',
  '{a,"b"}',
  ' leading, and trailing ',
  'emoji 🐎, combining é, اللغة, \u2028 line',
  '$1 $' + '{x} %s :name ?',
  'line\nbreak\ttab',
];

export function memoriesSuite(stage: Stage): void {
  describe('memories', () => {
    it('are read as they were inserted, whatever text they hold', async () => {
      const { memories } = stage.tenant().own;
      const plain = newMemory(stage.ids.next());
      const full = newMemory(stage.ids.next(), {
        ownerEntityId: stage.ids.next(),
        tier: 'semantic',
        content: `${hardTexts.join('\n')}${'x'.repeat(49_000)}`,
        context: hardTexts.join(' '),
        sourceArtifactId: stage.ids.next(),
        sourceEventId: stage.ids.next(),
        importanceScore: 0.1 + 0.2,
        accessCount: 7,
        lastAccessedAt: new Date('2026-02-03T04:05:06.789Z'),
        recencyAt: new Date('2026-02-03T04:05:06.001Z'),
        occurredAt: new Date('1999-12-31T23:59:59.999Z'),
        metadata: { text: hardTexts, nested: { deep: [1, -0.5, 1e21, null, true, { a: [] }] }, '': 'empty key' },
        tags: hardTexts,
        confidence: 0.123456789012345,
        provenance: { extractor: 'rules', list: hardTexts },
        invalidAt: minutesAfter(-3),
        supersededById: plain.id,
        factKeys: hardTexts,
        contextSourceIds: [plain.id, stage.ids.next()],
        span: { start: 3, end: 40 },
      });
      await memories.insert([plain, full]);
      expect(await memories.get(plain.id)).toEqual(recordOf(plain));
      expect(await memories.get(full.id)).toEqual(recordOf(full));
    });

    it('come in batches, none too, all or none', async () => {
      const { memories } = stage.tenant().own;
      await memories.insert([]);
      const rows = Array.from({ length: 500 }, () => newMemory(stage.ids.next()));
      await memories.insert(rows);
      expect(await memories.count(filterOf())).toBe(500);
      const fresh = newMemory(stage.ids.next());
      await expect(memories.insert([fresh, newMemory(rows[0]?.id ?? '')])).rejects.toThrow();
      expect(await memories.get(fresh.id)).toBeNull();
    });

    it('are got by id: the known ones, and none for none', async () => {
      const { memories } = stage.tenant().own;
      const ids = await insertEach(stage, memories, [{}, {}, {}]);
      const found = await memories.getMany([...ids.slice(0, 2), stage.ids.next()]);
      expect(sorted(found.map(({ id }) => id))).toEqual(ids.slice(0, 2));
      expect(await memories.getMany([...ids, ...ids])).toHaveLength(3);
      expect(await memories.getMany([])).toEqual([]);
      expect(await memories.get(stage.ids.next())).toBeNull();
    });

    it('change only in the members that are set, and rise in version', async () => {
      const { memories } = stage.tenant().own;
      const before = newMemory(stage.ids.next(), { tags: ['old'], metadata: { a: 1, b: 2 } });
      await memories.insert([before]);
      const changed = await memories.update(before.id, { tags: ['new', 'x'], metadata: { c: 3 } }, NOON);
      const expected = { ...recordOf(before), tags: ['new', 'x'], metadata: { c: 3 }, updatedAt: NOON, version: 2 };
      expect(changed).toEqual(expected);
      const other = {
        content: 'New text.',
        contentHash: hashOf('New text.'),
        tier: 'semantic' as const,
        tierSince: minutesAfter(1),
        importanceScore: 1,
        recencyAt: minutesAfter(2),
      };
      const again = await memories.update(before.id, { ...other, tags: undefined }, minutesAfter(3));
      expect(again).toEqual({ ...expected, ...other, updatedAt: minutesAfter(3), version: 3 });
      expect(await memories.get(before.id)).toEqual(again);
    });

    it('are archived, superseded and brought back by a change', async () => {
      const { memories } = stage.tenant().own;
      const [id = '', next = ''] = await insertEach(stage, memories, [{}, {}]);
      const gone = { archivedAt: NOON, invalidAt: minutesAfter(-5), supersededById: next };
      expect(await memories.update(id, gone, NOON)).toMatchObject({ ...gone, version: 2 });
      const back = { archivedAt: null, invalidAt: null, supersededById: null };
      expect(await memories.update(id, back, NOON)).toMatchObject({ ...back, version: 3 });
    });

    it('that are unknown or buried neither change nor count an access', async () => {
      const { memories } = stage.tenant().own;
      const [id = ''] = await insertEach(stage, memories, [{}]);
      await memories.bury([id], NOON);
      for (const missing of [id, stage.ids.next()]) {
        expect(await memories.update(missing, { importanceScore: 1 }, NOON)).toBeNull();
        expect(await memories.recordAccess(missing, NOON)).toBeNull();
        expect(await memories.get(missing)).toBeNull();
        expect(await memories.get(missing, { lock: true })).toBeNull();
      }
      expect(await memories.getMany([id])).toEqual([]);
    });

    it('count each of many accesses at once, without a new version', async () => {
      const { memories } = stage.tenant().own;
      const before = newMemory(stage.ids.next());
      await memories.insert([before]);
      await Promise.all(Array.from({ length: 20 }, () => memories.recordAccess(before.id, minutesAfter(5))));
      expect(await memories.get(before.id)).toEqual({
        ...recordOf(before),
        accessCount: 20,
        lastAccessedAt: minutesAfter(5),
        recencyAt: minutesAfter(5),
      });
    });

    it('stay as recent as they will have happened when they are accessed before', async () => {
      const { memories } = stage.tenant().own;
      const occurredAt = minutesAfter(600);
      const [id = ''] = await insertEach(stage, memories, [{ occurredAt }]);
      expect(await memories.recordAccess(id, NOON)).toMatchObject({ recencyAt: occurredAt, lastAccessedAt: NOON });
    });

    it('are told apart from those that are gone, each once', async () => {
      const { memories } = stage.tenant().own;
      const [first = '', gone = '', hidden = '', last = ''] = await insertEach(stage, memories, [{}, {}, {}, {}]);
      await memories.bury([gone], NOON);
      await memories.update(hidden, { hiddenAt: NOON }, NOON);
      expect(await memories.living([last, gone, first, hidden, last, stage.ids.next()])).toEqual([first, last]);
    });

    it('are found by the hash of their text, of the same owner only, live and valid ones, oldest first', async () => {
      const { memories } = stage.tenant().own;
      const owner = stage.ids.next();
      const content = 'The same text.';
      const contentHash = hashOf(content);
      const ids = await insertEach(stage, memories, [
        { content },
        { content },
        { content, ownerEntityId: owner },
        { content },
        { content },
        { content: 'Another.' },
        { content },
      ]);
      await memories.update(ids[3] ?? '', { invalidAt: NOON }, NOON);
      await memories.update(ids[4] ?? '', { archivedAt: NOON }, NOON);
      await memories.bury([ids[6] ?? ''], NOON);
      const hashes = [contentHash, hashOf('Another.'), hashOf('Unknown.')];
      expect(await memories.withHashes(null, hashes, 10)).toEqual([
        { id: ids[0], contentHash },
        { id: ids[1], contentHash },
        { id: ids[5], contentHash: hashOf('Another.') },
      ]);
      expect((await memories.withHashes(null, hashes, 2)).map(({ id }) => id)).toEqual([ids[0], ids[1]]);
      expect(await memories.withHashes(owner, hashes, 10)).toEqual([{ id: ids[2], contentHash }]);
      expect(await memories.withHashes(stage.ids.next(), hashes, 10)).toEqual([]);
      expect(await memories.withHashes(null, [], 10)).toEqual([]);
    });

    it('are counted by tier and by UTC day', async () => {
      const { memories } = stage.tenant().own;
      const days = ['2026-02-26T23:59:59.999Z', '2026-02-27T00:00:00.000Z', '2026-02-28T23:59:59.999Z', '9999-01-01'];
      const asked = { after: new Date('2026-02-27T00:00:00.000Z'), before: new Date('2026-03-01T00:00:00.000Z') };
      const [first = ''] = await insertEach(
        stage,
        memories,
        [days[0], days[1], days[1], days[2], days[3]].map((day, index) => ({
          createdAt: new Date(day ?? ''),
          tier: index === 0 ? 'semantic' : 'short_term',
        })),
      );
      expect(await memories.stats(asked)).toEqual({
        byTier: { short_term: 4, episodic: 0, semantic: 1 },
        byDay: [
          { date: '2026-02-27', count: 2 },
          { date: '2026-02-28', count: 1 },
        ],
      });
      await memories.bury([first], NOON);
      expect((await memories.stats(asked)).byTier.semantic).toBe(0);
      expect(await stage.tenant().own.memories.stats(asked)).toEqual({
        byTier: { short_term: 0, episodic: 0, semantic: 0 },
        byDay: [],
      });
    });

    it('tell who may read their raw text, as many of them as are looked at', async () => {
      const { memories } = stage.tenant().own;
      const [sourceArtifactId, traceId] = [stage.ids.next(), stage.ids.next()];
      const readers = (most = 9) => memories.readersOf(sourceArtifactId, traceId, most);
      const draw = (...provenances: (JsonObject | null)[]) => {
        const drawn = provenances.map((provenance) => ({ sourceArtifactId, provenance }));
        return insertEach(stage, memories, drawn);
      };
      expect(await readers()).toEqual({ count: 0, staysHere: false, mayLeave: false });
      await draw(null, {}, { traceId: stage.ids.next() });
      expect(await readers()).toEqual({ count: 3, staysHere: false, mayLeave: false });
      expect(await readers(2)).toMatchObject({ count: 2 });
      await draw({ traceId });
      expect(await readers()).toEqual({ count: 4, staysHere: false, mayLeave: true });
      await draw({ traceId, reader: 'local' });
      expect(await readers()).toEqual({ count: 5, staysHere: true, mayLeave: true });
    });

    it('give their content in order of id, page by page, to the last', async () => {
      const { memories } = stage.tenant().own;
      const ids = await insertEach(
        stage,
        memories,
        Array.from({ length: 7 }, (_, index) => ({ content: `Text ${index}.`, speaker: index === 1 ? 'Ines' : null })),
      );
      await memories.bury([ids[3] ?? ''], NOON);
      const seen: { id: string; content: string; speaker: string | null }[] = [];
      for (let after: string | null = null; ; after = seen.at(-1)?.id ?? null) {
        const page = await memories.contents(after, 2);
        seen.push(...page);
        if (page.length < 2) break;
      }
      const live = ids.filter((_, index) => index !== 3);
      expect(seen).toEqual(
        live.map((id) => ({ id, content: `Text ${ids.indexOf(id)}.`, speaker: id === ids[1] ? 'Ines' : null })),
      );
    });
  });
}
