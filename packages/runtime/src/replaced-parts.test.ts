import type { Caller } from '@hippocamp/core/modules/caller';
import { supersede } from '@hippocamp/core/modules/ingest/store-decisions';
import { supersedeParts } from '@hippocamp/core/modules/memory-store/replaced-parts';
import { removeMemories } from '@hippocamp/core/modules/redaction/remove-memories';
import type { TenantRepositories } from '@hippocamp/core/ports/records';
import { NOON, newMemory } from '@hippocamp/core/testing/builders';
import { wholeHistory } from '@hippocamp/core/testing/whole-history';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgeingHouse, openAgeingHouse } from './testing/ageing-house.js';

let house: AgeingHouse;
beforeAll(async () => {
  house = await openAgeingHouse();
});
afterAll(() => house.close());

const WHOLE = 'Mara: I bought a van. I live in Oslo. My dog is called Rex.';

/** A memory of three statements, of which `statements` were replaced in this order. */
async function taken({ tenant }: Caller, statements: readonly string[]) {
  const own = house.records.forTenant(tenant);
  const id = house.ids.next();
  await own.memories.insert([newMemory(id, { content: WHOLE, speaker: 'Mara' })]);
  const laterIds = statements.map(() => house.ids.next());
  for (const [place, statement] of statements.entries()) {
    const laterId = laterIds[place] ?? '';
    await own.memories.insert([newMemory(laterId, { content: `Now otherwise: ${statement}` })]);
    const content = (await own.memories.get(id))?.content ?? '';
    const start = content.indexOf(statement);
    const part = { id, laterId, start, end: start + statement.length };
    await own.transaction((repositories) => supersedeParts(repositories, [part], { now: NOON, ids: house.ids }));
  }
  const contentNow = async () => (await own.memories.get(id))?.content;
  return { id, laterIds, own, contentNow };
}

/** The replacement of a statement writes the rest of the text that it read, so a change has to wait for it. */
it.each([{ content: 'I live in Turku.' }, { tags: ['home'] }, { invalidAt: null }])(
  'a change to %o waits for whoever replaces statements of the owner',
  async (patch) => {
    const caller = house.caller();
    const [id, ownerEntityId] = [house.ids.next(), house.ids.next()];
    await house.records.forTenant(caller.tenant).memories.insert([newMemory(id, { ownerEntityId })]);
    await house.memories.update(caller, id, patch, undefined);
    expect(house.state.locked).toContain(ownerEntityId);
  },
);

describe('a statement of a memory that another takes the place of', () => {
  it('goes out of the memory, which holds otherwise; history keeps the whole', async () => {
    const { id, laterIds, own, contentNow } = await taken(house.caller(), ['I live in Oslo.']);
    expect(await contentNow()).toBe('Mara: I bought a van. My dog is called Rex.');
    expect(await own.memories.get(id)).toMatchObject({ invalidAt: null, supersededById: null });
    expect((await wholeHistory(own, id)).at(-1)).toMatchObject({
      change: 'part_superseded',
      before: { content: WHOLE },
      after: { content: 'Mara: I bought a van. My dog is called Rex.', byId: laterIds[0] },
    });
  });

  it('leaves the name of who said it before what is left', async () => {
    const { contentNow } = await taken(house.caller(), ['I bought a van.']);
    expect(await contentNow()).toBe('Mara: I live in Oslo. My dog is called Rex.');
  });

  it('is given back by a patch of invalidAt', async () => {
    const caller = house.caller();
    const { id, contentNow } = await taken(caller, ['I live in Oslo.']);
    const memory = await house.memories.update(caller, id, { invalidAt: null }, undefined);
    expect(memory.content).toBe(WHOLE);
    expect(await contentNow()).toBe(WHOLE);
  });

  it.each([
    ['a word', 'x'],
    ['a long text', 'x'.repeat(10_000)],
  ])('is given back by a patch of invalidAt where an import named its taker by %s', async (_what, byId) => {
    const caller = house.caller();
    const own = house.records.forTenant(caller.tenant);
    const id = house.ids.next();
    await own.memories.insert([newMemory(id, { content: 'a' })]);
    const change = { change: 'part_superseded', before: { content: 'a b' }, after: { content: 'a', byId } };
    await own.history.add([{ memoryId: id, version: 1, at: NOON, ...change }]);
    expect(await own.history.noted([id], [change.change], 1)).toMatchObject([{ byId: byId.slice(0, 64) }]);
    expect(await house.memories.update(caller, id, { invalidAt: null }, undefined)).toMatchObject({ content: 'a b' });
  });

  it('is given back where what took its place is deleted', async () => {
    const caller = house.caller();
    const { laterIds, contentNow } = await taken(caller, ['My dog is called Rex.']);
    await house.memories.remove(caller, laterIds[0] ?? '', undefined);
    expect(await contentNow()).toBe(WHOLE);
  });

  it.each([
    ['in their order', [0, 1]],
    ['the last first', [1, 0]],
  ])('is given back with each of those that took one, deleted %s', async (_how, order) => {
    const caller = house.caller();
    const { laterIds, contentNow } = await taken(caller, ['I bought a van.', 'My dog is called Rex.']);
    expect(await contentNow()).toBe('Mara: I live in Oslo.');
    for (const place of order) await house.memories.remove(caller, laterIds[place] ?? '', undefined);
    for (const statement of ['I bought a van.', 'I live in Oslo.', 'My dog is called Rex.']) {
      expect((await contentNow())?.split(statement)).toHaveLength(2);
    }
  });

  it('is given back by each patch, the one that was taken last first, and the other where its taker goes', async () => {
    const caller = house.caller();
    const { id, laterIds, own, contentNow } = await taken(caller, ['I bought a van.', 'My dog is called Rex.']);
    await house.memories.update(caller, id, { invalidAt: null }, undefined);
    expect(await contentNow()).toBe('Mara: I live in Oslo. My dog is called Rex.');
    expect((await own.relations.of(id)).map(({ fromId }) => fromId)).toEqual(laterIds.slice(0, 1));
    await house.memories.remove(caller, laterIds[0] ?? '', undefined);
    expect(await contentNow()).toContain('I bought a van.');
    expect((await wholeHistory(own, id)).map(({ change }) => change).slice(-2)).toEqual([
      'part_revived',
      'part_revived',
    ]);
  });

  it('is given back to each of many memories, and each statement of one, where their taker is deleted', async () => {
    const caller = house.caller();
    const own = house.records.forTenant(caller.tenant);
    const laterId = house.ids.next();
    const ids = Array.from({ length: 60 }, () => house.ids.next());
    const rows = ids.map((id) => newMemory(id, { content: WHOLE, speaker: 'Mara' }));
    await own.memories.insert([newMemory(laterId, { content: 'All of that is no longer so.' }), ...rows]);
    const places = ids.map((id) => ({ id, laterId, start: WHOLE.indexOf('I live'), end: WHOLE.indexOf('My dog') }));
    await own.transaction((repositories) => supersedeParts(repositories, places, { now: NOON, ids: house.ids }));
    const [first = '', second = ''] = ids;
    expect((await own.memories.get(first))?.content).toBe('Mara: I bought a van. My dog is called Rex.');
    const another = house.ids.next();
    await own.memories.insert([newMemory(another, { content: 'I have no dog.' })]);
    const dog = { id: first, laterId: another, start: 'Mara: I bought a van. '.length, end: 1000 };
    await own.transaction((repositories) => supersedeParts(repositories, [dog], { now: NOON, ids: house.ids }));
    await own.transaction((repositories) =>
      removeMemories(repositories, [laterId, another], { now: NOON, ids: house.ids, revives: true }),
    );
    const contents = (await own.memories.getMany(ids)).map(({ content }) => content);
    expect(new Set(contents)).toEqual(new Set([WHOLE]));
    expect((await wholeHistory(own, first)).map(({ change }) => change).slice(-2)).toEqual([
      'part_revived',
      'part_revived',
    ]);
    expect(await own.memories.get(second)).toMatchObject({ content: WHOLE, marks: ['unchecked'], version: 3 });
  });

  it('is given back only where the memory stays as short as an import takes it', async () => {
    const caller = house.caller();
    const { id, laterIds, own, contentNow } = await taken(caller, ['I live in Oslo.']);
    const longest = 'x'.repeat(100_000);
    await own.memories.update(id, { content: longest }, NOON);
    await house.memories.remove(caller, laterIds[0] ?? '', undefined);
    expect(await contentNow()).toBe(longest);
  });

  it('makes no whole memory out of date where the one that replaced that is deleted', async () => {
    const caller = house.caller();
    const { id, own } = await taken(caller, ['I live in Oslo.']);
    const whole = house.ids.next();
    await own.memories.insert([newMemory(whole, { content: 'All of that is no longer so.' })]);
    await own.memories.supersede([{ id, byId: whole, invalidAt: NOON }], NOON);
    await house.memories.remove(caller, whole, undefined);
    expect(await own.memories.get(id)).toMatchObject({ invalidAt: null, supersededById: null });
  });
});

const STATEMENTS = ['I bought a van.', 'I live in Oslo.', 'My dog is called Rex.'];

/** One commit, or one for each, in which each of three takes a statement of the memory. */
async function takenWhole(caller: Caller, atOnce: boolean) {
  const own = house.records.forTenant(caller.tenant);
  const id = house.ids.next();
  const laterIds = STATEMENTS.map(() => house.ids.next());
  const laters = laterIds.map((laterId, place) => newMemory(laterId, { content: `No longer: ${STATEMENTS[place]}` }));
  await own.memories.insert([newMemory(id, { content: WHOLE, speaker: 'Mara' }), ...laters]);
  for (const places of atOnce ? [[0, 1, 2]] : [[0], [1], [2]]) {
    const content = (await own.memories.get(id))?.content ?? '';
    const parts = places.map((place) => {
      const [said = '', start] = [STATEMENTS[place], content.indexOf(STATEMENTS[place] ?? '')];
      return { id, laterId: laterIds[place] ?? '', start, end: start + said.length };
    });
    await own.transaction(async (repositories) => {
      const { emptied } = await supersedeParts(repositories, parts, { now: NOON, ids: house.ids });
      await supersede(repositories, emptied, { now: NOON, occurredAt: NOON, ids: house.ids });
    });
  }
  return { id, laterIds, own };
}

describe.each([
  ['at once', true],
  ['one after the other', false],
])('a memory whose statements are all taken, %s', (_how, atOnce) => {
  it('has a version for each taker, is never empty, and is replaced by the last', async () => {
    const { id, laterIds, own } = await takenWhole(house.caller(), atOnce);
    expect(await own.memories.get(id)).toMatchObject({
      ...{ content: 'Mara: My dog is called Rex.', supersededById: laterIds[2], invalidAt: NOON, version: 4 },
    });
    expect((await wholeHistory(own, id)).map(({ change, after }) => [change, after?.byId ?? null])).toEqual([
      ['part_superseded', laterIds[0]],
      ['part_superseded', laterIds[1]],
      ['superseded', null],
    ]);
  });

  it.each([[[0, 1, 2]], [[0, 2, 1]], [[1, 0, 2]], [[1, 2, 0]], [[2, 0, 1]], [[2, 1, 0]]])(
    'holds just the statements whose takers were deleted, in the order %j',
    async (order) => {
      const caller = house.caller();
      const { id, laterIds, own } = await takenWhole(caller, atOnce);
      for (const [done, place] of order.entries()) {
        await house.memories.remove(caller, laterIds[place] ?? '', undefined);
        const memory = await own.memories.get(id);
        expect(memory).toMatchObject({ invalidAt: null, supersededById: null });
        const held = STATEMENTS.filter((said) => memory?.content.split(said).length === 2);
        expect(held).toEqual(STATEMENTS.filter((_said, at) => order.slice(0, done + 1).includes(at)));
        expect(memory?.content).toMatch(/^Mara: \S/);
      }
    },
  );

  it('holds whole where all takers are deleted at once, and after as many patches', async () => {
    const caller = house.caller();
    const deleted = await takenWhole(caller, atOnce);
    await deleted.own.transaction((repositories) =>
      removeMemories(repositories, deleted.laterIds, { now: NOON, ids: house.ids, revives: true }),
    );
    const patched = await takenWhole(caller, atOnce);
    for (const _statement of STATEMENTS)
      await house.memories.update(caller, patched.id, { invalidAt: null }, undefined);
    for (const { id, own } of [deleted, patched])
      expect(await own.memories.get(id)).toMatchObject({ content: WHOLE, invalidAt: null, supersededById: null });
  });

  it('is given back what the others took, also once it was let hold again', async () => {
    const caller = house.caller();
    const { id, laterIds, own } = await takenWhole(caller, atOnce);
    await house.memories.update(caller, id, { invalidAt: null }, undefined);
    expect(await own.memories.get(id)).toMatchObject({ content: 'Mara: My dog is called Rex.', invalidAt: null });
    for (const laterId of laterIds.slice(0, 2)) await house.memories.remove(caller, laterId, undefined);
    const content = (await own.memories.get(id))?.content;
    for (const statement of STATEMENTS) expect(content?.split(statement)).toHaveLength(2);
  });

  it('stays replaced where the deleted taker was itself replaced', async () => {
    const caller = house.caller();
    const { id, laterIds, own } = await takenWhole(caller, atOnce);
    const [first = '', , last = ''] = laterIds;
    await own.transaction((repositories) =>
      supersede(repositories, [{ laterId: last, earlierId: first }], { now: NOON, occurredAt: NOON, ids: house.ids }),
    );
    await house.memories.remove(caller, first, undefined);
    expect(await own.memories.get(id)).toMatchObject({ supersededById: last, invalidAt: NOON });
  });
});

describe('a statement whose taker was itself replaced', () => {
  const LEFT = 'Mara: I bought a van. My dog is called Rex.';

  /** The second takes the place of what took Oslo, and itself `parts` of the memory. */
  async function passed(caller: Caller, parts: readonly string[] = []) {
    const { id, laterIds, own, contentNow } = await taken(caller, ['I live in Oslo.']);
    const [first = '', second] = [laterIds[0], house.ids.next()];
    await own.memories.insert([newMemory(second, { content: 'I live in Paris.' })]);
    const places = parts.map((part) => ({ id, laterId: second, start: LEFT.indexOf(part) }));
    await own.transaction(async (repositories) => {
      await supersedeParts(
        repositories,
        places.map((place, nth) => ({ ...place, end: place.start + (parts[nth] ?? '').length })),
        { now: NOON, ids: house.ids },
      );
      await replace(repositories, second, first);
    });
    return { id, first, second, own, contentNow };
  }

  const replace = (repositories: TenantRepositories, laterId: string, earlierId: string) =>
    supersede(repositories, [{ laterId, earlierId }], { now: NOON, occurredAt: NOON, ids: house.ids });

  it.each([
    ['in their order', ['first', 'second']],
    ['the last first', ['second', 'first']],
  ] as const)('is given back with the last of them, deleted %s', async (_how, [one, other]) => {
    const caller = house.caller();
    const { id, contentNow, own, ...takers } = await passed(caller);
    await house.memories.remove(caller, takers[one], undefined);
    expect(await contentNow()).toBe(LEFT);
    const toIt = (await own.relations.of(id)).map(({ fromId }) => fromId);
    expect(toIt).toEqual([takers[other]]);
    await house.memories.remove(caller, takers[other], undefined);
    expect(await own.memories.get(id)).toMatchObject({ content: WHOLE, invalidAt: null, supersededById: null });
  });

  it('is given back where both are deleted at once', async () => {
    const { first, second, own, contentNow } = await passed(house.caller());
    await own.transaction((repositories) =>
      removeMemories(repositories, [first, second], { now: NOON, ids: house.ids, revives: true }),
    );
    expect(await contentNow()).toBe(WHOLE);
  });

  it('stays with what replaced that, whatever replaced the rest and is deleted', async () => {
    const caller = house.caller();
    const { id, first, own } = await passed(caller);
    const whole = house.ids.next();
    await own.memories.insert([newMemory(whole, { content: 'All of that is no longer so.' })]);
    await own.transaction((repositories) => replace(repositories, whole, id));
    await house.memories.remove(caller, first, undefined);
    expect(await own.memories.get(id)).toMatchObject({ content: LEFT, supersededById: whole });
    await house.memories.remove(caller, whole, undefined);
    expect(await own.memories.get(id)).toMatchObject({ content: LEFT, invalidAt: null, supersededById: null });
  });

  it('is given back beside what that had taken itself', async () => {
    const caller = house.caller();
    const { first, second, contentNow } = await passed(caller, ['I bought a van.']);
    await house.memories.remove(caller, first, undefined);
    expect(await contentNow()).toBe('Mara: My dog is called Rex.');
    await house.memories.remove(caller, second, undefined);
    for (const statement of STATEMENTS) expect((await contentNow())?.split(statement)).toHaveLength(2);
  });
});
