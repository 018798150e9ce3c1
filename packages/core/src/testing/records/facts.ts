import { LONGEST_READ, nothingRead } from '@hippocamp/shared/language/reading';
import { ASSISTANT } from '@hippocamp/shared/language/statement';
import { describe, expect, it } from 'vitest';
import type { Sought, TenantRecords } from '../../ports/records.js';
import { filterOf, minutesAfter, NOON } from '../builders.js';
import { insertEach, type Stage, sorted } from './stage.js';

/** Not the facts of scoring: the keys under which memories are found. */
export function factsSuite(stage: Stage): void {
  const told = async ({ memories }: TenantRecords, owner: string | null, ...keys: string[]) =>
    (await memories.withFacts(owner, keys)).map(({ id }) => id);

  describe('facts', () => {
    it('find what has one of their keys, of the same owner only, oldest first', async () => {
      const { own } = stage.tenant();
      const owner = stage.ids.next();
      const ids = await insertEach(stage, own.memories, [
        { factKeys: ['a', 'b', 'b'] },
        { factKeys: ['it\'s {b}, "c"'] },
        { factKeys: ['a'], ownerEntityId: owner },
        { factKeys: [] },
        { factKeys: ['b'] },
      ]);
      expect(await told(own, null, 'a', 'b')).toEqual([ids[0], ids[4]]);
      expect(await told(own, null, 'it\'s {b}, "c"')).toEqual([ids[1]]);
      expect(await told(own, owner, 'a', 'b')).toEqual([ids[2]]);
      expect(await told(own, null, 'unknown')).toEqual([]);
      expect(await told(own, null)).toEqual([]);
    });

    it('tell the names in the readings, and nothing of texts and metadata', async () => {
      const { own } = stage.tenant();
      const factKeys = ['a'];
      const read = (...selfNames: string[]) => ({ ...nothingRead, selfNames, by: 'test' });
      const ids = await insertEach(stage, own.memories, [
        { factKeys, reading: read('mara', 'jonas', 'ben'), speaker: 'Ann' },
        { factKeys, reading: read('mara') },
        { factKeys, reading: read() },
        { factKeys },
      ]);
      expect(await own.memories.withFacts(null, ['a'])).toEqual([
        { id: ids[0], speaker: 'Ann', readBy: 'test', selfNames: ['mara', 'jonas'] },
        { id: ids[1], speaker: null, readBy: 'test', selfNames: ['mara'] },
        { id: ids[2], speaker: null, readBy: 'test', selfNames: [] },
        { id: ids[3], speaker: null, readBy: null, selfNames: [] },
      ]);
    });

    it('are only those of valid rows that are neither archived nor gone', async () => {
      const { own } = stage.tenant();
      const factKeys = ['a'];
      const [archived = '', invalid = '', buried = '', left = ''] = await insertEach(stage, own.memories, [
        { factKeys },
        { factKeys },
        { factKeys },
        { factKeys },
        { factKeys, invalidAt: NOON },
      ]);
      await own.memories.update(archived, { invalidAt: NOON }, NOON);
      await own.memories.update(invalid, { invalidAt: NOON }, NOON);
      await own.memories.bury([buried], NOON);
      expect(await told(own, null, 'a')).toEqual([left]);
    });

    it('are replaced whole', async () => {
      const { own } = stage.tenant();
      const [id = ''] = await insertEach(stage, own.memories, [{ factKeys: ['a', 'b'] }]);
      await own.memories.setFacts(id, ['b', 'c', 'c']);
      expect(await told(own, null, 'a')).toEqual([]);
      for (const key of ['b', 'c']) expect(await told(own, null, key)).toEqual([id]);
      await own.memories.setFacts(id, []);
      expect(await told(own, null, 'a', 'b', 'c')).toEqual([]);
    });

    it('leave no trace with what is buried', async () => {
      const { own } = stage.tenant();
      const key = `canary-${stage.ids.next()}`;
      const [id = ''] = await insertEach(stage, own.memories, [{ factKeys: [key] }]);
      await own.memories.bury([id], NOON);
      expect(await stage.dump()).not.toContain(key);
    });

    it('take the place of older ones from a time on', async () => {
      const { own } = stage.tenant();
      const [first = '', second = '', later = '', buried = ''] = await insertEach(stage, own.memories, [
        {},
        {},
        {},
        {},
      ]);
      await own.memories.bury([buried], NOON);
      await own.memories.supersede(
        [
          { id: first, byId: later, invalidAt: minutesAfter(-3) },
          { id: second, byId: later, invalidAt: minutesAfter(5) },
          { id: buried, byId: later, invalidAt: NOON },
          { id: stage.ids.next(), byId: later, invalidAt: NOON },
        ],
        NOON,
      );
      await own.memories.supersede([], NOON);
      const replaced = { supersededById: later, version: 2, updatedAt: NOON };
      expect(await own.memories.get(first)).toMatchObject({ ...replaced, invalidAt: minutesAfter(-3) });
      expect(await own.memories.get(second)).toMatchObject({ ...replaced, invalidAt: minutesAfter(5) });
      expect(await own.memories.get(later)).toMatchObject({ invalidAt: null, version: 1 });
      expect(await own.memories.indexStates([buried])).toMatchObject([{ tombstone: true, version: 2 }]);
      expect(await own.memories.matching(filterOf())).toEqual([later]);
    });
  });

  describe('what is known', () => {
    it('is found by ids, texts and words, each row once, without what was read of it', async () => {
      const { own } = stage.tenant();
      const owner = stage.ids.next();
      const reading = { ...nothingRead, by: 'test' };
      const ids = await insertEach(stage, own.memories, [
        { contentHash: 'one', wordKeys: [1], reading },
        { contentHash: 'two' },
        { wordKeys: [1, 2] },
        { wordKeys: [3] },
        { contentHash: 'two', wordKeys: [1], ownerEntityId: owner },
        { contentHash: 'none of these' },
      ]);
      const [first = '', second, , , others = '', left = ''] = ids;
      const sharing = { texts: [[{ key: 3, weight: 1 }]], most: 1 };
      const sought = { ids: [first, others], hashes: ['two', 'two'], holding: [[1]], sharing };
      const found = await own.memories.knownBy(null, sought);
      expect(sorted(found.map(({ id }) => id))).toEqual(ids.slice(0, 4));
      expect(found.find(({ id }) => id === first)).toMatchObject({ contentHash: 'one', version: 1 });
      expect(found.every((row) => !('reading' in row))).toBe(true);
      expect(found.find(({ id }) => id === second)).toMatchObject({ ownerEntityId: null });
      const texts = [[]];
      expect(await own.memories.knownBy(null, { holding: texts, sharing: { texts, most: 1 } })).toEqual([]);
      await own.memories.update(first, { invalidAt: NOON }, NOON);
      await own.memories.update(left, { invalidAt: NOON }, NOON);
      expect(await own.memories.knownBy(null, { ids: [first, left], hashes: ['one', 'none of these'] })).toEqual([]);
    });

    it('has the same versions without the texts, and of many long texts the beginnings of the longest', async () => {
      const { memories } = stage.tenant().own;
      const padded = `I have a dog.${'\u2003'.repeat(49_000)}`;
      const given = Array.from({ length: 40 }, (_, index) => ({
        content: index === 0 ? 'Short.' : padded,
        wordKeys: [1],
      }));
      const ids = await insertEach(stage, memories, given);
      await memories.update(ids[3] ?? '', { tags: ['changed'] }, NOON);
      const sought = { ids, holding: [[1]] };
      const found = await memories.knownBy(null, sought);
      const bytes = found.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
      expect(bytes).toBeLessThan(3 * 1024 * 1024);
      expect(
        found
          .map(({ content }) => content.length)
          .sort((one, other) => one - other)
          .at(1),
      ).toBeGreaterThan(LONGEST_READ);
      expect(found.find(({ id }) => id === ids[0])?.content).toBe('Short.');
      expect(found.some(({ content }) => content === padded)).toBe(true);
      expect(found.every(({ content }) => content === 'Short.' || padded.startsWith(content))).toBe(true);
      const versions = (await memories.knownVersions(null, sought)).sort((one, other) => (one.id < other.id ? -1 : 1));
      expect(versions).toEqual(sorted(ids).map((id) => ({ id, version: id === ids[3] ? 2 : 1 })));
      expect(await memories.knownVersions(null, {})).toEqual([]);
    });

    it('is of one text that is stored many times the oldest few, of the assistant and of others', async () => {
      const { memories } = stage.tenant().own;
      const given = Array.from({ length: 40 }, (_, index) => ({
        contentHash: 'said often',
        speaker: index < 20 ? ASSISTANT : null,
        createdAt: minutesAfter(-index),
        metadata: { actorId: 'ana', note: 'what else is known of it' },
      }));
      const ids = await insertEach(stage, memories, given);
      const found = await memories.knownBy(null, { hashes: ['said often', 'said often'] });
      const few = found.length / 2;
      expect(few).toBeLessThanOrEqual(5);
      expect(sorted(found.map(({ id }) => id))).toEqual(sorted([...ids.slice(20 - few, 20), ...ids.slice(40 - few)]));
      expect(found.map(({ metadata }) => metadata)).toEqual(found.map(() => ({ actorId: 'ana' })));
    });
  });

  describe('words', () => {
    it('find what holds all words of a text, the shortest first, of the same owner only', async () => {
      const { memories } = stage.tenant().own;
      const owner = stage.ids.next();
      const [long = '', short = '', , others = '', negative = ''] = await insertEach(stage, memories, [
        { wordKeys: [1, 2, 3, 4] },
        { wordKeys: [3, 2, 1] },
        { wordKeys: [1, 2] },
        { wordKeys: [1, 2, 3], ownerEntityId: owner },
        { wordKeys: [-2_147_483_648, 2_147_483_647] },
      ]);
      const found = async (whose: string | null, ...texts: number[][]) =>
        sorted((await memories.knownBy(whose, { holding: texts })).map(({ id }) => id));
      expect(await found(null, [1, 2, 3])).toEqual([long, short]);
      expect(await found(null, [1, 2, 3], [3, 2], [2_147_483_647])).toEqual([long, short, negative]);
      expect(await found(owner, [1, 2])).toEqual([others]);
      expect(await found(null, [1, 9])).toEqual([]);
      expect(await found(null, [])).toEqual([]);
      expect(await found(null)).toEqual([]);
    });

    it('find a few for each text, those that say the least besides', async () => {
      const { memories } = stage.tenant().own;
      const given = Array.from({ length: 40 }, (_, index) => ({
        wordKeys: [index % 2, ...Array.from({ length: 40 - index }, (_more, other) => 100 + other)],
      }));
      const ids = await insertEach(stage, memories, given);
      const found = (await memories.knownBy(null, { holding: [[0], [1]] })).map(({ id }) => ids.indexOf(id));
      expect(found.length).toBeLessThan(20);
      const newest = Array.from({ length: found.length }, (_, index) => 40 - found.length + index);
      expect(found.sort((first, second) => first - second)).toEqual(newest);
    });

    it('that thousands of memories of an owner have find nothing, and rarer ones beside them do', async () => {
      const { memories } = stage.tenant().own;
      const rows = Array.from({ length: 5002 }, (_, place) => ({
        wordKeys: place === 3 ? [1, 2] : [1],
        ...(place < 2 ? { invalidAt: NOON } : {}),
      }));
      const ids = await insertEach(stage, memories, rows);
      const rare = ids[3] ?? '';
      const found = async (sought: Sought) => (await memories.knownBy(null, sought)).map(({ id }) => id);
      expect((await found({ holding: [[1]] })).length).toBeGreaterThan(0);
      await insertEach(stage, memories, [{ wordKeys: [1] }]);
      expect(await found({ holding: [[1]] })).toEqual([]);
      expect(await found({ holding: [[1, 2]] })).toEqual([rare]);
      const both = [
        { key: 1, weight: 1 },
        { key: 2, weight: 1 },
      ];
      expect(await found({ sharing: { texts: [both], most: 5 } })).toEqual([rare]);
    });

    it('find what shares the most of them with each text, of the same owner only', async () => {
      const { memories } = stage.tenant().own;
      const owner = stage.ids.next();
      const [rare = '', both = '', common = '', others = ''] = await insertEach(stage, memories, [
        { wordKeys: [1, 9] },
        { wordKeys: [1, 2] },
        { wordKeys: [2, 3] },
        { wordKeys: [1, 2], ownerEntityId: owner },
      ]);
      const [one, two] = [
        { key: 1, weight: 2 },
        { key: 2, weight: 0.5 },
      ];
      const found = async (whose: string | null, most: number, ...texts: (typeof one)[][]) =>
        sorted((await memories.knownBy(whose, { sharing: { texts, most } })).map(({ id }) => id));
      expect(await found(null, 1, [one, two])).toEqual([both]);
      expect(await found(null, 2, [one, two])).toEqual(sorted([rare, both]));
      expect(await found(null, 1, [one, two], [{ key: 3, weight: 1 }])).toEqual(sorted([both, common]));
      expect(await found(owner, 5, [one, two])).toEqual([others]);
      expect(await found(null, 5, [{ key: 8, weight: 1 }], [])).toEqual([]);
      await memories.update(both, { invalidAt: NOON }, NOON);
      expect(await found(null, 1, [one, two])).toEqual([rare]);
    });

    it('find what shares them with a text, but nothing of the text itself', async () => {
      const { memories } = stage.tenant().own;
      const [text, another] = [stage.ids.next(), stage.ids.next()];
      const [own = '', other = '', direct = ''] = await insertEach(stage, memories, [
        { wordKeys: [1], sourceArtifactId: text },
        { wordKeys: [1], sourceArtifactId: another },
        { wordKeys: [1] },
      ]);
      const found = async (exceptArtifactId: string | null) => {
        const sharing = { texts: [[{ key: 1, weight: 1 }]], most: 5, exceptArtifactId };
        return sorted((await memories.knownBy(null, { sharing })).map(({ id }) => id));
      };
      expect(await found(text)).toEqual(sorted([other, direct]));
      expect(await found(null)).toEqual(sorted([own, other, direct]));
    });

    it('find what the assistant said beside what it says, and nothing of it beside others', async () => {
      const { memories } = stage.tenant().own;
      const [own = '', assistants = ''] = await insertEach(stage, memories, [
        { wordKeys: [1] },
        { wordKeys: [1], speaker: 'assistant' },
      ]);
      const sharing = { texts: [[], [{ key: 1, weight: 1 }]], most: 5 };
      for (const sought of [{ sharing }, { holding: [[], [1]] }]) {
        const found = async (byAssistant: boolean[]) =>
          (await memories.knownBy(null, { ...sought, byAssistant })).map(({ id }) => id);
        expect([await found([]), await found([true, false]), await found([false, true])]).toEqual([
          [own],
          [own],
          [assistants],
        ]);
      }
    });

    it('are those of valid rows that are neither archived nor gone, as they were last set', async () => {
      const { memories } = stage.tenant().own;
      const ids = await insertEach(
        stage,
        memories,
        Array.from({ length: 5 }, () => ({ wordKeys: [1] })),
      );
      const [archived = '', invalid = '', buried = '', changed = '', left = ''] = ids;
      await memories.update(archived, { invalidAt: NOON }, NOON);
      await memories.update(invalid, { invalidAt: NOON }, NOON);
      await memories.bury([buried], NOON);
      await memories.update(changed, { wordKeys: [2] }, NOON);
      expect((await memories.knownBy(null, { holding: [[1]] })).map(({ id }) => id)).toEqual([left]);
      expect((await memories.knownBy(null, { holding: [[2]] })).map(({ id }) => id)).toEqual([changed]);
    });
  });
}
