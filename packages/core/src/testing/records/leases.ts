import { describe, expect, it } from 'vitest';
import type { JobKey, JobKind } from '../../ports/job-queue.js';
import type { Lease, OutboxKey } from '../../ports/records.js';
import { minutesAfter, NOON, newArtifact, newIngest } from '../builders.js';
import { leaseOf, overlapping, type Stage, sorted } from './stage.js';

const key: OutboxKey = { kind: 'index', ref: 'first' };
const more: OutboxKey[] = [
  { kind: 'index', ref: 'second' },
  { kind: 'index', ref: 'third' },
];

export function leasesSuite(stage: Stage): void {
  /** Three keys under one lease, and one that another has. */
  const leased = async () => {
    const { tenant, own } = stage.tenant();
    await own.outbox.enqueue([key], NOON, minutesAfter(-1));
    await own.outbox.enqueue([...more, { kind: 'index', ref: 'zero' }], NOON, NOON);
    const lease = leaseOf(stage);
    const job: JobKey = { tenant, ...key };
    await stage.records.outbox.lease({ ...job, ref: 'zero' }, leaseOf(stage));
    await stage.records.outbox.lease(job, lease);
    expect(sorted(await own.outbox.leaseMore('index', lease, 9))).toEqual(['second', 'third']);
    return { own, job, lease };
  };
  const ours = [key, ...more].map(({ ref }) => ref);

  describe('a lease', () => {
    it('is renewed for every key that has it', async () => {
      const { own, job, lease } = await leased();
      const renewed = { ...lease, now: minutesAfter(1), until: minutesAfter(5) };
      await stage.records.outbox.renew(job, renewed);
      // The other one ran out.
      expect(await own.outbox.leaseMore('index', leaseOf(stage, minutesAfter(4)), 9)).toEqual(['zero']);
      expect(sorted(await own.outbox.leaseMore('index', leaseOf(stage, minutesAfter(6)), 9))).toEqual(
        sorted([...ours, 'zero']),
      );
      await stage.records.outbox.renew(job, { ...lease, until: minutesAfter(600) });
      expect(await own.outbox.leaseMore('index', leaseOf(stage, minutesAfter(60)), 9)).toHaveLength(4);
    });

    it('is given back for every key that has it, the attempt not counted', async () => {
      const { own, job, lease } = await leased();
      await stage.records.outbox.release(job, lease, minutesAfter(-2));
      const again = leaseOf(stage);
      expect(await stage.records.outbox.lease(job, again)).toMatchObject({ attempts: 1 });
      expect(sorted(await own.outbox.leaseMore('index', again, 9))).toEqual(['second', 'third']);
      await stage.records.outbox.release(job, lease, minutesAfter(-2));
      expect(await stage.records.outbox.lease(job, leaseOf(stage))).toBeNull();
      await stage.records.outbox.release(job, again, minutesAfter(9));
      expect(await own.outbox.leaseMore('index', leaseOf(stage), 9)).toEqual([]);
      expect(await own.outbox.leaseMore('index', leaseOf(stage, minutesAfter(9)), 9)).toHaveLength(4);
    });

    it('is given back with word of what was in the way', async () => {
      const { job, lease } = await leased();
      await stage.records.outbox.release(job, lease, NOON, 'The engine of the lease was away.');
      expect(await stage.dump()).toContain('The engine of the lease was away.');
    });

    it.each(['renewed', 'given back'])('is %s in the order in which keys are enqueued', async (how) => {
      const { tenant, own } = stage.tenant();
      const { outbox } = stage.records;
      const [first, second]: [OutboxKey, OutboxKey] = [key, { kind: 'index', ref: 'second' }];
      const job: JobKey = { tenant, ...second };
      const lease = leaseOf(stage);
      // Touched last to first.
      await own.outbox.enqueue([second], NOON, NOON);
      await own.outbox.enqueue([first], NOON, NOON);
      await outbox.lease(job, lease);
      expect(await own.outbox.leaseMore('index', lease, 9)).toEqual(['first']);

      await overlapping(
        own,
        async ({ outbox: ours }, letOther) => {
          await ours.enqueue([first], NOON, NOON);
          await letOther();
          await ours.enqueue([second], NOON, NOON);
        },
        () => (how === 'renewed' ? outbox.renew(job, lease) : outbox.release(job, lease, NOON)),
      );
    });

    it('holds until someone else has the key', async () => {
      const { own, job, lease } = await leased();
      const holds = (of = lease, which = key) => own.transaction(({ outbox }) => outbox.holds(which, of));
      expect(await holds()).toBe(true);
      expect(await holds(lease, { kind: 'index', ref: 'zero' })).toBe(false);
      expect(await holds(lease, { kind: 'index', ref: 'unknown' })).toBe(false);
      expect(await holds(leaseOf(stage))).toBe(false);
      const later = leaseOf(stage, minutesAfter(60));
      // It ran out, and nobody has taken it yet.
      expect(await holds()).toBe(true);
      await stage.records.outbox.lease(job, later);
      expect(await holds()).toBe(false);
      expect(await holds(later)).toBe(true);
    });

    it('lets its worker keep candidates, and no other', async () => {
      const { tenant, own } = stage.tenant();
      const ingest = newIngest(stage.ids.next(), { artifactId: stage.ids.next() });
      await own.ingests.insert(ingest);
      await own.artifacts.insert(newArtifact(ingest.artifactId ?? '', { ingestTraceId: ingest.traceId }));
      const [job, lost]: [JobKey, Lease] = [{ tenant, kind: 'ingest', ref: ingest.traceId }, leaseOf(stage)];
      await own.outbox.enqueue([job], NOON, NOON);
      await stage.records.outbox.lease(job, lost);
      const keep = (n: number, { token }: Lease, kind: JobKind = 'ingest') =>
        own.ingests.saveCandidates(ingest.traceId, [{ n }], NOON, { n, instructs: n > 2 }, { kind, token });
      const kept = async () => {
        const found = await own.ingests.get(ingest.traceId);
        return [found?.candidates, found?.request.read, (await own.artifacts.get(ingest.artifactId ?? ''))?.instructs];
      };
      expect(await keep(1, lost)).toBe(true);
      expect(await kept()).toEqual([[{ n: 1 }], { n: 1, instructs: false }, false]);
      const holding = leaseOf(stage, minutesAfter(60));
      await stage.records.outbox.lease(job, holding);
      expect(await keep(2, holding)).toBe(true);
      expect([await keep(3, lost), await keep(4, holding, 'model')]).toEqual([false, false]);
      expect(await kept()).toEqual([[{ n: 2 }], { n: 2, instructs: false }, false]);
      await own.ingests.finish(ingest.traceId, { state: 'done', result: {}, error: null, at: NOON });
      expect(await keep(5, holding)).toBe(true);
      expect((await kept())[0]).toBeNull();
    });

    it('that holds is not taken over before the end of the transaction', async () => {
      const { own, job, lease } = await leased();
      const after = leaseOf(stage, minutesAfter(60));
      const order: string[] = [];
      let taken: Promise<unknown> = Promise.resolve();
      await own.transaction(async ({ outbox, memories }) => {
        expect(await outbox.holds(key, lease)).toBe(true);
        taken = stage.records.outbox.lease(job, after).then((answer) => order.push(answer ? 'taken' : 'gone'));
        for (let look = 0; look < 20; look += 1) await memories.get(stage.ids.next());
        await outbox.done(key, lease);
        order.push('done');
      });
      await taken;
      expect(order).toEqual(['done', 'gone']);
    });
  });
}
