/** @module-tag long */
import type { Caller } from '@hippocamp/core/modules/caller';
import { minutesAfter, NOON, newMemory } from '@hippocamp/core/testing/builders';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AgeingHouse, openAgeingHouse } from './testing/ageing-house.js';

let house: AgeingHouse;
beforeAll(async () => {
  house = await openAgeingHouse();
});
afterAll(() => house.close());
beforeEach(() => {
  Object.assign(house.state, {
    now: NOON,
    transactionsLeft: Number.POSITIVE_INFINITY,
    mostBuried: Number.POSITIVE_INFINITY,
  });
});

const filter = { dryRun: false, tags: ['gone'], includeArchived: false, includeSuperseded: false };

const insert = async ({ tenant }: Caller, count: number, tags: string[]): Promise<string[]> => {
  const rows = Array.from({ length: count }, () => newMemory(house.ids.next(), { tags }));
  await house.records.forTenant(tenant).memories.insert(rows);
  return rows.map(({ id }) => id);
};

const left = ({ tenant }: Caller) =>
  house.records.forTenant(tenant).memories.matching({ includeArchived: true, includeSuperseded: true });

describe('a delete by filter', () => {
  it('removes any number in short transactions, and counts what was distilled of them too', {
    tags: ['long'],
  }, async () => {
    const caller = house.caller();
    const [stays] = await insert(caller, 1, []);
    const ids = await insert(caller, 1100, ['gone']);
    const [made = ''] = await insert(caller, 1, ['gone']);
    const { lifecycle } = house.records.forTenant(caller.tenant);
    await lifecycle.addSources([{ memoryId: made, sourceIds: ids.slice(0, 1) }]);
    house.state.transactionsLeft = 13;
    const { result } = await house.memorySets.removeMatching(caller, filter);
    expect(house.state.transactionsLeft).toBe(0);
    expect(result).toEqual({ deleted: true, count: 1101, dryRun: false });
    expect(await left(caller)).toEqual([stays]);
  });

  it('removes fewer at once where those take too long for a transaction, and counts each once', async () => {
    const caller = house.caller();
    const [stays] = await insert(caller, 1, []);
    await insert(caller, 120, ['gone']);
    house.state.mostBuried = 30;
    const { result } = await house.memorySets.removeMatching(caller, filter);
    expect(result).toEqual({ deleted: true, count: 120, dryRun: false });
    expect(await left(caller)).toEqual([stays]);
  });

  it('goes on where it was cut short, and says in the end how many went', async () => {
    const caller = house.caller();
    const [stays] = await insert(caller, 1, []);
    await insert(caller, 1100, ['gone']);
    const keyed = { ...caller, idempotency: { key: 'delete', fingerprint: 'print' } };
    // The first transaction claims the key.
    for (const transactions of [1, 2]) {
      house.state.transactionsLeft = transactions;
      const cut = house.memorySets.removeMatching(keyed, filter);
      await expect(cut).rejects.toMatchObject({ problem: 'dependency-unavailable' });
      house.state.transactionsLeft = Number.POSITIVE_INFINITY;
      house.state.now = minutesAfter(2, house.state.now);
    }
    expect(await left(caller)).toHaveLength(1001);
    const ended = await house.memorySets.removeMatching(keyed, filter);
    expect(ended).toEqual({ result: { deleted: true, count: 1100, dryRun: false }, replayed: false });
    expect(await left(caller)).toEqual([stays]);
    expect(await house.memorySets.removeMatching(keyed, filter)).toEqual({ ...ended, replayed: true });
  });
});
