import { LONGEST_READ } from '@hippocamp/shared/language/reading';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { LifecycleRunRecord, PageKey, PlannedAction } from '../../ports/records.js';
import { filterOf, minutesAfter, NOON, newMemory } from '../builders.js';
import { indexNow, insertEach, leaseOf, type Stage, sorted } from './stage.js';

const newRun = (id: string, given: Partial<LifecycleRunRecord> = {}): LifecycleRunRecord => ({
  id,
  triggeredBy: 'test',
  dryRun: false,
  state: 'planning',
  memories: 0,
  summary: null,
  errors: [],
  createdAt: NOON,
  completedAt: null,
  undoneAt: null,
  ...given,
});

const planned = (memoryId: string, given: Partial<PlannedAction> = {}): PlannedAction => ({
  memoryId,
  action: 'promoted',
  fromTier: 'short_term',
  toTier: 'episodic',
  reason: 'a reason',
  groupId: null,
  plannedVersion: 1,
  plannedAccessCount: 0,
  fromTierSince: minutesAfter(-1),
  ...given,
});

const summary = { expired: 1, promoted: 2, distilled: 3, archived: 4, unchanged: 5 };

export function lifecycleSuite(stage: Stage): void {
  describe('lifecycle runs', () => {
    it('are read as they were started and changed', async () => {
      const { lifecycle } = stage.tenant().own;
      const run = newRun(stage.ids.next());
      expect(await lifecycle.start(run)).toBe(true);
      expect(await lifecycle.get(run.id)).toEqual(run);
      const errors = [{ memoryId: stage.ids.next(), code: 'x', message: "it's" }];
      const changes = { state: 'done' as const, memories: 9, summary, errors, completedAt: minutesAfter(1) };
      await lifecycle.update(run.id, changes);
      expect(await lifecycle.get(run.id)).toEqual({ ...run, ...changes });
      await lifecycle.withdraw(run.id);
      expect(await lifecycle.get(run.id)).toBeNull();
    });

    it('are real one at a time, of each tenant, and dry as often as wanted', async () => {
      const { lifecycle } = stage.tenant().own;
      const first = newRun(stage.ids.next());
      const starts = [first, newRun(stage.ids.next()), newRun(stage.ids.next())].map((run) => lifecycle.start(run));
      expect((await Promise.all(starts)).filter(Boolean)).toHaveLength(1);
      expect(await lifecycle.start(newRun(stage.ids.next(), { dryRun: true }))).toBe(true);
      expect(await lifecycle.start(newRun(stage.ids.next(), { dryRun: true }))).toBe(true);
      expect(await stage.tenant().own.lifecycle.start(newRun(stage.ids.next()))).toBe(true);
    });

    it('are listed newest first once they have ended, page by page, without dry ones', async () => {
      const { lifecycle } = stage.tenant().own;
      const ended = Array.from({ length: 5 }, (_, at) =>
        newRun(stage.ids.next(), { createdAt: minutesAfter(Math.floor(at / 2)), completedAt: minutesAfter(9) }),
      );
      for (const run of ended) await lifecycle.start(run);
      await lifecycle.start(newRun(stage.ids.next()));
      await lifecycle.start(newRun(stage.ids.next(), { dryRun: true, completedAt: NOON }));
      const newest = ended.toReversed();
      const seen: LifecycleRunRecord[] = [];
      for (let after: PageKey | undefined; ; ) {
        const page = await lifecycle.page({ limit: 2, offset: 0, after });
        seen.push(...page.runs);
        expect(page.total).toBe(5);
        if (!page.last) break;
        after = page.last;
      }
      expect(seen).toEqual(newest);
      expect((await lifecycle.page({ limit: 2, offset: 3 })).runs).toEqual(newest.slice(3));
    });
  });

  describe('the plan of a run', () => {
    it('that is dry gives way to those of later ones, beyond so many runs and actions', async () => {
      const { lifecycle } = stage.tenant().own;
      const start = async (given: Partial<LifecycleRunRecord>) => {
        const id = stage.ids.next();
        await lifecycle.start(newRun(id, given));
        await lifecycle.plan(id, [planned(stage.ids.next()), planned(stage.ids.next())]);
        return id;
      };
      const none = { expired: 0, promoted: 0, distilled: 0, archived: 0, unchanged: 9 };
      const ended = { completedAt: NOON, summary: { ...none, promoted: 1, archived: 1 } };
      const real = await start(ended);
      const dry: string[] = [];
      for (let count = 0; count < 5; count += 1) dry.push(await start({ ...ended, dryRun: true }));
      const runs = [real, ...dry, await start({ dryRun: true })];
      const kept = async () =>
        Promise.all(runs.map(async (id) => (await lifecycle.actions(id, { states: ['planned'] })).length / 2));
      expect(await lifecycle.dropPlans({ runs: 9, actions: 10 })).toBe(0);
      expect(await lifecycle.dropPlans({ runs: 9, actions: 5 })).toBe(6);
      expect(await kept()).toEqual([1, 0, 0, 0, 1, 1, 1]);
      expect(await lifecycle.dropPlans({ runs: 1, actions: 10 })).toBe(2);
      expect(await lifecycle.dropPlans({ runs: 0, actions: 0 })).toBe(0);
      expect(await kept(), 'the last one in any case').toEqual([1, 0, 0, 0, 0, 1, 1]);
      expect(await lifecycle.get(dry[0] ?? '')).toMatchObject({ summary: ended.summary });
    });

    it('is written, read in parts, worked off and counted', async () => {
      const { lifecycle } = stage.tenant().own;
      const run = newRun(stage.ids.next());
      await lifecycle.start(run);
      const ids = Array.from({ length: 5 }, () => stage.ids.next());
      const groups = [stage.ids.next(), stage.ids.next()];
      const rows = ids.map((id, at) =>
        at < 3
          ? planned(id, { action: 'distilled', groupId: groups[at % 2] as string, toTier: 'semantic' })
          : planned(id, at === 4 ? { action: 'expired', toTier: null } : {}),
      );
      await lifecycle.plan(run.id, rows);
      await lifecycle.plan(run.id, [planned(ids[0] ?? '', { reason: 'too late' })]);
      const fresh = { state: 'planned', appliedVersion: null, resultMemoryId: null };
      const all = await lifecycle.actions(run.id, { states: ['planned'], limit: 9 });
      expect(all).toEqual(rows.map((row) => ({ ...row, ...fresh })));
      const expired = { states: ['planned'] as const, actions: ['expired'] as const, limit: 9 };
      expect((await lifecycle.actions(run.id, expired)).map(({ memoryId }) => memoryId)).toEqual([ids[4]]);
      const rest = await lifecycle.actions(run.id, { states: ['planned'], after: ids[2], limit: 1 });
      expect(rest.map(({ memoryId }) => memoryId)).toEqual([ids[3]]);
      const ofGroup = { states: ['planned'] as const, groups: groups.slice(1) };
      expect((await lifecycle.actions(run.id, ofGroup)).map(({ memoryId }) => memoryId)).toEqual([ids[1]]);
      const inGroups = async (most: { groups: number; rows: number }) =>
        (await lifecycle.plannedGroups(run.id, most)).map(({ memoryId }) => memoryId);
      expect(await inGroups({ groups: 1, rows: 9 })).toEqual([ids[0], ids[2]]);
      expect(await inGroups({ groups: 9, rows: 3 })).toEqual([ids[0], ids[2], ids[1]]);
      expect(await inGroups({ groups: 9, rows: 2 }), 'more rows than are read at once').toEqual([ids[0], ids[2]]);
      expect(await inGroups({ groups: 9, rows: 1 }), 'a group stays whole').toEqual([ids[0], ids[2]]);
      const made = stage.ids.next();
      const outcomes = [ids[0], ids[2]].map((id) => {
        return { memoryId: id ?? '', state: 'applied' as const, appliedVersion: 2, resultMemoryId: made };
      });
      await lifecycle.mark(run.id, 'planned', outcomes);
      await lifecycle.mark(
        run.id,
        'planned',
        outcomes.map((outcome) => ({ ...outcome, state: 'skipped' as const })),
      );
      expect(await inGroups({ groups: 9, rows: 9 })).toEqual([ids[1]]);
      expect((await lifecycle.actions(run.id, { states: ['applied'], limit: 9 }))[0]).toMatchObject(outcomes[0] ?? {});
      const tally = (await lifecycle.tally(run.id)).map(({ action, state, count }) => `${action} ${state} ${count}`);
      expect(sorted(tally)).toEqual([
        'distilled applied 2',
        'distilled planned 1',
        'expired planned 1',
        'promoted planned 1',
      ]);
      await lifecycle.clearPlan(run.id);
      expect(await lifecycle.tally(run.id)).toEqual([]);
    });
  });

  describe('ageing memories', () => {
    it('are scanned in order of id where they may be due some day, with the text of what may be distilled', async () => {
      const { own } = stage.tenant();
      const old = { createdAt: minutesAfter(-60), dueAt: minutesAfter(5) };
      const ids = await insertEach(stage, own.memories, [
        { ...old, content: 'distilled', metadata: { actorId: 'ann' } },
        { dueAt: minutesAfter(5), tierSince: NOON },
        { ...old, tier: 'short_term' },
        { ...old, invalidAt: NOON },
        { ...old, speaker: 'assistant' },
        { tier: 'semantic', dueAt: null },
      ]);
      const found = await own.lifecycle.scan(null, 9, minutesAfter(-30));
      expect(found.map(({ id, content, actorId }) => [id, content, actorId])).toEqual([
        [ids[0], 'distilled', 'ann'],
        ...ids.slice(1, 5).map((id) => [id, null, null]),
      ]);
      expect(found.map(({ speaker }) => speaker)).toEqual([null, null, null, null, 'assistant']);
      expect((await own.lifecycle.scan(ids[0] ?? '', 2, NOON)).map(({ id }) => id)).toEqual(ids.slice(1, 3));
    });

    it.each([
      ['short', 'x'.repeat(LONGEST_READ), LONGEST_READ],
      ['long', 'x'.repeat(9 * LONGEST_READ), LONGEST_READ + 1],
      ['of characters of two units', '🦛'.repeat(LONGEST_READ), 2 * LONGEST_READ],
    ])('are scanned with no more of a text than tells that it is long: %s', async (_which, content, length) => {
      const { own } = stage.tenant();
      await insertEach(stage, own.memories, [{ createdAt: minutesAfter(-60), dueAt: minutesAfter(5), content }]);
      const [found] = await own.lifecycle.scan(null, 9, NOON);
      expect(found?.content).toBe(content.slice(0, length));
    });

    it('take their age, with a higher version or the same', async () => {
      const { own } = stage.tenant();
      const [id = '', other = ''] = await insertEach(stage, own.memories, [{}, {}]);
      await indexNow(own.memories, [id]);
      const [memory] = await own.lifecycle.lock([id, stage.ids.next()]);
      if (!memory) throw new Error('the memory is there');
      const next = {
        ...memory,
        ...{ tier: 'semantic' as const, tierSince: NOON, archivedAt: NOON, distilledAt: minutesAfter(1) },
        ...{ heldUntil: minutesAfter(2), dueAt: minutesAfter(3) },
      };
      expect(await own.lifecycle.setAges([next], { at: NOON, raiseVersion: true })).toEqual([{ id, version: 2 }]);
      expect(await own.lifecycle.lock([id])).toEqual([{ ...next, version: 2 }]);
      expect(await own.lifecycle.setAges([next], { at: NOON, raiseVersion: false })).toEqual([{ id, version: 2 }]);
      expect(await own.memories.get(other)).toMatchObject({ version: 1, tier: 'episodic', archivedAt: null });
      expect(await own.memories.indexStates([id])).toMatchObject([{ absent: true, version: 2, indexedVersion: 1 }]);
    });

    it('are due over all tenants, postponed unless they have moved, and due by an access', async () => {
      const { tenant, own } = stage.tenant();
      const [id = '', short = '', semantic = '', assistants = ''] = await insertEach(stage, own.memories, [
        { dueAt: minutesAfter(-5), tierSince: minutesAfter(-10) },
        { tier: 'short_term', dueAt: minutesAfter(60), accessCount: 1 },
        { tier: 'semantic', accessCount: 9 },
        { dueAt: minutesAfter(60), tierSince: minutesAfter(-60), speaker: 'assistant' },
      ]);
      const isDue = async (at: Date) => (await stage.records.tenantsDue(at, null, 10_000)).includes(tenant);
      const dueAt = async (of: string) => (await own.lifecycle.lock([of]))[0]?.dueAt;
      expect(await isDue(minutesAfter(-6))).toBe(false);
      expect(await isDue(minutesAfter(-5))).toBe(true);
      await own.lifecycle.postpone([{ id, from: minutesAfter(-4), to: minutesAfter(99) }]);
      expect(await isDue(NOON)).toBe(true);
      await own.lifecycle.postpone([{ id, from: minutesAfter(-5), to: minutesAfter(99) }]);
      expect(await isDue(NOON)).toBe(false);
      const rules = { shortTermCount: 2, episodicCount: 1, episodicAge: 15 * 60_000 };
      for (const each of [id, short, semantic, assistants]) await own.memories.recordAccess(each, NOON, rules);
      expect(await dueAt(id)).toEqual(minutesAfter(5));
      expect(await dueAt(short)).toEqual(NOON);
      expect(await dueAt(semantic)).toBeNull();
      expect(await dueAt(assistants)).toEqual(minutesAfter(60));
      await own.memories.bury([id, short, assistants], NOON);
      expect(await isDue(minutesAfter(1000))).toBe(false);
    });

    it('are due tenant by tenant, each once, page after page', async () => {
      const due = minutesAfter(-600);
      const given = [1, 2, 3].map(() => stage.tenant());
      for (const { own } of given) await insertEach(stage, own.memories, [{ dueAt: due }, { dueAt: due }]);
      const all: TenantId[] = [];
      for (let page: TenantId[] = []; ; ) {
        page = await stage.records.tenantsDue(due, all.at(-1) ?? null, 2);
        all.push(...page);
        if (page.length < 2) break;
      }
      expect(sorted(all)).toEqual(sorted(given.map(({ tenant }) => tenant)));
    });

    it('tell whose text a distilled one holds', async () => {
      const { own } = stage.tenant();
      const [first = '', second = '', third = '', both = '', one = ''] = await insertEach(
        stage,
        own.memories,
        Array.from({ length: 5 }, () => ({})),
      );
      await own.lifecycle.addSources([
        { memoryId: both, sourceIds: [first, second] },
        { memoryId: one, sourceIds: [first] },
      ]);
      await own.lifecycle.addSources([]);
      expect(await own.lifecycle.distilledFrom([third])).toEqual([]);
      expect(await own.lifecycle.distilledFrom([first])).toEqual([both, one]);
      expect(await own.lifecycle.distilled([one, both])).toMatchObject([
        { id: both, sourceIds: [first, second], hidden: false },
        { id: one, sourceIds: [first] },
      ]);
      await own.lifecycle.addSources([
        { memoryId: third, sourceIds: [both, one] },
        { memoryId: first, sourceIds: [third] },
      ]);
      const { distilledBelow, sourcesBeyond } = own.lifecycle;
      expect(await distilledBelow([first], null, 9)).toEqual([both, one]);
      expect(await distilledBelow([first], null, 1)).toEqual([both]);
      expect(await distilledBelow([first], both, 9)).toEqual([one]);
      expect(await distilledBelow([second, first], null, 9)).toEqual([both, one]);
      expect(await distilledBelow([both, third], null, 9)).toEqual([first, third]);
      expect(await distilledBelow([], null, 9)).toEqual([]);
      const beyond = (id: string, after: string | null, limit: number) => sourcesBeyond([{ id, after }], limit);
      expect(await beyond(both, null, 9)).toEqual([{ id: both, sourceIds: [first, second], last: null }]);
      expect(await beyond(both, null, 1)).toEqual([{ id: both, sourceIds: [first], last: first }]);
      expect(await beyond(both, first, 1)).toEqual([{ id: both, sourceIds: [second], last: second }]);
      expect(await beyond(both, second, 1)).toEqual([{ id: both, sourceIds: [], last: null }]);
      expect(await sourcesBeyond([], 9)).toEqual([]);
      await own.memories.bury([third], NOON);
      expect(await distilledBelow([both, one, third], null, 9), 'of live ones, from live ones').toEqual([]);
      await own.memories.bury([first], NOON);
      expect(await distilledBelow([second], null, 9)).toEqual([both]);
      expect(
        await sourcesBeyond(
          [one, both].map((id) => ({ id, after: null })),
          1,
        ),
      ).toEqual([
        { id: both, sourceIds: [], last: first },
        { id: one, sourceIds: [], last: first },
      ]);
      expect(await own.lifecycle.distilled([one])).toMatchObject([{ id: one, sourceIds: [] }]);
      await own.lifecycle.forgetSources([first]);
      expect(await own.lifecycle.distilledFrom([first])).toEqual([]);
      await own.memories.bury([both], NOON);
      expect(await own.lifecycle.distilledFrom([second])).toEqual([]);
      expect(await own.lifecycle.distilled([both])).toEqual([]);
    });

    it('are told as sources: those that hold, with little of their metadata and provenance', async () => {
      const { own } = stage.tenant();
      const [first = '', second = '', third = '', invalid = '', buried = ''] = await insertEach(stage, own.memories, [
        { content: 'Ann sails.', speaker: 'Ann', tags: ['sea'], metadata: { actorId: 'ann', note: 'long' } },
        { metadata: { actorId: ['ann'] }, provenance: { reader: 'local', spans: 'long' } },
        { provenance: { reader: 'model' } },
        { invalidAt: NOON },
        {},
      ]);
      await own.memories.bury([buried], NOON);
      const ids = [buried, third, invalid, second, first];
      const found = await own.lifecycle.sources(ids);
      expect(found.map(({ id, metadata, provenance }) => [id, metadata, provenance])).toEqual([
        [first, { actorId: 'ann' }, null],
        [second, {}, { reader: 'local' }],
        [third, {}, null],
      ]);
      expect(found[0]).toMatchObject({ version: 1, content: 'Ann sails.', speaker: 'Ann', tags: ['sea'] });
      expect(await own.lifecycle.sources([])).toEqual([]);
      const versions = [first, second].map((id) => ({ id, version: 1 }));
      expect(await own.lifecycle.sourceVersions(ids, 2)).toEqual(versions);
      expect(await own.lifecycle.sourceVersions([], 2)).toEqual([]);
    });

    it('are of one tenant', async () => {
      const [first, second] = [stage.tenant().own, stage.tenant().own];
      const id = stage.ids.next();
      const runId = stage.ids.next();
      for (const own of [first, second]) {
        await own.memories.insert([newMemory(id, { dueAt: NOON }), newMemory(runId, { tier: 'semantic' })]);
        await own.lifecycle.start(newRun(runId));
        await own.lifecycle.plan(runId, [planned(id)]);
        await own.lifecycle.addSources([{ memoryId: runId, sourceIds: [id] }]);
      }
      const [age] = await first.lifecycle.lock([id]);
      if (age)
        await first.lifecycle.setAges([{ ...age, archivedAt: NOON, dueAt: null }], { at: NOON, raiseVersion: true });
      await first.lifecycle.forgetSources([id]);
      await first.lifecycle.mark(runId, 'planned', [
        { memoryId: id, state: 'applied', appliedVersion: 2, resultMemoryId: null },
      ]);
      await first.lifecycle.withdraw(runId);
      expect(await second.lifecycle.scan(null, 9, NOON)).toMatchObject([{ id, version: 1, archivedAt: null }]);
      expect(await second.lifecycle.tally(runId)).toEqual([{ action: 'promoted', state: 'planned', count: 1 }]);
      expect(await second.lifecycle.get(runId)).not.toBeNull();
      expect(await second.lifecycle.distilledFrom([id])).toEqual([runId]);
      expect(await second.lifecycle.distilled([runId])).toMatchObject([{ id: runId, sourceIds: [id] }]);
      expect(await second.memories.count(filterOf())).toBe(2);
    });
  });

  describe('a key of the work list', () => {
    it('is withdrawn while nobody has it, and its lease can be kept', async () => {
      const { tenant, own } = stage.tenant();
      const key = { kind: 'lifecycle' as const, ref: stage.ids.next() };
      expect(await own.outbox.withdraw(key)).toBe(false);
      await own.outbox.enqueue([key], NOON, NOON);
      const lease = leaseOf(stage);
      await stage.records.outbox.lease({ tenant, ...key }, lease);
      expect(await own.outbox.withdraw(key)).toBe(false);
      expect(await own.outbox.extend(key, { ...lease, until: minutesAfter(60) })).toBe(true);
      expect(await stage.records.outbox.lease({ tenant, ...key }, leaseOf(stage, minutesAfter(59)))).toBeNull();
      expect(await own.outbox.extend(key, leaseOf(stage))).toBe(false);
      await own.outbox.fail(key, lease, { error: 'x', dueAt: NOON, dead: false });
      expect(await own.outbox.withdraw(key)).toBe(true);
    });
  });
}
