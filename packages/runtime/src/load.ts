import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { PoolUse } from './engines/postgres.js';

/** The overload of this process. */
export interface Load {
  tooMuch(): 'event_loop' | 'pool' | null;
  stop(): void;
}

interface LoadOptions {
  /** ms that turns of the event loop may be late; 0 for any. */
  most: number;
  pool: (() => PoolUse) | null;
  /** ms between two looks. */
  every?: number;
}

const EVERY = 1000;
const NANOSECONDS = 1e6;
/** Calls that wait for each connection of a pool that is full. */
const WAITING = 8;

/** Full is a pool whose connections are all used while many wait for each of them. */
const isFull = ({ idle, used, waiting }: PoolUse) => idle === 0 && waiting >= WAITING * used && waiting > 0;

/**
 * Looks how late the turns of the event loop are. One that is late is nothing yet, as where the machine stood still: at two
 * looks in a row half of them have to be.
 */
export function watchLoad({ most, pool, every = EVERY }: LoadOptions): Load {
  if (most === 0) return { tooMuch: () => null, stop: () => undefined };
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  let late = 0;
  const timer = setInterval(() => {
    late = delays.percentile(50) / NANOSECONDS > most ? late + 1 : 0;
    delays.reset();
  }, every);
  timer.unref();
  return {
    tooMuch() {
      if (late > 1) return 'event_loop';
      return pool && isFull(pool()) ? 'pool' : null;
    },
    stop() {
      clearInterval(timer);
      delays.disable();
    },
  };
}
