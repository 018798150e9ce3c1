import { describe, expect, it } from 'vitest';
import type { IngestState, OutboxKey } from '../../ports/records.js';
import { filterOf, minutesAfter, NOON, newArtifact, newEvent, newIngest, newMemory, newReview } from '../builders.js';
import { wholeHistory } from '../whole-history.js';
import { leaseOf, overlapping, type Stage } from './stage.js';

/** Long before anything that other tests make. */
const PAST = new Date('2001-01-01T00:00:00.000Z');
const old = new Date(PAST.getTime() - 1);

export function retentionSuite(stage: Stage): void {
  describe('retention', () => {
    it('removes what ended before its time, and only the kinds that are named', async () => {
      const { own } = stage.tenant();
      const traces = [stage.ids.next(), stage.ids.next()] as const;
      await own.ingests.insert(newIngest(traces[0], { createdAt: old, finishedAt: old, state: 'done' }));
      await own.ingests.insert(newIngest(traces[1], { createdAt: PAST, finishedAt: PAST, state: 'done' }));
      const slow = newIngest(stage.ids.next(), { createdAt: old, finishedAt: PAST, state: 'done' });
      await own.ingests.insert(slow);
      const underWay = newIngest(stage.ids.next(), { createdAt: old });
      await own.ingests.insert(underWay);
      const memory = newMemory(stage.ids.next());
      await own.memories.insert([memory]);
      const entry = { memoryId: memory.id, change: 'x', before: null, after: null };
      await own.history.add([
        { ...entry, version: 1, at: old },
        { ...entry, version: 2, at: PAST },
      ]);
      expect(await stage.records.prune({})).toEqual({});
      expect(await own.ingests.get(traces[0])).not.toBeNull();
      expect(await stage.records.prune({ ingests: PAST, history: PAST })).toEqual({ ingests: 1, history: 1 });
      expect(await own.ingests.get(traces[0])).toBeNull();
      expect(await own.ingests.get(traces[1])).not.toBeNull();
      expect(await own.ingests.get(slow.traceId)).not.toBeNull();
      expect(await own.ingests.get(underWay.traceId)).toEqual(underWay);
      expect((await wholeHistory(own, memory.id)).map(({ version }) => version)).toEqual([2]);
    });

    it('removes raw texts of ingests that no memory was drawn from', async () => {
      const { own } = stage.tenant();
      const [used, unused, given, fresh] = [0, 1, 2, 3].map(() => stage.ids.next()) as [string, string, string, string];
      const ingestTraceId = stage.ids.next();
      for (const id of [used, unused]) await own.artifacts.insert(newArtifact(id, { createdAt: old, ingestTraceId }));
      await own.artifacts.insert(newArtifact(given, { createdAt: old }));
      await own.artifacts.insert(newArtifact(fresh, { createdAt: PAST, ingestTraceId }));
      await own.memories.insert([newMemory(stage.ids.next(), { sourceArtifactId: used })]);
      expect(await stage.records.prune({ artifacts: PAST })).toEqual({ artifacts: 1 });
      for (const id of [used, given, fresh]) expect(await own.artifacts.get(id)).not.toBeNull();
      expect(await own.artifacts.get(unused)).toBeNull();
    });

    it('keeps the raw text of an ingest as long as it may be tried', async () => {
      const { own } = stage.tenant();
      const kept = async (state: IngestState) => {
        const [id, traceId] = [stage.ids.next(), stage.ids.next()];
        await own.artifacts.insert(newArtifact(id, { createdAt: old, ingestTraceId: traceId }));
        await own.ingests.insert(newIngest(traceId, { createdAt: NOON, state, artifactId: id, content: null }));
        await stage.records.prune({ artifacts: PAST });
        return (await own.artifacts.get(id)) !== null;
      };
      expect(await kept('processing')).toBe(true);
      expect(await kept('failed')).toBe(true);
      expect(await kept('done')).toBe(false);
    });

    it('removes reviews by when they were written, decided or not', async () => {
      const { reviews } = stage.tenant().own;
      const [gone, decided, stays] = [stage.ids.next(), stage.ids.next(), stage.ids.next()] as const;
      await reviews.add([
        newReview(gone, { createdAt: old }),
        newReview(decided, { createdAt: old, state: 'rejected', decidedAt: NOON }),
        newReview(stays, { createdAt: PAST }),
      ]);
      expect(await stage.records.prune({ reviews: PAST })).toEqual({ reviews: 2 });
      expect(await reviews.get(gone)).toBeNull();
      expect(await reviews.get(decided)).toBeNull();
      expect(await reviews.get(stays)).not.toBeNull();
    });

    it('removes events by when they were recorded', async () => {
      const { events } = stage.tenant().own;
      const [gone, stays] = [stage.ids.next(), stage.ids.next()] as const;
      await events.insert([newEvent(gone, { createdAt: old }), newEvent(stays, { createdAt: PAST, occurredAt: old })]);
      expect(await stage.records.prune({ events: PAST })).toEqual({ events: 1 });
      expect(await events.get(gone)).toBeNull();
      expect(await events.get(stays)).not.toBeNull();
    });

    it('removes runs that have ended with their details, and dry ones sooner', async () => {
      const { lifecycle } = stage.tenant().own;
      const start = async (dryRun: boolean, completedAt: Date | null, createdAt: Date) => {
        const id = stage.ids.next();
        const run = { id, triggeredBy: 'x', dryRun, state: 'done' as const, memories: 0, summary: null, errors: [] };
        await lifecycle.start({ ...run, createdAt, completedAt, undoneAt: null });
        return id;
      };
      const [ended, running] = [await start(false, old, old), await start(false, null, old)];
      const [dry, freshDry] = [await start(true, old, old), await start(true, PAST, old)];
      expect(await stage.records.prune({ dryRuns: PAST })).toEqual({ dryRuns: 1 });
      expect(await stage.records.prune({ lifecycleRuns: PAST })).toEqual({ lifecycleRuns: 1 });
      for (const id of [dry, ended]) expect(await lifecycle.get(id)).toBeNull();
      for (const id of [freshDry, running]) expect(await lifecycle.get(id)).not.toBeNull();
    });

    it('tells about how many rows there are', async () => {
      const estimates = await stage.records.rowEstimates();
      expect(Object.keys(estimates).sort()).toEqual(
        ['artifacts', 'dryRuns', 'events', 'history', 'idempotencyKeys', 'ingests', 'lifecycleRuns', 'reviews'].sort(),
      );
      for (const rows of Object.values(estimates)) expect(rows).toBeGreaterThanOrEqual(0);
    });
  });

  describe('erasure', () => {
    const owner = '22222222-2222-4222-8222-222222222222';

    it('finds and removes what is an owner’s, of its own tenant', async () => {
      const [first, second] = [stage.tenant(), stage.tenant()];
      const [memory, other, artifact, trace] = [0, 1, 2, 3].map(() => stage.ids.next()) as [
        string,
        string,
        string,
        string,
      ];
      for (const { own } of [first, second]) {
        await own.memories.insert([newMemory(memory, { ownerEntityId: owner }), newMemory(other)]);
        await own.artifacts.insert(newArtifact(artifact, { ownerEntityId: owner }));
        await own.ingests.insert(newIngest(trace, { request: { ownerEntityId: owner } }));
        const jobs = (['ingest', 'model'] as const).map((kind) => ({ kind, ref: trace }));
        await own.outbox.enqueue(jobs, NOON, minutesAfter(600));
      }
      const { erasure, memories } = first.own;
      expect(await erasure.memoriesOf(owner, 9)).toEqual([memory]);
      const none = { vectors: 0, derived: 0, history: 0, relations: 0, storedAnswers: 0, undoStates: 0 };
      expect(await erasure.belongings([memory])).toEqual(none);
      expect(await erasure.removeIngests(owner, 9)).toEqual({ traceIds: [trace], jobs: 2 });
      expect(await erasure.removeIngests(owner, 9)).toEqual({ traceIds: [], jobs: 0 });
      const late = stage.ids.next();
      for (const { own } of [first, second]) {
        await own.ingests.insert(newIngest(late, { artifactId: artifact }));
        await own.outbox.enqueue([{ kind: 'ingest', ref: late }], NOON, minutesAfter(600));
      }
      const removed = { artifactIds: [artifact], traceIds: [late], jobs: 1 };
      expect(await erasure.removeArtifacts(owner, 9)).toEqual(removed);
      expect(await erasure.removeArtifacts(owner, 9)).toEqual({ artifactIds: [], traceIds: [], jobs: 0 });
      await memories.bury([memory], NOON);
      expect(await erasure.memoriesOf(owner, 9)).toEqual([]);
      expect(await second.own.artifacts.get(artifact)).not.toBeNull();
      expect(await second.own.ingests.get(trace)).not.toBeNull();
      expect(await second.own.ingests.get(late)).not.toBeNull();
      expect(await second.own.erasure.memoriesOf(owner, 9)).toEqual([memory]);
    });

    it('takes the job of an ingest before the ingest, as who buries the job does', async () => {
      const { own } = stage.tenant();
      const key: OutboxKey = { kind: 'ingest', ref: stage.ids.next() };
      await own.ingests.insert(newIngest(key.ref, { request: { ownerEntityId: owner } }));
      await own.outbox.enqueue([key], NOON, NOON);
      const lease = leaseOf(stage);
      await own.outbox.leaseMore('ingest', lease, 1);
      const [, removed] = await overlapping(
        own,
        async ({ outbox, ingests }, letOther) => {
          await outbox.fail(key, lease, { error: 'It broke.', dueAt: NOON, dead: true });
          await letOther();
          await ingests.finish(key.ref, { state: 'failed', result: null, error: 'It broke.', at: NOON });
        },
        () => own.transaction(({ erasure }) => erasure.removeIngests(owner, 9)),
      );
      expect(removed).toEqual({ traceIds: [key.ref], jobs: 1 });
    });

    it('removes what goes with a row before the row, of a tenant as a whole', async () => {
      const { own, tenant } = stage.tenant();
      const memory = newMemory(stage.ids.next());
      await own.memories.insert([memory]);
      const entry = { memoryId: memory.id, change: 'x', before: null, after: null, at: NOON };
      await own.history.add([1, 2, 3, 4, 5].map((version) => ({ ...entry, version })));
      const run = { id: stage.ids.next(), triggeredBy: 'x', dryRun: true, state: 'done' as const, memories: 0 };
      await own.lifecycle.start({
        ...run,
        summary: null,
        errors: [],
        createdAt: NOON,
        completedAt: NOON,
        undoneAt: null,
      });
      const planned = {
        action: 'expired',
        fromTier: 'short_term',
        toTier: null,
        reason: 'old',
        groupId: null,
      } as const;
      const was = { plannedVersion: 1, plannedAccessCount: 0, fromTierSince: NOON };
      const actions = [1, 2, 3, 4].map(() => ({ memoryId: stage.ids.next(), ...planned, ...was }));
      await own.lifecycle.plan(run.id, actions);
      expect(await own.erasure.removeEverything(3)).toEqual({ memory_history: 3, lifecycle_actions: 3 });
      const rest = { memory_history: 2, lifecycle_actions: 1, memories: 1, lifecycle_runs: 1 };
      expect(await own.erasure.removeEverything(3)).toEqual(rest);
      expect(await stage.dump()).not.toContain(`(${tenant},`);
    });

    it('removes all rows of a tenant in parts, and none of another', async () => {
      const [first, second] = [stage.tenant(), stage.tenant()];
      for (const { own } of [first, second]) {
        await own.memories.insert(Array.from({ length: 5 }, () => newMemory(stage.ids.next())));
        await own.artifacts.insert(newArtifact(stage.ids.next()));
      }
      expect(await first.own.erasure.removeEverything(3)).toMatchObject({ memories: 3, artifacts: 1 });
      expect(await first.own.erasure.removeEverything(3)).toEqual({ memories: 2 });
      expect(await first.own.erasure.removeEverything(3)).toEqual({});
      expect(await second.own.memories.count(filterOf())).toBe(5);
      expect(await stage.dump()).not.toContain(`(${first.tenant},`);
    });
  });
}
