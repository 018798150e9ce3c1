import { describe, expect, it } from 'vitest';
import { type JobKey, jobKinds } from '../../ports/job-queue.js';
import type { Origin, OutboxKey } from '../../ports/records.js';
import { minutesAfter, NOON } from '../builders.js';
import { leaseOf, type Stage, sorted } from './stage.js';

const key: OutboxKey = { kind: 'ingest', ref: 'a trace' };
const failure = { error: 'It broke.', dueAt: minutesAfter(10), dead: false };

export function outboxSuite(stage: Stage): void {
  const enqueued = async (dueAt: Date = NOON) => {
    const { tenant, own } = stage.tenant();
    await own.outbox.enqueue([key], NOON, dueAt);
    return { own, job: { tenant, ...key } satisfies JobKey };
  };
  const isDue = async (job: JobKey, now: Date) =>
    (await stage.records.outbox.due(key.kind, now, 100_000)).some(
      ({ tenant, ref }) => tenant === job.tenant && ref === job.ref,
    );

  describe('the outbox', () => {
    it('holds a key once, at the earlier of its due times', async () => {
      const { own, job } = await enqueued(minutesAfter(10));
      expect(await isDue(job, minutesAfter(9))).toBe(false);
      await own.outbox.enqueue([key, key], NOON, minutesAfter(5));
      await own.outbox.enqueue([key], NOON, minutesAfter(20));
      expect(await isDue(job, minutesAfter(4))).toBe(false);
      expect(await isDue(job, minutesAfter(5))).toBe(true);
      const due = await stage.records.outbox.due(key.kind, minutesAfter(30), 100_000);
      expect(due.filter(({ tenant }) => tenant === job.tenant)).toEqual([job]);
      await own.outbox.enqueue([], NOON, NOON);
    });

    it('leases a key to one of many', async () => {
      const { job } = await enqueued();
      const leases = await Promise.all(
        Array.from({ length: 20 }, () => stage.records.outbox.lease(job, leaseOf(stage))),
      );
      expect(leases.filter((lease) => lease !== null)).toMatchObject([{ attempts: 1 }]);
      expect(await isDue(job, NOON)).toBe(false);
    });

    it('leases no key that is gone', async () => {
      const { tenant } = stage.tenant();
      expect(await stage.records.outbox.lease({ tenant, ...key }, leaseOf(stage))).toBeNull();
    });

    it('leases again once a lease ran out, and counts the attempts', async () => {
      const { own, job } = await enqueued();
      const first = leaseOf(stage, NOON);
      expect(await stage.records.outbox.lease(job, first)).toMatchObject({ attempts: 1 });
      expect(await stage.records.outbox.lease(job, leaseOf(stage, new Date(first.until.getTime() - 1)))).toBeNull();
      const over = new Date(first.until.getTime() + 1);
      expect(await isDue(job, over)).toBe(true);
      const second = leaseOf(stage, over);
      expect(await stage.records.outbox.lease(job, second)).toMatchObject({ attempts: 2 });
      // The first has lost it: neither its end nor its failure counts.
      await own.outbox.done(key, first);
      await stage.records.forTenant(job.tenant).outbox.fail(job, first, { ...failure, dead: true });
      expect(await stage.records.outbox.lease(job, leaseOf(stage, second.now))).toBeNull();
      await own.outbox.done(key, second);
      expect(await stage.records.outbox.lease(job, leaseOf(stage, minutesAfter(60)))).toBeNull();
    });

    it('loses a key that is done, and not one that was enqueued meanwhile: that is due at once', async () => {
      const { own, job } = await enqueued(minutesAfter(30));
      const first = leaseOf(stage);
      await stage.records.outbox.lease(job, first);
      await own.outbox.enqueue([key], NOON, minutesAfter(30));
      await own.outbox.done(key, first);
      expect(await isDue(job, NOON)).toBe(true);
      const second = leaseOf(stage);
      expect(await stage.records.outbox.lease(job, second)).toMatchObject({ attempts: 1 });
      await own.outbox.done(key, second);
      expect(await isDue(job, minutesAfter(600))).toBe(false);
    });

    it('keeps a key whose enqueue and whose end come together', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { own, job } = await enqueued();
        const lease = leaseOf(stage);
        await stage.records.outbox.lease(job, lease);
        await Promise.all([own.outbox.done(key, lease), own.outbox.enqueue([key], NOON, NOON)]);
        expect(await isDue(job, NOON)).toBe(true);
      }
    });

    it('gives a failed key back at its new due time, with its attempts', async () => {
      const { job } = await enqueued();
      const lease = leaseOf(stage);
      await stage.records.outbox.lease(job, lease);
      await stage.records.forTenant(job.tenant).outbox.fail(job, lease, failure);
      expect(await isDue(job, minutesAfter(9))).toBe(false);
      expect(await isDue(job, minutesAfter(10))).toBe(true);
      expect(await stage.records.outbox.lease(job, leaseOf(stage, minutesAfter(10)))).toMatchObject({ attempts: 2 });
      expect(await stage.dump()).toContain('It broke.');
    });

    it('knows since when a key fails, how often, and how often its worker went with it', async () => {
      const { own, job } = await enqueued();
      const lease = async (minutes: number) => {
        const asked = leaseOf(stage, minutesAfter(minutes));
        return { asked, leased: await stage.records.outbox.lease(job, asked) };
      };
      const first = await lease(0);
      expect(first.leased).toEqual({ attempts: 1, unended: 0 });
      await own.outbox.fail(key, first.asked, { ...failure, dueAt: NOON });
      const second = await lease(1);
      expect(second.leased).toEqual({ attempts: 2, unended: 0, failingSince: NOON });
      await own.outbox.fail(key, second.asked, { ...failure, dueAt: NOON });
      await lease(2);
      const fourth = await lease(60);
      expect(fourth.leased).toEqual({ attempts: 4, unended: 1, failingSince: NOON });
      // Enqueued again while it failed: it has something new to try.
      await own.outbox.enqueue([key], NOON, NOON);
      await own.outbox.fail(key, fourth.asked, failure);
      expect((await lease(120)).leased).toEqual({ attempts: 1, unended: 0 });
    });

    it('knows which request rang a key last, also beside what no request rang', async () => {
      const { tenant, own } = stage.tenant();
      const origin = { requestId: 'first', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
      const enqueue = (from?: Origin) =>
        stage.records.forTenant(tenant, from).transaction(({ outbox }) => outbox.enqueue([key], NOON, NOON));
      const originOf = async () => {
        const lease = leaseOf(stage);
        const leased = await stage.records.outbox.lease({ tenant, ...key }, lease);
        await stage.records.outbox.release({ tenant, ...key }, lease, NOON);
        return leased?.origin;
      };
      await enqueue(origin);
      await own.outbox.enqueue([key], NOON, NOON);
      expect(await originOf()).toEqual(origin);
      await enqueue({ requestId: 'second' });
      expect(await originOf()).toEqual({ requestId: 'second' });
    });

    it('keeps a dead letter to itself until it is enqueued again', async () => {
      const { own, job } = await enqueued();
      const lease = leaseOf(stage);
      await stage.records.outbox.lease(job, lease);
      await stage.records.forTenant(job.tenant).outbox.fail(job, lease, { ...failure, dead: true });
      const later = minutesAfter(600);
      expect(await isDue(job, later)).toBe(false);
      expect(await stage.records.outbox.lease(job, leaseOf(stage, later))).toBeNull();
      expect(await own.outbox.leaseMore(key.kind, leaseOf(stage, later), 5)).toEqual([]);
      await own.outbox.enqueue([key], later, minutesAfter(1, later));
      expect(await isDue(job, later)).toBe(false);
      expect(await isDue(job, minutesAfter(1, later))).toBe(true);
      expect(await stage.records.outbox.lease(job, leaseOf(stage, later))).toMatchObject({ attempts: 1 });
    });

    it('does not bury what was enqueued again while it failed', async () => {
      const { own, job } = await enqueued();
      const lease = leaseOf(stage);
      await stage.records.outbox.lease(job, lease);
      await own.outbox.enqueue([key], NOON, NOON);
      expect(await own.outbox.fail(key, lease, { ...failure, dead: true })).toBe(false);
      expect(await isDue(job, failure.dueAt)).toBe(true);
    });

    it('says whether it is buried: once, by whoever has the lease', async () => {
      const { own, job } = await enqueued();
      const lease = leaseOf(stage);
      await stage.records.outbox.lease(job, lease);
      expect(await own.outbox.fail(key, leaseOf(stage), { ...failure, dead: true })).toBe(false);
      const undone = own.transaction(async ({ outbox }) => {
        expect(await outbox.fail(key, lease, { ...failure, dead: true })).toBe(true);
        throw new Error('no word of it could be left');
      });
      await expect(undone).rejects.toThrow('no word');
      expect(await own.outbox.fail(key, lease, { ...failure, dead: true })).toBe(true);
      expect(await own.outbox.fail(key, lease, { ...failure, dead: true })).toBe(false);
    });

    it('leases more of a tenant and kind: free and due ones, with the same token', async () => {
      const { tenant, own } = stage.tenant();
      const refs = Array.from({ length: 6 }, (_, index) => `ref ${index}`);
      for (const [index, ref] of refs.entries()) {
        await own.outbox.enqueue([{ kind: 'index', ref }], NOON, minutesAfter(index - 4));
      }
      await own.outbox.enqueue([{ kind: 'vocabulary', ref: 'x' }], NOON, minutesAfter(-9));
      const lease = leaseOf(stage);
      expect(await stage.records.outbox.lease({ tenant, kind: 'index', ref: 'ref 0' }, lease)).toMatchObject({
        attempts: 1,
      });
      expect(sorted(await own.outbox.leaseMore('index', lease, 2))).toEqual(['ref 1', 'ref 2']);
      expect(sorted(await own.outbox.leaseMore('index', leaseOf(stage), 9))).toEqual(['ref 3', 'ref 4']);
      expect(await own.outbox.leaseMore('index', leaseOf(stage), 9)).toEqual([]);
      for (const ref of refs.slice(0, 3)) await own.outbox.done({ kind: 'index', ref }, lease);
      expect(sorted(await own.outbox.leaseMore('index', leaseOf(stage, minutesAfter(60)), 9))).toEqual(refs.slice(3));
    });

    it('shares what is free between many that lease at once', async () => {
      const { own } = stage.tenant();
      const refs = Array.from({ length: 40 }, (_, index) => `ref ${String(index).padStart(2, '0')}`);
      await own.outbox.enqueue(
        refs.map((ref) => ({ kind: 'index', ref })),
        NOON,
        NOON,
      );
      const taken = await Promise.all(
        Array.from({ length: 8 }, () => own.outbox.leaseMore('index', leaseOf(stage), 5)),
      );
      taken.push(await own.outbox.leaseMore('index', leaseOf(stage), 40));
      expect(sorted(taken.flat())).toEqual(refs);
    });

    it('frees every lease', async () => {
      await stage.records.outbox.releaseAll();
      const { job: first } = await enqueued();
      const { job: second } = await enqueued();
      await stage.records.outbox.lease(first, leaseOf(stage));
      await stage.records.outbox.lease(second, leaseOf(stage));
      expect(await stage.records.outbox.releaseAll()).toBe(2);
      expect(await stage.records.outbox.releaseAll()).toBe(0);
      expect(await stage.records.outbox.lease(first, leaseOf(stage))).toMatchObject({ attempts: 2 });
    });

    it('counts what waits, what is dead and how old the oldest is, for each kind', async () => {
      const of = async (kind: string) => (await stage.records.outbox.counts(NOON)).find((row) => row.kind === kind);
      expect((await stage.records.outbox.counts(NOON)).map(({ kind }) => kind)).toEqual(jobKinds);
      const before = await of('vocabulary');
      const { tenant, own } = stage.tenant();
      const refs = ['a', 'b', 'c'];
      const enqueuedAt = new Date('2001-01-01T00:00:00.000Z');
      for (const ref of refs) await own.outbox.enqueue([{ kind: 'vocabulary', ref }], enqueuedAt, NOON);
      const lease = leaseOf(stage);
      const job: JobKey = { tenant, kind: 'vocabulary', ref: 'a' };
      await stage.records.outbox.lease(job, lease);
      await stage.records.forTenant(job.tenant).outbox.fail(job, lease, { ...failure, dead: true });
      expect(await of('vocabulary')).toEqual({
        kind: 'vocabulary',
        waiting: (before?.waiting ?? 0) + 2,
        dead: (before?.dead ?? 0) + 1,
        oldestSeconds: (NOON.getTime() - enqueuedAt.getTime()) / 1000,
      });
      await own.outbox.leaseMore('vocabulary', lease, 5);
      for (const ref of ['b', 'c']) await own.outbox.done({ kind: 'vocabulary', ref }, lease);
      expect((await of('vocabulary'))?.waiting).toBe(before?.waiting);
    });
  });
}
