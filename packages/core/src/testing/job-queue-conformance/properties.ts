import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JobQueue } from '../../ports/job-queue.js';
import { jobOf, tenantOf, until } from './jobs.js';

const parameters = (seed: number) => ({ seed, numRuns: 30, endOnFailure: true });

/** Callers, each with the keys that it enqueues and the turns of the event loop that it waits before. */
const anyEnqueues = fc.array(fc.record({ ref: fc.constantFrom('a', 'b', 'c'), pause: fc.nat(20) }), { maxLength: 15 });
const anyEnqueuers = fc.array(anyEnqueues, { minLength: 1, maxLength: 4 });

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
};

type Event = { what: 'enqueue' | 'begin' | 'end'; ref: string };

const of = (events: readonly Event[], ref: string) =>
  events.filter((event) => event.ref === ref).map(({ what }) => what);

function expectCoalesced(story: readonly Event['what'][]) {
  const runs = story.filter((what) => what !== 'enqueue');
  expect(runs).toEqual(runs.map((_, place) => (place % 2 === 0 ? 'begin' : 'end')));
  expect(runs.length / 2).toBeLessThanOrEqual(story.filter((what) => what === 'enqueue').length);
  expect(story.lastIndexOf('begin')).toBeGreaterThanOrEqual(story.lastIndexOf('enqueue'));
}

export function coalescingProperty(queue: () => JobQueue): void {
  const seed = Math.floor(Math.random() * 2 ** 31);

  describe(`random enqueues (seed ${seed})`, () => {
    it('are each followed by a run, never two of a key at once, never more than were enqueued', async () => {
      let events: Event[] = [];
      let length = 0;
      queue().work(
        'ingest',
        async ({ ref }) => {
          const mine = events;
          mine.push({ what: 'begin', ref });
          await turns(length);
          mine.push({ what: 'end', ref });
        },
        { concurrency: 3 },
      );
      const property = fc.asyncProperty(anyEnqueuers, fc.nat(40), async (enqueuers, turnsOfARun) => {
        [events, length] = [[], turnsOfARun];
        const tenant = tenantOf('random');
        const enqueueAll = async (pauses: (typeof enqueuers)[number]) => {
          for (const { ref, pause } of pauses) {
            await turns(pause);
            events.push({ what: 'enqueue', ref });
            await queue().enqueue(jobOf(tenant, ref));
          }
        };
        await Promise.all(enqueuers.map(enqueueAll));
        await until(async () => expect((await queue().depth()).ingest).toEqual({ waiting: 0, running: 0 }));
        for (const ref of new Set(events.map((event) => event.ref))) expectCoalesced(of(events, ref));
      });
      await fc.assert(property, parameters(seed));
    });
  });
}
