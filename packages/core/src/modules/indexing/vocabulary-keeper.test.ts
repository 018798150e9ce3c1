import type { TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { VocabularyRecord } from '../../ports/records.js';
import { createVocabularyKeeper, MOST_WORDS } from './vocabulary-keeper.js';

const tenant = 'a' as TenantId;

/** The numbers of `contents` are the words of each memory. */
const keeperOf = (contents: number[][]) => {
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
  const rows = contents.map((_words, index) => ({ id: String(index), content: String(index), speaker: null }));
  const memories = { contents: async (after: string | null) => (after === null ? rows : []) };
  const keeper = createVocabularyKeeper({
    records: { forTenant: () => ({ vocabulary, memories }) } as never,
    lexicon: { termIds: async (texts: string[]) => texts.map((text) => contents[Number(text)] ?? []) } as never,
    wakeUp: async () => true,
    clock: { now: () => new Date(0) },
  });
  return { keeper, reads: () => reads };
};

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

  it('is read once for questions that come together', async () => {
    const { keeper, reads } = keeperOf([upTo(10)]);
    await Promise.all([keeper.of(tenant), keeper.of(tenant), keeper.of(tenant)]);
    expect(reads()).toBe(1);
  });
});
