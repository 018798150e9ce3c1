import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { PoolUse } from './engines/postgres.js';

export interface Load {
  tooMuch(): 'event_loop' | 'pool' | null;
  stop(): void;
}

interface LoadOptions {
  /** ms that turns of the event loop may be late; 0 turns the check off. */
  most: number;
  pool: (() => PoolUse) | null;
  /** ms */
  every?: number;
}

const EVERY = 1000;
const NANOSECONDS = 1e6;
const WAITING = 8;

/** All connections are used, and `WAITING` calls wait for each. */
const isFull = ({ idle, used, waiting }: PoolUse) => idle === 0 && waiting >= WAITING * used && waiting > 0;

/** Half of the turns must be late at two checks in a row, because a single one may be a machine that stood still. */
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
