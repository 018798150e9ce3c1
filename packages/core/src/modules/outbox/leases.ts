import { randomUUID } from 'node:crypto';
import type { Clock } from '../../ports/clock.js';
import type { JobKey } from '../../ports/job-queue.js';
import type { Log } from '../../ports/log.js';
import type { Lease, Leased, Records } from '../../ports/records.js';
import { pause } from '../waiting.js';
import { describeFailure } from './failures.js';

export interface HeldLease extends Leased {
  lease: Lease;
  /** Ends the renewal; the row is another's business. */
  end(): void;
}

interface Leases {
  /** Null when the key is gone, dead or somebody else's. Renewed until its end, for `LONGEST` leases at most. */
  take(job: JobKey): Promise<HeldLease | null>;
  /**
   * Gives back what is still held, so that another process need not wait for the leases to run out. Never rejects: what
   * cannot be given back runs out.
   */
  releaseAll(): Promise<void>;
}

/** A job that hangs is given to another worker after this many leases. */
export const LONGEST = 60;

/**
 * The leases of one process. Each is renewed three times in its life, so it runs out only when the process stands
 * still.
 */
export function createLeases({
  records,
  clock,
  log,
  lease: length,
}: {
  records: Records;
  clock: Clock;
  log: Log;
  /** ms */
  lease: number;
}): Leases {
  const held = new Map<string, { job: JobKey; lease: Lease; end(): void }>();

  const leaseFrom = (token: string): Lease => {
    const now = clock.now();
    return { token, now, until: new Date(now.getTime() + length) };
  };

  const keepAlive = (job: JobKey, token: string) => {
    let renewals = 0;
    let logged = false;
    const timer = setInterval(() => {
      renewals += 1;
      if (renewals >= LONGEST * 3) clearInterval(timer);
      // One that fails is followed by another; should all fail, the lease runs out as it must.
      records.outbox.renew(job, leaseFrom(token)).catch((error: unknown) => {
        if (logged) return;
        logged = true;
        log.warn({ tenant: job.tenant, kind: job.kind, error: describeFailure(error) }, 'a lease was not renewed');
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

/** The first, tenth, hundredth … are enough to see something by. */
export const isTold = (count: number): boolean => /^10*$/.test(String(count));

/** A lease that cannot be written is tried again after a rest of this, ms, which doubles with each in a row up to … */
const REST = 100;
/** … this. */
const LONGEST_REST = 2_000;

/** When no lease can be written, each job comes back at once. The pause before the next grows with each failure. */
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
