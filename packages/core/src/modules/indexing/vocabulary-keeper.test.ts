import type { TenantId } from '@hippocamp/shared/schemas/common';
import { knownSpeaker } from '@hippocamp/shared/scoring/lexical';
import { BY_CHANCE, chosenIds, fullestBucketOf } from '@hippocamp/shared/text/testing/chosen';
import { describe, expect, it } from 'vitest';
import type { VocabularyRecord } from '../../ports/records.js';
import { createVocabularyCount, createVocabularyKeeper, MOST_SPEAKER_WORDS, MOST_WORDS } from './vocabulary-keeper.js';

const tenant = 'a' as TenantId;

/** The numbers of `contents` are the words of each memory. */
const keeperOf = (contents: number[][], mostCached?: number, speaker: string | null = null) => {
  let row: VocabularyRecord | null = null;
  let reads = 0;
  const vocabulary = {
    async get() {
      reads += 1;
      return row;
    },
    noteChanges: async () => ({ memories: 0, changes: 0 }),
    async replace({ memories, frequencies, speakers }: VocabularyRecord) {
      row = { version: 1, memories, frequencies, speakers };
    },
  };
  const rows = contents.map((_words, index) => ({ id: String(index), content: String(index), speaker }));
  const memories = { contents: async (after: string | null) => (after === null ? rows : []) };
  const keeper = createVocabularyKeeper({
    records: { forTenant: () => ({ vocabulary, memories }) } as never,
    lexicon: { termIds: async (texts: string[]) => texts.map((text) => contents[Number(text)] ?? []) } as never,
    wakeUp: async () => true,
    clock: { now: () => new Date(0) },
    ...(mostCached !== undefined && { mostCached }),
  });
  const keep = (speakers: VocabularyRecord['speakers']) => {
    row = { version: 1, memories: 1, frequencies: {}, speakers };
  };
  return { keeper, keep, reads: () => reads };
};

/** A name of sixteen words. */
const longName = (person: number) =>
  upTo(16)
    .map((word) => `${word}n${person}`)
    .join(' ');

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a vocabulary', () => {
  it('holds all words while they are few', async () => {
    const { keeper } = keeperOf([upTo(10), upTo(5)]);
    await keeper.refresh(tenant);
    const { frequencies, memories } = await keeper.of(tenant);
    expect(memories).toBe(2);
    expect([...frequencies]).toEqual(upTo(10).map((id) => [id, id < 5 ? 2 : 1]));
  });

  it('leaves out the rarest where there are many, all that are as rare', async () => {
    const { keeper } = keeperOf([upTo(MOST_WORDS + 1), upTo(3), upTo(2)]);
    await keeper.refresh(tenant);
    expect([...(await keeper.of(tenant)).frequencies]).toEqual([
      [0, 3],
      [1, 3],
      [2, 2],
    ]);
  });

  it('spreads words over all buckets of a map that were chosen for one, and is read as fast', async () => {
    const { keeper } = keeperOf([chosenIds(16_000)]);
    expect(await fullestBucketOf(() => keeper.refresh(tenant))).toBeLessThan(BY_CHANCE);
    expect(await fullestBucketOf(() => keeper.of(tenant))).toBeLessThan(BY_CHANCE);
    const { frequencies } = await keeper.of(tenant);
    expect(chosenIds(16_000).map((id) => frequencies.get(id))).toEqual(new Array(16_000).fill(1));
  });

  it('is read once for questions that come together', async () => {
    const { keeper, reads } = keeperOf([upTo(10)]);
    await Promise.all([keeper.of(tenant), keeper.of(tenant), keeper.of(tenant)]);
    expect(reads()).toBe(1);
  });

  it('goes from the cache for others, once they are too large together', async () => {
    const { keeper, reads } = keeperOf([upTo(10)], 25);
    await keeper.refresh(tenant);
    for (const each of ['a', 'b', 'c', 'a'] as TenantId[]) await keeper.of(each);
    expect(reads()).toBe(4);
  });

  it('takes the room of each word of its speakers', async () => {
    const { keeper, reads } = keeperOf([upTo(2)], 25, longName(1));
    await keeper.refresh(tenant);
    for (const each of ['a', 'b', 'a'] as TenantId[]) await keeper.of(each);
    expect(reads()).toBe(3);
  });

  it('is used with as few words of speakers where an earlier release kept more', async () => {
    const { keeper, keep } = keeperOf([]);
    keep(upTo(2000).map((speaker) => knownSpeaker(tenant, longName(speaker))));
    const { speakers } = await keeper.of(tenant);
    expect(speakers).toHaveLength(MOST_SPEAKER_WORDS / 16);
  });
});

interface Memory {
  words: number[];
  speaker?: string;
  units?: number;
}

/** Keeps the lengths of the pages that are asked for. */
const countOf = (memories: Memory[], most?: { words: number; speakers: number }) => {
  const limits: number[] = [];
  const rows = memories.map(({ speaker = null, units = 0 }, index) => {
    return { id: String(index).padStart(6, '0'), content: String(index).padEnd(units), speaker };
  });
  const contents = async (after: string | null, limit: number) => {
    limits.push(limit);
    return rows.filter(({ id }) => after === null || id > after).slice(0, limit);
  };
  const termIds = async (texts: string[]) => texts.map((text) => memories[Number(text)]?.words ?? []);
  const count = createVocabularyCount({
    records: { forTenant: () => ({ memories: { contents } }) } as never,
    lexicon: { termIds } as never,
    ...(most && { most }),
  });
  return { count: () => count(tenant), limits };
};

describe('the words of a tenant', () => {
  it('are all those of which none was rarer than their share', async () => {
    // The word `n` is in every `n`th memory.
    const memories = Array.from({ length: 1000 }, (_, place) => ({
      words: upTo(400).filter((word) => word > 0 && place % word === 0),
    }));
    const { frequencies } = await countOf(memories).count();
    const expected = upTo(400).map((word): [number, number] => [word, Math.ceil(1000 / word)]);
    expect(Object.entries(frequencies)).toEqual(
      expected.filter(([word, count]) => word > 0 && count >= 5).map(([word, count]) => [String(word), count]),
    );
  });

  it('are counted with few held at once: the rarest are left out', async () => {
    const memories = upTo(200).map((place) => ({ words: [1, 2, 3, ...upTo(5).map((word) => 10 + 5 * place + word)] }));
    const { frequencies } = await countOf(memories, { words: 50, speakers: 50 }).count();
    expect(frequencies).toMatchObject({ 1: 200, 2: 200, 3: 200 });
    expect(Object.keys(frequencies).length).toBeLessThanOrEqual(50);
  });

  it('are read with one long text at once', async () => {
    const { count, limits } = countOf(Array.from({ length: 30 }, () => ({ words: [1], units: 300_000 })));
    expect(await count()).toMatchObject({ memories: 30, frequencies: { 1: 30 } });
    expect(new Set(limits.slice(1))).toEqual(new Set([1]));
  });
});

describe('the speakers of a tenant', () => {
  const memories = upTo(200).map((place) => ({ words: [], speaker: place % 2 === 0 ? 'Ann' : `Ben${place}` }));

  it('are all known while they are few', async () => {
    expect((await countOf(memories).count()).speakers).toHaveLength(101);
  });

  it('are counted with few held at once: the most frequent stay', async () => {
    const { speakers } = await countOf(memories, { words: 50, speakers: 20 }).count();
    expect(speakers.length).toBeLessThanOrEqual(20);
    expect(speakers[0]).toEqual(knownSpeaker(tenant, 'Ann'));
  });

  it('have a bounded number of words together, which every question looks through: the most frequent stay', async () => {
    const named = upTo(3000).map((place) => ({ words: [], speaker: place % 2 === 0 ? 'Ann' : longName(place) }));
    const { speakers } = await countOf(named).count();
    expect(speakers.flatMap(({ terms }) => terms).length).toBeLessThanOrEqual(MOST_SPEAKER_WORDS);
    expect(speakers.length).toBeGreaterThan(MOST_SPEAKER_WORDS / 20);
    expect(speakers[0]).toEqual(knownSpeaker(tenant, 'Ann'));
  });
});
