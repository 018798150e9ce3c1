import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BarePostgres } from '../../controls/bare-postgres.js';

export interface Drain {
  ingests: number;
  /** Seconds until nothing was left, with the jobs that follow the ingests. */
  all: number;
  dead: number;
}

/** ms between two looks, which is the resolution of the times. */
export const LOOK_EVERY = 25;

const DEADLINE = 120;

/** Waits until the work list is empty. Rejects when that takes over two minutes. */
export async function drain(postgres: BarePostgres): Promise<Drain> {
  const start = performance.now();
  const passed = () => (performance.now() - start) / 1000;
  let ingests: number | null = null;
  for (;;) {
    const left = await postgres.outbox();
    if (left.ingests === 0) ingests ??= passed();
    if (ingests !== null && left.all === 0) return { ingests, all: passed(), dead: left.dead };
    if (passed() > DEADLINE) throw new Error(`the work list is not done: ${JSON.stringify(left)}`);
    await sleep(LOOK_EVERY);
  }
}
