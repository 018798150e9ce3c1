import type { Clock } from '../ports/clock.js';
import type { HeldLock, NamedLocks } from '../ports/records.js';
import { pause } from './waiting.js';

/** The message says which process holds the lease. */
export class LeaseTaken extends Error {}

export interface LeaseDependencies {
  locks: NamedLocks;
  clock: Clock;
  token: string;
  /** The host and process, for people. */
  holder: string;
  /** ms. It is renewed, so it runs out only when the process stands still. */
  lease: number;
}

const sentence = (what: string, { holder, since, until }: HeldLock) =>
  `A ${what} is under way already: by ${holder}, since ${since.toISOString()}. Wait for its end. Should that process be gone, start again after ${until.toISOString()}.`;

/** One process at a time. Rejects with `LeaseTaken` when another has the lease; `check` throws it when it is lost. */
export async function withLease<Result>(
  what: string,
  { locks, clock, token, holder, lease }: LeaseDependencies,
  work: (check: () => void) => Promise<Result>,
): Promise<Result> {
  let other: HeldLock | null = null;
  const take = async () => {
    const now = clock.now();
    other = await locks.take(what, { token, holder }, { now, until: new Date(now.getTime() + lease) });
  };
  const check = () => {
    if (other) throw new LeaseTaken(sentence(what, other));
  };
  await take();
  check();
  // A failed renewal is followed by another.
  const timer = setInterval(() => void take().catch(() => undefined), lease / 3);
  try {
    return await work(check);
  } catch (error) {
    // A lost lease explains the failure better.
    check();
    throw error;
  } finally {
    clearInterval(timer);
    await locks.release(what, token).catch(() => undefined);
  }
}

/** ms between two tries. */
const EVERY = 250;

/** Waits until the lease is free. */
export async function withLeaseInTurn<Result>(
  what: string,
  dependencies: LeaseDependencies,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await withLease(what, dependencies, work);
    } catch (error) {
      if (!(error instanceof LeaseTaken)) throw error;
    }
    await pause(EVERY);
  }
}
