/** @module-tag long */
import type { Caller } from '@hippocamp/core/modules/caller';
import type { MemoryRecord } from '@hippocamp/core/ports/records';
import { hashOf, minutesAfter, NOON, newMemory, newRelation } from '@hippocamp/core/testing/builders';
import { nothingRead } from '@hippocamp/shared/language/reading';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgeingHouse, openAgeingHouse } from './testing/ageing-house.js';

let house: AgeingHouse;
beforeAll(async () => {
  house = await openAgeingHouse();
});
afterAll(() => house.close());

const KEY = 'f'.repeat(32);
const everything = { includeArchived: true, includeSuperseded: true };

/** Stores a value of one fact at minute `at`, as an ingest does; the order of times is free. */
async function tell({ tenant }: Caller, at: number): Promise<string> {
  const own = house.records.forTenant(tenant);
  const id = house.ids.next();
  const [valid] = (await own.memories.getMany(await own.memories.matching(everything))).filter(
    ({ invalidAt }) => invalidAt === null,
  );
  const occurredAt = minutesAfter(at);
  const later = valid && valid.occurredAt > occurredAt ? valid : undefined;
  const replaced = later ? { invalidAt: later.occurredAt, supersededById: later.id } : {};
  await own.memories.insert([newMemory(id, { factKeys: [KEY], occurredAt, tags: [`told-${at}`], ...replaced })]);
  if (!valid) return id;
  if (!later) await own.memories.supersede([{ id: valid.id, byId: id, invalidAt: occurredAt }], NOON);
  const edge = later ? { fromId: later.id, toId: id } : { fromId: id, toId: valid.id };
  await own.relations.add([newRelation(house.ids.next(), edge)]);
  return id;
}

const living = async ({ tenant }: Caller): Promise<MemoryRecord[]> => {
  const { memories } = house.records.forTenant(tenant);
  const rows = await memories.getMany(await memories.matching(everything));
  return rows.sort((first, second) => first.occurredAt.getTime() - second.occurredAt.getTime());
};

/** Only the newest is valid; each other one names a later one that is there, and so does a relation. */
const expectSettled = async (caller: Caller) => {
  const rows = await living(caller);
  expect(rows.filter(({ invalidAt }) => invalidAt === null)).toEqual(rows.slice(-1));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const { relations } = house.records.forTenant(caller.tenant);
  for (const row of rows) {
    const edges = (await relations.of(row.id)).filter(({ toId }) => toId === row.id).map(({ fromId }) => fromId);
    expect(edges).toEqual(row.supersededById === null ? [] : [row.supersededById]);
    if (row.supersededById === null) continue;
    const next = byId.get(row.supersededById);
    expect(next?.occurredAt.getTime()).toBeGreaterThan(row.occurredAt.getTime());
    expect(row.invalidAt?.getTime()).toBeGreaterThan(row.occurredAt.getTime());
  }
};

const remove = async (caller: Caller, parts: readonly (readonly string[])[]) => {
  for (const part of parts) {
    const [first = ''] = part;
    if (part.length === 1) await house.memories.remove(caller, first, undefined);
    else {
      const { memories } = house.records.forTenant(caller.tenant);
      for (const id of part) await memories.update(id, { tags: ['goes'] }, NOON);
      await house.memorySets.removeMatching(caller, { tags: ['goes'], ...everything, dryRun: false });
    }
    await expectSettled(caller);
  }
};

describe('deleting what replaced something', () => {
  it('leaves the newest that is left to hold, in whatever order they were told and are deleted (seed 20260304)', () =>
    fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 2 }),
        fc.infiniteStream(fc.nat()),
        async (times, choices) => {
          const caller = house.caller();
          let left: string[] = [];
          for (const at of times) left.push(await tell(caller, at));
          await expectSettled(caller);
          const parts: string[][] = [];
          while (left.length > 0) {
            const [at = 0, size = 0] = [choices.next().value, choices.next().value];
            const part = left.filter((_, place) => (place + at) % left.length < 1 + (size % 2));
            parts.push(part);
            left = left.filter((id) => !part.includes(id));
          }
          await remove(caller, parts);
        },
      ),
      { numRuns: 25, seed: 20260304 },
    ));

  it('is told by history, and found again', async () => {
    const caller = house.caller();
    const [first, second, third] = [await tell(caller, 1), await tell(caller, 2), await tell(caller, 3)];
    await house.memories.remove(caller, second, undefined);
    expect(await house.memories.get(caller, first)).toMatchObject({ supersededById: third });
    await house.memories.remove(caller, third, undefined);
    expect(await house.memories.get(caller, first)).toMatchObject({ supersededById: null, invalidAt: null });
    const { history } = await house.memories.history(caller, first, { limit: 100 });
    expect(history.map(({ change }) => change)).toEqual(['superseded', 'revived']);
    const [state] = await house.records.forTenant(caller.tenant).memories.indexStates([first]);
    expect(state).toMatchObject({ superseded: false, indexedVersion: state?.version });
  });

  it('is not what age does: what it replaced stays replaced, by nobody', async () => {
    const caller = house.caller();
    const [first, second, third] = [await tell(caller, 1), await tell(caller, 2), await tell(caller, 3)];
    const own = house.records.forTenant(caller.tenant);
    const dayBefore = minutesAfter(-60 * 24);
    await own.memories.update(second, { tier: 'short_term', tierSince: dayBefore, dueAt: NOON }, NOON);
    house.state.now = minutesAfter(60 * 25);
    await house.lifecycle.run(caller, { dryRun: false, triggeredBy: 'x' }, { respondAsync: false });
    await expect(house.memories.get(caller, second)).rejects.toMatchObject({ problem: 'not-found' });
    const stays = { supersededById: null, invalidAt: minutesAfter(2).toISOString() };
    expect(await house.memories.get(caller, first)).toMatchObject(stays);
    await house.memories.remove(caller, third, undefined);
    expect(await house.memories.get(caller, first)).toMatchObject(stays);
  });
});

describe('deleting what replaced two at once', () => {
  /** A reading without statements stands for a text of one. */
  const readAs = (count: number) => ({
    ...nothingRead,
    by: 'test',
    statements: Array.from({ length: count }, (_, at) => ({ start: at, end: at + 1, stems: [], words: [] })),
  });

  /** Two memories, and later ones that replaced both, one for each of `counts` statements. */
  async function replacedBoth({ tenant }: Caller, ...counts: number[]) {
    const own = house.records.forTenant(tenant);
    const replaced = [1, 2].map((at) => newMemory(house.ids.next(), { occurredAt: minutesAfter(at) }));
    const later = counts.map((count, at) =>
      newMemory(house.ids.next(), { occurredAt: minutesAfter(3 + at), reading: readAs(count) }),
    );
    await own.memories.insert([...replaced, ...later]);
    const [first, second] = replaced.map(({ id }) => id);
    let before = [first, second];
    for (const { id, occurredAt } of later) {
      await own.memories.supersede(
        before.map((earlier = '') => ({ id: earlier, byId: id, invalidAt: occurredAt })),
        NOON,
      );
      await own.relations.add(before.map((toId = '') => newRelation(house.ids.next(), { fromId: id, toId })));
      before = [id];
    }
    return { first: first ?? '', second: second ?? '', later: later.map(({ id }) => id) };
  }

  const holdsAgain = { supersededById: null, invalidAt: null };

  it('lets the latest of both hold, where that told of one thing', async () => {
    for (const count of [0, 1]) {
      const caller = house.caller();
      const { first, second, later } = await replacedBoth(caller, count);
      await remove(caller, [later]);
      expect(await house.memories.get(caller, second)).toMatchObject(holdsAgain);
      const replaced = { supersededById: second, invalidAt: minutesAfter(2).toISOString() };
      expect(await house.memories.get(caller, first)).toMatchObject(replaced);
    }
  });

  it('lets both hold, where that told of several things: nobody knows which of them each was', async () => {
    const caller = house.caller();
    const { first, second, later } = await replacedBoth(caller, 2);
    await house.memories.remove(caller, later[0] ?? '', undefined);
    for (const id of [first, second]) {
      expect(await house.memories.get(caller, id)).toMatchObject(holdsAgain);
      expect(await house.records.forTenant(caller.tenant).relations.of(id)).toEqual([]);
    }
  });

  it.each([
    ['lets the latest of both hold where all that replaced them one after the other told of one thing', [1, 1], 1],
    ['lets both hold where one of those told of several', [1, 2], 2],
    ['lets both hold where the first of those told of several', [2, 1], 2],
  ])('%s', async (_what, counts, holding) => {
    const caller = house.caller();
    const { first, second, later } = await replacedBoth(caller, ...counts);
    const { memories } = house.records.forTenant(caller.tenant);
    for (const id of later) await memories.update(id, { tags: ['goes'] }, NOON);
    await house.memorySets.removeMatching(caller, { tags: ['goes'], ...everything, dryRun: false });
    const rows = await living(caller);
    expect(rows.map(({ id }) => id)).toEqual([first, second]);
    expect(rows.filter(({ invalidAt }) => invalidAt === null)).toEqual(rows.slice(-holding));
  });

  it('lets both hold where they say the same', async () => {
    const caller = house.caller();
    const { first, second, later } = await replacedBoth(caller, 1);
    const { memories } = house.records.forTenant(caller.tenant);
    const content = 'I sail.';
    for (const id of [first, second]) await memories.update(id, { content, contentHash: hashOf(content) }, NOON);
    await house.memories.remove(caller, later[0] ?? '', undefined);
    for (const id of [first, second]) expect(await house.memories.get(caller, id)).toMatchObject(holdsAgain);
  });
});

describe('a patch of invalidAt', () => {
  it('takes the replacement back, with its relation, and says so', async () => {
    const caller = house.caller();
    const [first, second] = [await tell(caller, 1), await tell(caller, 2)];
    const patched = await house.memories.update(caller, first, { invalidAt: null }, undefined);
    expect(patched).toMatchObject({ invalidAt: null, supersededById: null });
    expect(await house.records.forTenant(caller.tenant).relations.of(first)).toEqual([]);
    const { history } = await house.memories.history(caller, first, { limit: 100 });
    expect(history.at(-1)).toMatchObject({
      change: 'updated',
      before: { invalidAt: minutesAfter(2).toISOString(), supersededById: second },
      after: { invalidAt: null, supersededById: null },
    });
    await house.memories.remove(caller, second, undefined);
    expect(await house.memories.get(caller, first)).toMatchObject({ invalidAt: null });
  });
});
