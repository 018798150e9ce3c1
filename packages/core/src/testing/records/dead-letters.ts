import { describe, expect, it } from 'vitest';
import type { JobKey } from '../../ports/job-queue.js';
import type { DeadLetter, DeadLetterChoice, OutboxKey, PageKey, TenantDeadLetter } from '../../ports/records.js';
import { minutesAfter, NOON } from '../builders.js';
import { leaseOf, type Stage, sorted } from './stage.js';

const keyOf = ({ kind, ref }: OutboxKey) => `${kind} ${ref}`;

export function deadLettersSuite(stage: Stage): void {
  const bury = async (job: JobKey, at: Date) => {
    const lease = leaseOf(stage, at);
    await stage.records.outbox.lease(job, lease);
    await stage.records
      .forTenant(job.tenant)
      .outbox.fail(job, lease, { error: `${job.ref} broke.`, dueAt: at, dead: true });
  };
  /** Two die at each time, so that kind and ref decide. One lives, and another tenant has the same. */
  const cemetery = async () => {
    const { tenant, own } = stage.tenant();
    const other = stage.tenant();
    const letters: DeadLetter[] = [];
    for (let index = 0; index < 7; index += 1) {
      const key: OutboxKey = { kind: index % 3 === 0 ? 'ingest' : 'index', ref: `ref ${index}` };
      const deadAt = minutesAfter(Math.floor(index / 2));
      for (const each of [{ tenant, own }, other]) {
        await each.own.outbox.enqueue([key], minutesAfter(-5), minutesAfter(-5));
        await bury({ tenant: each.tenant, ...key }, deadAt);
      }
      letters.push({ ...key, attempts: 1, error: `${key.ref} broke.`, createdAt: minutesAfter(-5), deadAt });
    }
    await own.outbox.enqueue([{ kind: 'index', ref: 'alive' }], NOON, NOON);
    const latest = letters.sort((a, b) => b.deadAt.getTime() - a.deadAt.getTime() || (keyOf(a) < keyOf(b) ? 1 : -1));
    return { tenant, own, other, latest };
  };

  describe('dead letters', () => {
    it('are listed latest first, by kind, page by page', async () => {
      const { own, latest } = await cemetery();
      expect(await own.outbox.deadLetters({ limit: 7, offset: 0 })).toEqual({
        deadLetters: latest,
        total: 7,
        last: null,
      });
      expect((await own.outbox.deadLetters({ limit: 3, offset: 2 })).deadLetters).toEqual(latest.slice(2, 5));
      const seen: DeadLetter[] = [];
      for (let after: PageKey | undefined; ; ) {
        const page = await own.outbox.deadLetters({ limit: 2, offset: 0, after });
        seen.push(...page.deadLetters);
        expect(page.total).toBe(7);
        if (!page.last) break;
        expect(page.last).toEqual({
          value: seen.at(-1)?.deadAt.getTime(),
          id: keyOf(seen.at(-1) ?? { kind: 'index', ref: '' }),
        });
        after = page.last;
      }
      expect(seen).toEqual(latest);
      const ingests = latest.filter(({ kind }) => kind === 'ingest');
      expect(await own.outbox.deadLetters({ kind: 'ingest', limit: 9, offset: 0 })).toEqual({
        deadLetters: ingests,
        total: 3,
        last: null,
      });
      expect(await stage.tenant().own.outbox.deadLetters({ limit: 9, offset: 0 })).toEqual({
        deadLetters: [],
        total: 0,
        last: null,
      });
    });

    it('come back to life with all their attempts, due at once', async () => {
      const { tenant, own, other } = await cemetery();
      const at = minutesAfter(60);
      const named = await own.outbox.replay(
        { kind: 'index', refs: ['ref 1', 'ref 2', 'ref 3', 'alive', 'unknown'] },
        at,
        9,
      );
      expect(named.map(keyOf).sort()).toEqual(['index ref 1', 'index ref 2']);
      expect((await own.outbox.deadLetters({ limit: 9, offset: 0 })).total).toBe(5);
      expect(
        await stage.records.outbox.lease({ tenant, kind: 'index', ref: 'ref 1' }, leaseOf(stage, at)),
      ).toMatchObject({
        attempts: 1,
      });
      expect(await own.outbox.leaseMore('index', leaseOf(stage, minutesAfter(59)), 9)).toEqual(['alive']);
      expect(await own.outbox.leaseMore('index', leaseOf(stage, at), 1)).toEqual(['ref 2']);
      expect((await own.outbox.replay({ kind: 'ingest' }, at, 9)).map(({ ref }) => ref).sort()).toEqual([
        'ref 0',
        'ref 3',
        'ref 6',
      ]);
      expect(await own.outbox.replay({}, at, 9)).toHaveLength(2);
      expect(await own.outbox.replay({}, at, 9)).toEqual([]);
      expect((await other.own.outbox.deadLetters({ limit: 9, offset: 0 })).total).toBe(7);
    });

    it('come back to life a part at a time, the oldest first', async () => {
      const { own, latest } = await cemetery();
      const oldest = [...latest].reverse().map(keyOf);
      for (const part of [oldest.slice(0, 3), oldest.slice(3, 6), oldest.slice(6)]) {
        expect(sorted((await own.outbox.replay({}, NOON, 3)).map(keyOf))).toEqual(sorted(part));
      }
    });

    it('are listed over all tenants, the oldest of each first, page by page, by tenant and kind', async () => {
      const { tenant, other, latest } = await cemetery();
      const oldest = latest.toReversed();
      const ofBoth = [tenant, other.tenant].flatMap((each) => oldest.map((letter) => ({ tenant: each, ...letter })));
      const walk = async (which: DeadLetterChoice, limit: number) => {
        const seen: TenantDeadLetter[] = [];
        for (let after: TenantDeadLetter | null = null; ; ) {
          const page: TenantDeadLetter[] = await stage.records.outbox.deadLetters(which, after, limit);
          seen.push(...page);
          after = page.at(-1) ?? null;
          if (!after) return seen.filter((letter) => [tenant, other.tenant].includes(letter.tenant));
        }
      };
      expect(await walk({}, 4)).toEqual(ofBoth);
      expect(await walk({ tenant }, 5)).toEqual(ofBoth.slice(0, 7));
      const ingests = ofBoth.filter(({ kind }) => kind === 'ingest');
      expect(await walk({ kind: 'ingest' }, 2)).toEqual(ingests);
      expect(await walk({ tenant: other.tenant, kind: 'ingest' }, 9)).toEqual(ingests.slice(3));
      expect(await walk({ tenant: stage.tenant().tenant }, 9)).toEqual([]);
    });

    it('are taken off for good, and nothing else is', async () => {
      const { own, other } = await cemetery();
      const refs = ['ref 1', 'ref 2', 'ref 3', 'alive', 'unknown'];
      expect(await own.outbox.discard(refs.map((ref) => ({ kind: 'index', ref })))).toBe(2);
      expect((await own.outbox.deadLetters({ limit: 9, offset: 0 })).total).toBe(5);
      expect((await other.own.outbox.deadLetters({ limit: 9, offset: 0 })).total).toBe(7);
      expect(await own.outbox.leaseMore('index', leaseOf(stage), 9)).toEqual(['alive']);
      expect(await own.outbox.discard([])).toBe(0);
    });

    it('are replayed by one of many at once', async () => {
      const { own } = await cemetery();
      const answers = await Promise.all(Array.from({ length: 4 }, () => own.outbox.replay({}, NOON, 9)));
      expect(answers.flat()).toHaveLength(7);
    });
  });
}
