import type { JsonObject } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { TenantRepositories } from '../../ports/records.js';
import { filterOf, minutesAfter, NOON, newArtifact, newIngest, newMemory, orderOf, recordOf } from '../builders.js';
import { wholeHistory } from '../whole-history.js';
import { insertEach, leaseOf, type Stage } from './stage.js';

const count = async ({ memories }: TenantRepositories, id: string, lock: boolean) => {
  const row = await memories.get(id, { lock });
  await memories.update(id, { metadata: { n: Number(row?.metadata.n) + 1 } }, NOON);
};

export function transactionsSuite(stage: Stage): void {
  describe('a transaction', () => {
    it('keeps everything, and answers what its work answers', async () => {
      const { own } = stage.tenant();
      const id = stage.ids.next();
      const answer = await own.transaction(async ({ memories, outbox }) => {
        await memories.insert([newMemory(id)]);
        await outbox.enqueue([{ kind: 'index', ref: id }], NOON, NOON);
        return (await memories.get(id))?.version;
      });
      expect(answer).toBe(1);
      expect(await own.memories.get(id)).not.toBeNull();
      expect(await own.outbox.leaseMore('index', leaseOf(stage), 5)).toEqual([id]);
    });

    it('keeps nothing when its work fails, and passes the failure on', async () => {
      const { own } = stage.tenant();
      const [before = ''] = await insertEach(stage, own.memories, [{ context: 'x' }]);
      const id = stage.ids.next();
      const failure = new Error('no');
      const failed = own.transaction(async (repositories) => {
        await repositories.memories.insert([newMemory(id)]);
        await repositories.history.add([
          { memoryId: id, version: 1, change: 'created', at: NOON, before: null, after: null },
        ]);
        await repositories.memories.update(before, { content: 'changed' }, NOON);
        await repositories.memories.recordAccess(before, NOON);
        await repositories.memories.bury([before], NOON);
        await repositories.artifacts.insert(newArtifact(id));
        await repositories.ingests.insert(newIngest(id));
        await repositories.vocabulary.noteChanges(4);
        await repositories.outbox.enqueue([{ kind: 'index', ref: id }], NOON, NOON);
        throw failure;
      });
      await expect(failed).rejects.toBe(failure);
      expect(await own.memories.matching(filterOf())).toEqual([before]);
      expect(await own.memories.get(before)).toMatchObject({ context: 'x', version: 1, accessCount: 0 });
      expect(await wholeHistory(own, id)).toEqual([]);
      expect(await own.artifacts.get(id)).toBeNull();
      expect(await own.ingests.get(id)).toBeNull();
      expect(await own.vocabulary.noteChanges(0)).toEqual({ memories: 0, changes: 0 });
      expect(await own.outbox.leaseMore('index', leaseOf(stage), 5)).toEqual([]);
    });

    it('is not needed to store memories with their history and jobs: all or nothing by itself', async () => {
      const { own } = stage.tenant();
      const source = stage.ids.next();
      const ids = [stage.ids.next(), stage.ids.next()];
      const entry = (memoryId: string, after: JsonObject | null) => ({
        memoryId,
        version: 1,
        change: 'created',
        at: NOON,
        before: null,
        after,
      });
      const rows = ids.map((id) =>
        newMemory(id, { context: 'x', contextSourceIds: [source], factKeys: ['a', 'a', id] }),
      );
      const history = ids.map((id, index) => entry(id, index === 0 ? { list: [null, "it's"] } : null));
      const times = { at: NOON, dueAt: minutesAfter(1) };
      await own.memories.store(rows, history, times);
      await own.memories.store([], [], times);
      expect(await own.memories.getMany(ids)).toEqual(expect.arrayContaining(rows.map(recordOf)));
      for (const [index, id] of ids.entries()) expect(await wholeHistory(own, id)).toEqual([history[index]]);
      expect(await own.memories.withFacts(null, ['a'])).toHaveLength(2);
      expect(await own.outbox.leaseMore('index', leaseOf(stage), 5)).toEqual([]);
      expect((await own.outbox.leaseMore('index', leaseOf(stage, times.dueAt), 5)).sort()).toEqual(ids);
      const fresh = stage.ids.next();
      const twice = [newMemory(fresh), newMemory(ids[0] ?? '')];
      await expect(own.memories.store(twice, [entry(fresh, {})], times)).rejects.toThrow();
      expect(await own.memories.get(fresh)).toBeNull();
      expect(await wholeHistory(own, fresh)).toEqual([]);
      expect(await own.outbox.leaseMore('index', leaseOf(stage, minutesAfter(600)), 5)).not.toContain(fresh);
    });

    it('is not needed to accept an ingest with its artifact and job', async () => {
      const { own } = stage.tenant();
      const times = { at: NOON, dueAt: minutesAfter(1) };
      const [withArtifact, without] = [newIngest(stage.ids.next()), newIngest(stage.ids.next(), { content: "It's." })];
      const artifact = newArtifact(stage.ids.next(), {
        metadata: { a: [1, null] },
        ingestTraceId: withArtifact.traceId,
      });
      await own.ingests.accept({ ...withArtifact, request: orderOf({ actorId: "it's" }) }, artifact, times);
      await own.ingests.accept(without, null, times);
      expect(await own.ingests.get(withArtifact.traceId)).toEqual({
        ...withArtifact,
        request: orderOf({ actorId: "it's" }),
        artifactId: artifact.id,
      });
      expect(await own.ingests.get(without.traceId)).toEqual(without);
      expect(await own.artifacts.get(artifact.id)).toEqual(artifact);
      expect(await own.outbox.leaseMore('ingest', leaseOf(stage), 5)).toEqual([]);
      const due = [withArtifact.traceId, without.traceId];
      expect((await own.outbox.leaseMore('ingest', leaseOf(stage, times.dueAt), 5)).sort()).toEqual(due);
      const again = { ...artifact, id: stage.ids.next() };
      await expect(own.ingests.accept(withArtifact, again, times)).rejects.toThrow();
      expect(await own.artifacts.get(again.id)).toBeNull();
    });

    it('waits for others without end: many at once all come through', async () => {
      const { own } = stage.tenant();
      const [id = ''] = await insertEach(stage, own.memories, [{ metadata: { n: 0 } }]);
      const alone = Array.from({ length: 10 }, () => own.memories.recordAccess(id, NOON));
      const together = Array.from({ length: 10 }, () =>
        own.transaction(async (repositories) => {
          await count(repositories, id, true);
          await repositories.memories.count(filterOf());
        }),
      );
      await Promise.all([...together, ...alone]);
      expect(await own.memories.get(id)).toMatchObject({ metadata: { n: 10 }, accessCount: 10, version: 11 });
    });

    it('holds off other writers of any of the owners that are locked together', async () => {
      const { own } = stage.tenant();
      const owners = [0, 1, 2].map(() => stage.ids.next());
      const [id = ''] = await insertEach(stage, own.memories, [{ metadata: { n: 0 } }]);
      await Promise.all(
        Array.from({ length: 12 }, (_, place) =>
          own.transaction(async (repositories) => {
            if (place % 2 === 0) await repositories.lockOwners(owners);
            else await repositories.lockOwner(owners[1] ?? null);
            await count(repositories, id, false);
          }),
        ),
      );
      expect(await own.memories.get(id)).toMatchObject({ metadata: { n: 12 } });
    });

    it.each(['of an owner', 'of no owner'])('holds off other writers %s that ask for the lock', async (whose) => {
      const { own } = stage.tenant();
      const owner = whose === 'of an owner' ? stage.ids.next() : null;
      const [id = ''] = await insertEach(stage, own.memories, [{ metadata: { n: 0 } }]);
      await Promise.all(
        Array.from({ length: 10 }, () =>
          own.transaction(async (repositories) => {
            await repositories.lockOwner(owner);
            await count(repositories, id, false);
          }),
        ),
      );
      expect(await own.memories.get(id)).toMatchObject({ metadata: { n: 10 } });
    });
  });
}
