import { removeMemories } from '@hippocamp/core/modules/redaction/remove-memories';
import type { TenantRepositories } from '@hippocamp/core/ports/records';
import { NOON, newMemory } from '@hippocamp/core/testing/builders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgeingHouse, openAgeingHouse } from './testing/ageing-house.js';

let house: AgeingHouse;
beforeAll(async () => {
  house = await openAgeingHouse();
});
afterAll(() => house.close());

const DEEP = 500;

const recordsOf = () => house.records.forTenant(house.caller().tenant);
type Own = ReturnType<typeof recordsOf>;

const idsFor = (count: number) => Array.from({ length: count }, () => house.ids.next());

/** As an import may bring them: the service itself distils no distilled memory. */
async function distil(own: Own, sources: Readonly<Record<string, readonly string[]>>) {
  const entries = Object.entries(sources);
  await own.memories.insert(entries.map(([id], place) => newMemory(id, { content: `Ann has boat ${place}.` })));
  await own.lifecycle.addSources(entries.map(([memoryId, sourceIds]) => ({ memoryId, sourceIds })));
}

interface Calls {
  asked: number;
  levels: number;
  buried: number;
}

/** Counts how often it is asked who is distilled from what, at each level and otherwise, and how often memories are buried. */
function counted(repositories: TenantRepositories, calls: Calls): TenantRepositories {
  const { memories, lifecycle } = repositories;
  const bury: typeof memories.bury = (...given) => {
    calls.buried += 1;
    return memories.bury(...given);
  };
  const distilledFrom: typeof lifecycle.distilledFrom = (ids) => {
    calls.asked += 1;
    return lifecycle.distilledFrom(ids);
  };
  const distilledBelow: typeof lifecycle.distilledBelow = (...given) => {
    calls.levels += 1;
    return lifecycle.distilledBelow(...given);
  };
  const countedReads = { ...lifecycle, distilledFrom, distilledBelow };
  return { ...repositories, memories: { ...memories, bury }, lifecycle: countedReads };
}

const remove = async (own: Own, ids: readonly string[]) => {
  const calls = { asked: 0, levels: 0, buried: 0 };
  const options = { now: NOON, ids: house.ids, revives: true };
  const removed = await own.transaction((repositories) => removeMemories(counted(repositories, calls), ids, options));
  return { calls, removed };
};

const alive = async (own: Own, ids: readonly string[]) => (await own.lifecycle.distilled(ids)).map(({ id }) => id);

describe('memories that are distilled from distilled ones', () => {
  it.each([
    ['first to last', (ids: string[]) => ids],
    ['last to first', (ids: string[]) => ids.toReversed()],
  ])('go with their source in one round, however deep: ids from %s', async (_name, order) => {
    const own = recordsOf();
    const chain = order(idsFor(DEEP));
    const [first = ''] = chain;
    await distil(own, Object.fromEntries(chain.map((id, place) => [id, chain.slice(Math.max(0, place - 1), place)])));
    const { calls, removed } = await remove(own, [first]);
    expect(calls.buried).toBe(1);
    expect(calls.asked).toBeLessThan(10);
    expect(calls.levels, 'one statement a level').toBe(DEEP);
    expect(await alive(own, chain)).toEqual([]);
    expect(removed.touched.toSorted()).toEqual(chain.toSorted());
  });

  it('are not read below one that stays', async () => {
    const own = recordsOf();
    const [source = '', other = '', ...chain] = idsFor(52);
    const links = chain.map((id, place) => [id, [chain[place - 1] ?? source, other]]);
    await distil(own, { [source]: [], [other]: [], ...Object.fromEntries(links) });
    const { calls } = await remove(own, [source]);
    expect(calls.levels).toBe(1);
    expect(await alive(own, [source, ...chain])).toEqual(chain.toSorted());
  });

  it('stay while a source of theirs is left, over however many ways another goes', async () => {
    const own = recordsOf();
    const [source = '', other = '', below = '', both = '', kept = '', ring = '', beside = ''] = idsFor(7);
    await distil(own, {
      ...{ [source]: [], [other]: [], [below]: [source], [both]: [source, below] },
      ...{ [kept]: [both, other], [ring]: [source, beside], [beside]: [ring] },
    });
    const { calls, removed } = await remove(own, [source]);
    expect(await alive(own, [source, other, below, both, kept, ring, beside])).toEqual(
      [other, kept, ring, beside].toSorted(),
    );
    expect(calls.buried).toBe(1);
    expect(removed.touched).toEqual(expect.arrayContaining([kept, ring]));
    expect(await own.lifecycle.distilled([kept])).toMatchObject([{ hidden: true, sourceIds: [other] }]);
  });
});
