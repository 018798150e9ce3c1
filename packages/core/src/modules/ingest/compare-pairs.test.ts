import type { ComparedPair, Comparison, Relations } from '@hippocamp/shared/language/comparison';
import { describe, expect, it } from 'vitest';
import type { PairReader } from '../../ports/pair-reader.js';
import { tenantNamed } from '../../testing/builders.js';
import { comparePairs, type Pair, rememberPairs } from './compare-pairs.js';

const tenant = tenantNamed('acme');
const unrelated: Comparison = { verdict: 'unrelated', sure: 1 };
const read: Relations = { same: 0, conflict: 0.9, different: 0.1 };
const pair = (newer: string, older: string, near = 0.5): Pair => ({ older, newer, near });

/** A reader over this, with the pairs that it was asked about, call by call. */
const readerOver = (relate: PairReader['relate']) => {
  const asked: (readonly (readonly [string, string])[])[] = [];
  const pairReader: PairReader = {
    relate: (of, pairs) => {
      asked.push(pairs);
      return relate(of, pairs);
    },
  };
  return { asked, pairReader };
};

/** Says of each pair what was read of it; `unknown` is a text in a language that the reader does not know. */
const stage = (relate: PairReader['relate'] | null, unknown?: string) => {
  const compared: ComparedPair[] = [];
  const language = {
    readable: async (_tenant: unknown, pairs: readonly Pick<ComparedPair, 'older' | 'newer'>[]) =>
      pairs.map(({ older, newer }) => (newer === unknown ? null : { older, newer })),
    async compare(_tenant: unknown, pairs: readonly ComparedPair[]) {
      compared.push(...pairs);
      return pairs.map(
        ({ relations }): Comparison => (relations ? { verdict: 'replaces', sure: relations.conflict } : unrelated),
      );
    },
  };
  const { asked, pairReader } = readerOver(relate ?? (async () => []));
  const dependencies = { language, pairReader: relate && pairReader };
  return { asked, compared, compare: (pairs: readonly Pair[]) => comparePairs(tenant, pairs, dependencies) };
};

const readsAll: PairReader['relate'] = async (_tenant, pairs) => pairs.map(() => read);

describe('pairs', () => {
  it('are compared by their text alone without a reader', async () => {
    const { compare } = stage(null);
    expect(await compare([pair('ten', 'nine'), pair('Tea.', 'tea')])).toEqual([
      unrelated,
      { verdict: 'same', sure: 1 },
    ]);
  });

  it('are read, the older first, and those of equal text are not', async () => {
    const { asked, compare } = stage(readsAll);
    expect(await compare([pair('Tea.', 'tea', 1), pair('ten', 'nine', 0)])).toEqual([
      { verdict: 'same', sure: 1 },
      { verdict: 'replaces', sure: 0.9 },
    ]);
    expect(asked).toEqual([[['nine', 'ten']]]);
  });

  it('are compared with what was read of them, and with whether one was said after the other', async () => {
    const { compared, compare } = stage(readsAll);
    await compare([{ ...pair('sorry, ten', 'at nine'), isAfter: true }]);
    expect(compared).toEqual([{ newer: 'sorry, ten', older: 'at nine', isAfter: true, relations: read }]);
  });

  it('ask nobody where there are none, or all are of equal text', async () => {
    const { asked, compared, compare } = stage(readsAll);
    expect(await compare([])).toEqual([]);
    expect(await compare([pair('tea', 'tea')])).toEqual([{ verdict: 'same', sure: 1 }]);
    expect([asked, compared]).toEqual([[], []]);
  });

  it('are read where they are the nearest of a statement, and of a text the nearest of all', async () => {
    const { asked, compare } = stage(readsAll);
    const pairs = Array.from({ length: 60 }, (_, place) => pair(`new ${place % 4}`, `old ${place}`, place / 60));
    const found = await compare(pairs);
    expect(found.filter(({ verdict }) => verdict === 'replaces')).toHaveLength(24);
    expect(asked[0]?.slice(0, 2)).toEqual([
      ['old 59', 'new 3'],
      ['old 58', 'new 2'],
    ]);
    const many = Array.from({ length: 20 }, (_, place) => pair('new', `old ${place}`));
    expect((await compare(many)).filter(({ verdict }) => verdict === 'replaces')).toHaveLength(8);
  });

  it('replace as surely as a judge says where one puts the other right, and nobody reads them', async () => {
    const right = { ...pair('sorry, ten', 'at nine', 1), isAfter: true, amends: 0.8 };
    for (const { asked, compared, compare } of [stage(readsAll), stage(null)]) {
      expect(await compare([right])).toEqual([{ verdict: 'replaces', sure: 0.8 }]);
      expect([asked, compared]).toEqual([[], []]);
    }
    const { asked, compare } = stage(readsAll);
    expect(await compare([pair('five', 'four'), right])).toEqual([
      { verdict: 'replaces', sure: 0.9 },
      { verdict: 'replaces', sure: 0.8 },
    ]);
    expect(asked).toEqual([[['four', 'five']]]);
  });

  it('that put something right are none of those of which the nearest are read', async () => {
    const { asked, compare } = stage(readsAll);
    const right = Array.from({ length: 30 }, (_, place) => ({ ...pair('new', `right ${place}`, 1), amends: 0.7 }));
    const others = Array.from({ length: 8 }, (_, place) => pair('new', `old ${place}`));
    const found = await compare([...right, ...others]);
    expect(found.slice(30)).toEqual(others.map(() => ({ verdict: 'replaces', sure: 0.9 })));
    expect(asked[0]).toHaveLength(8);
  });

  it('are unrelated where nobody could read them, or is in another language', async () => {
    expect(await stage(async (_tenant, pairs) => pairs.map(() => null)).compare([pair('ten', 'nine')])).toEqual([
      unrelated,
    ]);
    const { asked, compare } = stage(readsAll, 'zehn');
    expect(await compare([pair('zehn', 'nine'), pair('ten', 'nine')])).toEqual([
      unrelated,
      { verdict: 'replaces', sure: 0.9 },
    ]);
    expect(asked).toEqual([[['nine', 'ten']]]);
  });
});

describe('a reader that remembers', () => {
  const half: PairReader['relate'] = async (_tenant, pairs) =>
    pairs.map(([older]) => (older === 'unreadable' ? null : { ...read, conflict: older.length / 10 }));
  const found = (conflict: number) => ({ ...read, conflict });

  it('reads each pair once, and answers in their order', async () => {
    const { asked, pairReader } = readerOver(half);
    const remembering = rememberPairs(pairReader);
    expect(await remembering?.relate(tenant, [['nine', 'ten']])).toEqual([found(0.4)]);
    const again = [
      ['eight', 'ten'],
      ['nine', 'ten'],
      ['ten', 'nine'],
    ] as const;
    expect(await remembering?.relate(tenant, again)).toEqual([found(0.5), found(0.4), found(0.3)]);
    expect(await remembering?.relate(tenant, again)).toEqual([found(0.5), found(0.4), found(0.3)]);
    expect(asked).toEqual([
      [['nine', 'ten']],
      [
        ['eight', 'ten'],
        ['ten', 'nine'],
      ],
    ]);
  });

  it('reads a pair once that is asked about twice in one call', async () => {
    const { asked, pairReader } = readerOver(half);
    const pairs = [
      ['nine', 'ten'],
      ['eight', 'ten'],
      ['nine', 'ten'],
      ['unreadable', 'ten'],
      ['unreadable', 'ten'],
    ] as const;
    expect(await rememberPairs(pairReader)?.relate(tenant, pairs)).toEqual([
      found(0.4),
      found(0.5),
      found(0.4),
      null,
      null,
    ]);
    expect(asked).toEqual([[pairs[0], pairs[1], pairs[3]]]);
  });

  it('asks no more about what could not be read', async () => {
    const { asked, pairReader } = readerOver(half);
    const remembering = rememberPairs(pairReader);
    for (const _ of [1, 2]) expect(await remembering?.relate(tenant, [['unreadable', 'ten']])).toEqual([null]);
    expect(asked).toHaveLength(1);
  });

  it('asks again where the reader failed', async () => {
    let isAway = true;
    const { pairReader } = readerOver((...given) => (isAway ? Promise.reject(new Error('away')) : half(...given)));
    const remembering = rememberPairs(pairReader);
    await expect(remembering?.relate(tenant, [['nine', 'ten']])).rejects.toThrow('away');
    isAway = false;
    expect(await remembering?.relate(tenant, [['nine', 'ten']])).toEqual([found(0.4)]);
  });

  it('is nobody where nobody reads', () => {
    expect(rememberPairs(null)).toBeNull();
  });
});
