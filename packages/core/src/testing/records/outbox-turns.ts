import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JobKey } from '../../ports/job-queue.js';
import { minutesAfter } from '../builders.js';
import { leaseOf, type Stage } from './stage.js';

const SEED = 20_260_302;
const RUNS = 25;
const kind = 'lifecycle';

/** Minutes from now at which a key is due, and whether someone has it. */
const row = fc.record({ due: fc.integer({ min: -5, max: 2 }), leased: fc.boolean() });
const backlogs = fc.array(fc.array(row, { maxLength: 12 }), { minLength: 1, maxLength: 8 });

interface Backlog {
  tenant: string;
  /** Due and free, oldest first. */
  free: string[];
}

/** Keys of new tenants as they are at `now`; beside each one of another kind, and a dead one. */
async function fill(stage: Stage, given: { due: number; leased: boolean }[][], now: Date): Promise<Backlog[]> {
  const made: Backlog[] = [];
  for (const rows of given) {
    const { tenant, own } = stage.tenant();
    const named = rows.map((each, index) => ({ ...each, ref: `ref ${String(index).padStart(2, '0')}` }));
    await own.outbox.enqueue([{ kind: 'vocabulary', ref: 'another' }], now, minutesAfter(-9, now));
    for (const { ref, due } of named) await own.outbox.enqueue([{ kind, ref }], now, minutesAfter(due, now));
    for (const { ref } of named.filter(({ leased }) => leased)) {
      await stage.records.outbox.lease({ tenant, kind, ref }, leaseOf(stage, now));
    }
    const free = named.filter(({ due, leased }) => due <= 0 && !leased).sort((a, b) => a.due - b.due);
    made.push({ tenant, free: free.map(({ ref }) => ref) });
  }
  return made;
}

const refsOf = (jobs: readonly JobKey[], tenant: string) =>
  jobs.filter((job) => job.tenant === tenant).map(({ ref }) => ref);

/** How many turns each had before, at every place of the answer. */
function turnsOf(jobs: readonly JobKey[]): number[] {
  const had = new Map<string, number>();
  return jobs.map(({ tenant }) => {
    had.set(tenant, (had.get(tenant) ?? 0) + 1);
    return had.get(tenant) ?? 0;
  });
}

function expectFair(jobs: readonly JobKey[], backlogs: readonly Backlog[], limit: number): void {
  const available = backlogs.reduce((sum, { free }) => sum + free.length, 0);
  expect(jobs).toHaveLength(Math.min(limit, available));
  const turns = turnsOf(jobs);
  expect(turns).toEqual([...turns].sort((a, b) => a - b));
  const most = Math.max(0, ...turns);
  for (const { tenant, free } of backlogs) {
    const given = refsOf(jobs, tenant);
    expect(given).toEqual(free.slice(0, given.length));
    // A tenant with fewer jobs than another, by more than one turn, has none left.
    expect(given.length).toBeGreaterThanOrEqual(Math.min(free.length, most - 1));
  }
}

export function outboxTurnsSuite(stage: Stage): void {
  /** Each earlier than the one before, so that what others have left in the store is not due yet. */
  let days = 0;
  const earlier = () => {
    days += 1;
    return minutesAfter(-days * 1440, new Date('1990-01-01T00:00:00.000Z'));
  };

  describe('what is due', () => {
    it('is handed out by turns: nobody has a second before everyone has had one', { tags: ['long'] }, async () => {
      const property = fc.asyncProperty(backlogs, fc.integer({ min: 1, max: 40 }), async (given, limit) => {
        const now = earlier();
        const made = await fill(stage, given, now);
        expectFair(await stage.records.outbox.due(kind, now, limit), made, limit);
        // From wherever the answer before has left it.
        expectFair(await stage.records.outbox.due(kind, now, limit), made, limit);
      });
      await fc.assert(property, { seed: SEED, numRuns: RUNS });
    });

    it('comes to everyone in the end, where there are more tenants than are asked for', async () => {
      const now = earlier();
      const made = await fill(
        stage,
        Array.from({ length: 12 }, () => [{ due: -1, leased: false }]),
        now,
      );
      const seen = new Set<string>();
      const deadline = Date.now() + 20_000;
      while (seen.size < made.length && Date.now() < deadline) {
        for (const { tenant } of await stage.records.outbox.due(kind, now, 3)) seen.add(tenant);
      }
      expect(seen).toEqual(new Set(made.map(({ tenant }) => tenant)));
    });

    it('is of one kind, and as far as its time has come', async () => {
      const now = earlier();
      const [{ tenant, free } = { tenant: '', free: [] }] = await fill(
        stage,
        [
          [
            { due: -2, leased: false },
            { due: 1, leased: false },
          ],
        ],
        now,
      );
      expect(await stage.records.outbox.due(kind, now, 9)).toEqual([{ tenant, kind, ref: free[0] }]);
      expect(await stage.records.outbox.due(kind, minutesAfter(1, now), 9)).toHaveLength(2);
      expect(await stage.records.outbox.due('ingest', now, 9)).toEqual([]);
    });
  });
}
