import { createAgeingRules } from '@hippocamp/core/modules/ageing/rules';
import type { Caller } from '@hippocamp/core/modules/caller';
import { takeFromDistilled } from '@hippocamp/core/modules/memory-store/withdraw';
import type { MemoryRecord, NewMemory } from '@hippocamp/core/ports/records';
import { NOON, newMemory } from '@hippocamp/core/testing/builders';
import { tierNames } from '@hippocamp/shared/schemas/common';
import type { LifecycleAnswer } from '@hippocamp/shared/schemas/lifecycle';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AgeingHouse, openAgeingHouse } from './testing/ageing-house.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let house: AgeingHouse;
beforeAll(async () => {
  house = await openAgeingHouse();
});
afterAll(() => house.close());
beforeEach(() => {
  Object.assign(house.state, { now: NOON, transactionsLeft: Number.POSITIVE_INFINITY });
  Object.assign(house.queueState, { broken: false, workers: true });
});

/** `age`: ms before noon. */
interface Given extends Partial<NewMemory> {
  age?: number;
}

const insert = async ({ tenant }: Caller, given: readonly Given[]): Promise<string[]> => {
  const rows = given.map(({ age = 0, ...members }) => {
    const createdAt = new Date(NOON.getTime() - age);
    const row = newMemory(house.ids.next(), { createdAt, ...members });
    return { ...row, dueAt: house.ageing.dueAt({ ...row, archivedAt: null }) };
  });
  await house.records.forTenant(tenant).memories.insert(rows);
  return rows.map(({ id }) => id);
};

const run = async (caller: Caller, dryRun = false): Promise<LifecycleAnswer> =>
  (await house.lifecycle.run(caller, { dryRun, triggeredBy: 'test' }, { respondAsync: false })).result;

const rows = async ({ tenant }: Caller): Promise<Map<string, MemoryRecord>> => {
  const { memories } = house.records.forTenant(tenant);
  const ids = await memories.matching({ includeArchived: true, includeSuperseded: true });
  return new Map((await memories.getMany(ids)).map((row) => [row.id, row]));
};

const planOf = ({ details }: LifecycleAnswer) =>
  details
    .map(({ resultMemoryId: _made, ...detail }) => detail)
    .sort((one, other) => (one.memoryId < other.memoryId ? -1 : 1));

const isDue = async ({ tenant }: Caller) =>
  (await house.records.tenantsDue(house.state.now, null, 1e6)).includes(tenant);

const texts = [
  'Ann met Ben at the museum.',
  'Ann saw the museum.',
  'Ben bought a kettle.',
  'The kettle leaks.',
  'It rained.',
];
const around = (boundary: number) => fc.constantFrom(boundary - 1, boundary, boundary + 1);
const age = fc.oneof(around(DAY), around(7 * DAY), around(30 * DAY), fc.integer({ min: 0, max: 60 * DAY }));
const memoryGiven: fc.Arbitrary<Given> = fc.record({
  tier: fc.constantFrom(...tierNames),
  age,
  accessCount: fc.constantFrom(0, 1, 2, 3, 9, 10, 11),
  importanceScore: fc.constantFrom(0.1, 0.79, 0.8, 1),
  content: fc.constantFrom(...texts),
  ownerEntityId: fc.constantFrom(null, '00000000-0000-4000-8000-000000000001'),
  invalidAt: fc.option(fc.constant(NOON), { freq: 8 }),
});
const many = fc.array(memoryGiven, { minLength: 1, maxLength: 30 });

const property = (check: (given: readonly Given[], caller: Caller) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(many, async (given) => {
      house.state.now = NOON;
      await check(given, house.caller());
    }),
    { seed: 20_261_129, numRuns: 15 },
  );

describe('a run of ageing', () => {
  it(
    'does what a dry run says, which changes nothing; gives each memory one action; a second run changes nothing',
    { tags: ['long'] },
    () =>
      property(async (given, caller) => {
        await insert(caller, given);
        const before = await rows(caller);
        const dry = await run(caller, true);
        expect(await rows(caller)).toEqual(before);
        const real = await run(caller);
        expect(planOf(real)).toEqual(planOf(dry));
        const { durationMs: _then, ...summary } = real.summary;
        expect({ ...dry.summary, durationMs: 0 }).toEqual({ ...summary, durationMs: 0 });
        expect(Object.values(summary).reduce((sum, count) => sum + count, 0)).toBe(given.length);
        expect(new Set(real.details.map(({ memoryId }) => memoryId)).size).toBe(real.details.length);
        const after = await rows(caller);
        const made = new Set(real.details.flatMap(({ resultMemoryId }) => resultMemoryId ?? []));
        expect(after.size).toBe(given.length - summary.expired + made.size);
        const again = await run(caller);
        expect(again.details).toEqual([]);
        expect(again.summary.unchanged).toBe(after.size);
        expect(await rows(caller)).toEqual(after);
        expect(await isDue(caller)).toBe(false);
      }),
  );

  it('follows the table', { tags: ['long'] }, () =>
    property(async (given, caller) => {
      const ids = await insert(caller, given);
      const before = await rows(caller);
      const { details } = await run(caller);
      const actions = new Map(details.map(({ memoryId, action }) => [memoryId, action]));
      const rules = createAgeingRules(house.policies);
      for (const id of ids) {
        const fits = rules.fits(before.get(id) as MemoryRecord, NOON).map(({ action }) => action);
        const grouped = actions.get(id) === 'distilled';
        const expected = grouped ? fits[0] : fits.find((action) => action !== 'distilled');
        expect(actions.get(id)).toBe(expected);
      }
    }),
  );

  it('that dies goes on where it was, however often, and ends as one that does not', { tags: ['long'] }, () =>
    property(async (given, caller) => {
      const other = house.caller();
      await insert(caller, given);
      await insert(other, given);
      house.state.transactionsLeft = 1;
      const started = await run(caller);
      for (let left = 0; started.status === 'processing' && left < 100; left += 1) {
        house.state.transactionsLeft = left % 3;
        await house.deliver({ tenant: caller.tenant, kind: 'lifecycle', ref: started.runId });
        const found = await house.lifecycle.get(caller, started.runId, { limit: 1000 });
        if (found.status === 'done') break;
      }
      house.state.transactionsLeft = Number.POSITIVE_INFINITY;
      const ended = await house.lifecycle.get(caller, started.runId, { limit: 1000 });
      const whole = await run(other);
      expect(ended.status).toBe('done');
      expect({ ...ended.summary, durationMs: 0 }).toEqual({ ...whole.summary, durationMs: 0 });
      const contents = async (of: Caller) =>
        [...(await rows(of)).values()]
          .map(({ tier, content, archivedAt }) => `${tier} ${archivedAt} ${content}`)
          .sort();
      expect(await contents(caller)).toEqual(await contents(other));
    }),
  );

  it('can be taken back, but for what expired, and is then held for 7 days', { tags: ['long'] }, () =>
    property(async (given, caller) => {
      await insert(caller, given);
      const before = await rows(caller);
      const done = await run(caller);
      const undone = (await house.lifecycle.undo(caller, done.runId)).result;
      expect(undone.restored).toBe(done.details.length - done.summary.expired);
      expect(undone.notRestored.map(({ action }) => action)).toEqual(Array(done.summary.expired).fill('expired'));
      const essence = ({ id, tier, tierSince, archivedAt, content }: MemoryRecord) => ({
        id,
        tier,
        tierSince,
        archivedAt,
        content,
      });
      const expired = new Set(undone.notRestored.map(({ memoryId }) => memoryId));
      const expected = [...before.values()].filter(({ id }) => !expired.has(id)).map(essence);
      expect([...(await rows(caller)).values()].map(essence).sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
        expected.sort((a, b) => (a.id < b.id ? -1 : 1)),
      );
      const restored = new Set(done.details.map(({ memoryId }) => memoryId));
      const held = async (after: number) => {
        house.state.now = new Date(NOON.getTime() + after);
        return (await run(caller, true)).details.filter(({ memoryId }) => restored.has(memoryId));
      };
      expect(await held(7 * DAY - 1)).toEqual([]);
      expect((await held(7 * DAY)).length > 0).toBe(undone.restored > 0);
      expect((await house.lifecycle.undo(caller, done.runId)).result.restored).toBe(0);
    }),
  );
});

it('an expiry takes words out of other memories in the turn of their owner', async () => {
  const caller = house.caller();
  const ownerEntityId = house.ids.next();
  await insert(caller, [{ tier: 'short_term', age: 2 * DAY, ownerEntityId }]);
  expect((await run(caller)).summary.expired).toBe(1);
  expect(house.state.locked).toContain(ownerEntityId);
});

describe('taking back', () => {
  it('goes on where it was cut short, and says in the end all that it restored', { tags: ['long'] }, async () => {
    const caller = house.caller();
    const given = Array.from({ length: 250 }, (): Given => ({ tier: 'short_term', accessCount: 3 }));
    await insert(caller, given);
    const { runId, summary } = await run(caller);
    expect(summary.promoted).toBe(250);
    const keyed = { ...caller, idempotency: { key: 'undo', fingerprint: 'print' } };
    // The first transaction claims the key.
    for (const transactions of [1, 2]) {
      house.state.transactionsLeft = transactions;
      await expect(house.lifecycle.undo(keyed, runId)).rejects.toMatchObject({ problem: 'dependency-unavailable' });
      house.state.transactionsLeft = Number.POSITIVE_INFINITY;
      await expect(house.lifecycle.undo(keyed, runId)).rejects.toMatchObject({ problem: 'idempotency-key-in-use' });
      house.state.now = new Date(house.state.now.getTime() + HOUR);
    }
    const ended = await house.lifecycle.undo(keyed, runId);
    const heldUntil = new Date(NOON.getTime() + 7 * DAY).toISOString();
    expect(ended).toMatchObject({ replayed: false, result: { restored: 250, notRestoredTotal: 0, heldUntil } });
    expect(new Set([...(await rows(caller)).values()].map(({ tier }) => tier))).toEqual(new Set(['short_term']));
    expect(await house.lifecycle.undo(keyed, runId)).toEqual({ ...ended, replayed: true });
  });

  const museum = ['Ann met Ben at the harbour museum.', 'Ann saw a whale skeleton in the harbour museum.'];
  const distilled = async (caller: Caller, between: readonly Given[] = []) => {
    const [met = {}, saw = {}] = museum.map((content): Given => ({ age: 8 * DAY, content }));
    const ids = await insert(caller, [met, ...between, saw]);
    const { runId, details } = await run(caller);
    const made = details.find(({ action }) => action === 'distilled')?.resultMemoryId;
    return { first: ids[0] ?? '', second: ids.at(-1) ?? '', runId, made: String(made) };
  };
  const among = 'another memory that it was distilled with was changed since';

  it.each(['first', 'second'] as const)(
    'keeps what was distilled while its %s source stays as it is',
    async (which) => {
      const caller = house.caller();
      const { made, runId, ...sources } = await distilled(caller);
      const changed = sources[which];
      const other = which === 'first' ? sources.second : sources.first;
      await house.memories.update(caller, changed, { tags: ['kept'] }, undefined);
      const { result } = await house.lifecycle.undo(caller, runId);
      expect(result).toMatchObject({ restored: 0, notRestoredTotal: 2 });
      expect(new Map(result.notRestored.map(({ memoryId, reason }) => [memoryId, reason]))).toEqual(
        new Map([
          [changed, 'it was changed since'],
          [other, among],
        ]),
      );
      expect(await house.memories.get(caller, made)).toMatchObject({ content: museum.join('\n') });
    },
  );

  it('looks at all that became one memory, however far apart they stand', { tags: ['long'] }, async () => {
    const apart = Array.from({ length: 250 }, (): Given => ({ tier: 'short_term', accessCount: 3 }));
    const [changed, whole] = [house.caller(), house.caller()];
    const kept = await distilled(changed, apart);
    await house.memories.update(changed, kept.second, { tags: ['kept'] }, undefined);
    const refused = (await house.lifecycle.undo(changed, kept.runId)).result;
    expect(refused).toMatchObject({ restored: 250, notRestoredTotal: 2 });
    expect(refused.notRestored.map(({ reason }) => reason)).toEqual([among, 'it was changed since']);
    expect(await house.memories.get(changed, kept.made)).toMatchObject({ content: museum.join('\n') });
    const gone = await distilled(whole, apart);
    expect((await house.lifecycle.undo(whole, gone.runId)).result).toMatchObject({
      restored: 252,
      notRestoredTotal: 0,
    });
    await expect(house.memories.get(whole, gone.made)).rejects.toMatchObject({ problem: 'not-found' });
  });
});

describe('a memory that changed between plan and run', () => {
  const accepted = async (caller: Caller) => {
    house.queueState.workers = false;
    const { runId } = await run(caller);
    house.queueState.workers = true;
    return { runId, job: { tenant: caller.tenant, kind: 'lifecycle' as const, ref: runId } };
  };

  it.each(['patched', 'used', 'deleted'])('is left alone when it was %s', async (how) => {
    const caller = house.caller();
    const [id = ''] = await insert(caller, [{ tier: 'short_term', age: 2 * DAY }]);
    const { runId, job } = await accepted(caller);
    // The run is planned, then interrupted before its first transaction.
    house.state.transactionsLeft = 0;
    await house.deliver(job);
    house.state.transactionsLeft = Number.POSITIVE_INFINITY;
    if (how === 'patched') await house.memories.update(caller, id, { tags: ['kept'] }, undefined);
    if (how === 'used') await house.memories.access(caller, id);
    if (how === 'deleted') await house.memories.remove(caller, id, undefined);
    await house.deliver(job);
    const ended = await house.lifecycle.get(caller, runId, { limit: 10 });
    expect(ended).toMatchObject({ status: 'done', details: [], summary: { expired: 0 } });
    expect((await rows(caller)).has(id)).toBe(how !== 'deleted');
  });
});

describe('distilled memories', () => {
  const museum = ['Ann met Ben at the harbour museum.', 'Ann saw a whale skeleton in the harbour museum.'];
  const distilled = async (caller: Caller) => {
    const sources = await insert(
      caller,
      museum.map((content) => ({ age: 8 * DAY, content, tags: ['museum'] })),
    );
    const { details, summary } = await run(caller);
    expect(summary.distilled).toBe(2);
    return { sources, made: String(details[0]?.resultMemoryId) };
  };

  it('are semantic, name their sources and are found', async () => {
    const caller = house.caller();
    const { sources, made } = await distilled(caller);
    const memory = await house.memories.get(caller, made);
    expect(memory).toMatchObject({ tier: 'semantic', content: museum.join('\n'), tags: ['museum'] });
    expect(memory.provenance).toMatchObject({ method: 'extractive-1', sources });
    expect(memory.embeddingId).not.toBeNull();
    const relations = await house.records.forTenant(caller.tenant).relations.of(made);
    expect(relations.map(({ type, toId }) => [type, toId])).toEqual(sources.map((id) => ['distilled_from', id]));
  });

  it('lose the text of a source that is deleted, everywhere, and go with the last', async () => {
    const caller = house.caller();
    const { sources, made } = await distilled(caller);
    const [first = '', second = ''] = sources;
    await house.memories.remove(caller, second, undefined);
    const memory = await house.memories.get(caller, made);
    expect(memory).toMatchObject({ content: museum[0], provenance: { sources: [first] } });
    expect(JSON.stringify(await house.memories.history(caller, made, { limit: 100 }))).not.toContain('whale');
    await house.memories.remove(caller, first, undefined);
    await expect(house.memories.get(caller, made)).rejects.toMatchObject({ problem: 'not-found' });
  });

  it('are made anew when a source is changed, which is told and not forgotten', async () => {
    const caller = house.caller();
    const { sources, made } = await distilled(caller);
    await house.memories.update(caller, sources[1] ?? '', { content: 'Ann saw a squid.' }, undefined);
    await house.remake();
    const memory = await house.memories.get(caller, made);
    expect(memory).toMatchObject({ content: `${museum[0]}\nAnn saw a squid.`, provenance: { sources } });
    const { history } = await house.memories.history(caller, made, { limit: 100 });
    expect(history.at(-1)).toMatchObject({ change: 'remade', before: { content: museum.join('\n') } });
  });

  it('are hidden without their text where it is not told whose is which, until they are made anew', async () => {
    const caller = house.caller();
    const { sources, made } = await distilled(caller);
    const own = house.records.forTenant(caller.tenant);
    await house.memories.update(caller, made, { content: 'A whale and a meeting at the museum.' }, undefined);
    await house.memories.remove(caller, sources[1] ?? '', undefined);
    await expect(house.memories.get(caller, made)).rejects.toMatchObject({ problem: 'not-found' });
    expect((await rows(caller)).has(made)).toBe(false);
    expect(await own.lifecycle.distilled([made])).toMatchObject([{ content: '', hidden: true }]);
    expect((await own.memories.indexStates([made]))[0]).toMatchObject({ absent: true, tombstone: false });
    await house.remake();
    expect(await house.memories.get(caller, made)).toMatchObject({
      content: museum[0],
      embeddingId: expect.any(String),
    });
    expect(await house.records.outbox.due('distil', house.state.now, 10)).toEqual([]);
  });

  it('can be deleted while they are hidden', async () => {
    const caller = house.caller();
    const { sources, made } = await distilled(caller);
    await house.memories.update(caller, made, { content: 'Told in other words.' }, undefined);
    await house.memories.remove(caller, sources[1] ?? '', undefined);
    await house.memories.remove(caller, made, undefined);
    await house.remake();
    await expect(house.memories.get(caller, made)).rejects.toMatchObject({ problem: 'not-found' });
  });

  it('lose what a source says that no longer holds, and get it back with it', async () => {
    const caller = house.caller();
    const { sources, made } = await distilled(caller);
    const [first = '', second = ''] = sources;
    const own = house.records.forTenant(caller.tenant);
    const [later = ''] = await insert(caller, [{ content: 'Ann saw no whale.' }]);
    await own.memories.supersede([{ id: second, byId: later, invalidAt: NOON }], NOON);
    await own.transaction((repositories) => takeFromDistilled(repositories, [second], { now: NOON, tags: new Set() }));
    expect(await house.memories.get(caller, made)).toMatchObject({ content: museum[0] });
    await house.remake();
    expect(await house.memories.get(caller, made)).toMatchObject({
      content: museum[0],
      provenance: { sources: [first] },
    });
    await house.memories.remove(caller, later, undefined);
    await house.remake();
    expect(await house.memories.get(caller, made)).toMatchObject({ content: museum.join('\n') });
  });

  it('are made anew in the turn of their owner, as everything else that rewrites memories', async () => {
    const caller = house.caller();
    const ownerEntityId = house.ids.next();
    const sources = await insert(
      caller,
      museum.map((content) => ({ age: 8 * DAY, content, ownerEntityId })),
    );
    await run(caller);
    await house.memories.update(caller, sources[1] ?? '', { content: 'Ann saw a squid.' }, undefined);
    await house.remake();
    // One is of the change.
    const turns = () => house.state.locked.filter((owner) => owner === ownerEntityId).length;
    await expect.poll(turns).toBe(2);
  });

  it('are archived no earlier than a day after', async () => {
    const caller = house.caller();
    await insert(
      caller,
      museum.map((content) => ({ age: 60 * DAY, content })),
    );
    expect((await run(caller)).summary.distilled).toBe(2);
    house.state.now = new Date(NOON.getTime() + DAY - 1);
    expect((await run(caller)).summary.archived).toBe(0);
    house.state.now = new Date(NOON.getTime() + DAY);
    expect(await isDue(caller)).toBe(true);
    expect((await run(caller)).summary.archived).toBe(2);
  });
});

describe('runs', () => {
  it('are one at a time, but for dry ones', async () => {
    const caller = house.caller();
    house.queueState.workers = false;
    const first = await run(caller);
    expect(first).toMatchObject({ status: 'processing', success: true });
    await expect(run(caller)).rejects.toMatchObject({ problem: 'conflict' });
    house.queueState.workers = true;
    expect((await run(caller, true)).status).toBe('done');
    await house.deliver({ tenant: caller.tenant, kind: 'lifecycle', ref: first.runId });
    expect((await run(caller)).status).toBe('done');
  });

  it('keep nothing where the queue cannot be reached', async () => {
    const caller = house.caller();
    house.queueState.broken = true;
    const idempotency = { key: 'key', fingerprint: 'print' };
    await expect(run({ ...caller, idempotency })).rejects.toMatchObject({ problem: 'dependency-unavailable' });
    house.queueState.broken = false;
    expect((await run({ ...caller, idempotency })).status).toBe('done');
    expect((await house.lifecycle.list(caller, { offset: 0, limit: 10 })).total).toBe(1);
  });

  it('are started by the clock where something is due, once', async () => {
    const caller = house.caller();
    await insert(caller, [
      { tier: 'short_term', age: 2 * DAY },
      { tier: 'semantic', age: 99 * DAY },
    ]);
    expect(await isDue(caller)).toBe(true);
    await house.lifecycle.startDueRuns();
    const { runs } = await house.lifecycle.list(caller, { offset: 0, limit: 10 });
    expect(runs).toMatchObject([{ triggeredBy: 'schedule', expired: 1, unchanged: 1, status: 'done' }]);
    await house.lifecycle.startDueRuns();
    expect((await house.lifecycle.list(caller, { offset: 0, limit: 10 })).total).toBe(1);
  });

  it('find at once what an access made due', async () => {
    const caller = house.caller();
    const [id = ''] = await insert(caller, [{ tier: 'short_term' }]);
    for (const count of [1, 2, 3]) {
      expect(await isDue(caller)).toBe(false);
      expect((await house.memories.access(caller, id)).result.accessCount).toBe(count);
    }
    expect(await isDue(caller)).toBe(true);
    expect((await run(caller)).details).toMatchObject([{ memoryId: id, action: 'promoted', toTier: 'episodic' }]);
    expect((await rows(caller)).get(id)?.tier).toBe('episodic');
  });
});
