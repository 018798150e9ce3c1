import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JobKey } from '../../ports/job-queue.js';
import type { Records } from '../../ports/records.js';
import { tenantNamed } from '../../testing/builders.js';
import { createLeases } from './leases.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const jobOf = (ref: string): JobKey => ({ tenant: tenantNamed('acme'), kind: 'index', ref });

it('tells once that leases are not renewed, however many jobs are held, and once that they are again', async () => {
  let isAway = true;
  const outbox = {
    lease: async () => ({ attempts: 1, unended: 0 }),
    renew: async () => {
      if (isAway) throw new Error('away');
    },
  };
  const told: string[] = [];
  const say = (_fields: object, message: string) => void told.push(message);
  const log = { info: say, warn: say, error: say };
  const clock = { now: () => new Date(0) };
  const leases = createLeases({ records: { outbox } as unknown as Records, clock, log, lease: 3000 });
  for (const ref of ['one', 'two', 'three']) await leases.take(jobOf(ref));
  await vi.advanceTimersByTimeAsync(5000);
  expect(told).toEqual(['a lease was not renewed']);
  isAway = false;
  await vi.advanceTimersByTimeAsync(5000);
  expect(told).toEqual(['a lease was not renewed', 'leases are renewed again']);
});
