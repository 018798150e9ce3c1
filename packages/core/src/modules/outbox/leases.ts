import { randomUUID } from 'node:crypto';
import type { Clock } from '../../ports/clock.js';
import type { JobKey } from '../../ports/job-queue.js';
import type { Log } from '../../ports/log.js';
import type { Lease, Leased, Records } from '../../ports/records.js';
import { createTroubleLog } from '../trouble-log.js';
import { pause } from '../waiting.js';
import { describeFailure } from './failures.js';

export interface HeldLease extends Leased {
  lease: Lease;
  /** Ends the renewal. */
  end(): void;
}

interface Leases {
  /** Null when the key is gone, dead or leased by another. Renewed for `LONGEST` leases at most. */
  take(job: JobKey): Promise<HeldLease | null>;
  /** Gives back all held leases, so that other processes need not wait for them to run out. Never rejects. */
  releaseAll(): Promise<void>;
}

/** A job that hangs is given to another worker after this many leases. */
export const LONGEST = 60;

/** Each lease is renewed three times in its life, so it runs out only when the process stands still. */
export function createLeases({
  records,
  clock,
  log,
  lease: length,
}: {
  records: Records;
  clock: Clock;
  log: Log;
  lease: number;
}): Leases {
  const held = new Map<string, { job: JobKey; lease: Lease; end(): void }>();
  const attempt = createTroubleLog(log, { begins: 'a lease was not renewed', over: 'leases are renewed again' });

  const leaseFrom = (token: string): Lease => {
    const now = clock.now();
    return { token, now, until: new Date(now.getTime() + length) };
  };

  const keepAlive = (job: JobKey, token: string) => {
    let renewals = 0;
    const timer = setInterval(() => {
      renewals += 1;
      if (renewals >= LONGEST * 3) clearInterval(timer);
      const { passed, failed } = attempt();
      // A failed renewal is followed by another. If all fail, the lease runs out.
      records.outbox.renew(job, leaseFrom(token)).then(passed, (error: unknown) => {
        failed({ tenant: job.tenant, kind: job.kind, error: describeFailure(error) });
      });
    }, length / 3);
    timer.unref();
    return () => {
      clearInterval(timer);
      held.delete(token);
    };
  };

  return {
    async take(job) {
      const token = randomUUID();
      const lease = leaseFrom(token);
      const leased = await records.outbox.lease(job, lease);
      if (!leased) return null;
      const end = keepAlive(job, token);
      held.set(token, { job, lease, end });
      return { ...leased, lease, end };
    },
    async releaseAll() {
      const left = [...held.values()];
      for (const { end } of left) end();
      const given = await Promise.allSettled(
        left.map(({ job, lease }) => records.outbox.release(job, lease, clock.now())),
      );
      const failures = given.filter(({ status }) => status === 'rejected').length;
      if (failures > 0) log.warn({ leases: failures }, 'leases could not be given back; they run out by themselves');
    },
  };
}

/** True for the first, tenth, hundredth and so on, so that repeated warnings do not fill the log. */
export const isTold = (count: number): boolean => /^10*$/.test(String(count));

/** ms. The pause after a lease that could not be written doubles with each failure in a row. */
const REST = 100;
const LONGEST_REST = 2_000;

/** When no lease can be written, the queue returns each job at once. Pauses keep that from becoming a busy loop. */
export function createRestingTake({ take }: Leases, log: Log): Leases['take'] {
  let refused = 0;
  return async (job) => {
    try {
      const held = await take(job);
      refused = 0;
      return held;
    } catch (error) {
      refused += 1;
      const fields = { ...job, refused, error: describeFailure(error) };
      if (isTold(refused)) log.warn(fields, 'no lease can be written; jobs wait');
      await pause(Math.min(REST * 2 ** refused, LONGEST_REST));
      return null;
    }
  };
}
