import { setTimeout as sleep } from 'node:timers/promises';
import type { Hippocamp } from '@hippocamp/sdk';

/** What a gateway still has to do of what it was given, as its metrics tell. */
export interface Behind {
  /** Memories that are not found yet. */
  words: number;
  /** Memories that are found by their words, and whose vectors are not made yet. */
  vectors: number;
  /** Jobs of all kinds, these among them. */
  jobs: number;
}

/** ms between two looks, so the resolution of what is told. */
export const EVERY = 100;
/** ms without any progress */
const PATIENCE = 120_000;

const sumOf = (metrics: string, series: RegExp): number =>
  [...metrics.matchAll(series)].reduce((sum, [, value]) => sum + Number(value), 0);

/** Of the text of /metrics. */
export const parseBehind = (metrics: string): Behind => ({
  words: sumOf(metrics, /^hippocamp_memories_unindexed (\d+)/gm),
  vectors: sumOf(metrics, /^hippocamp_outbox_jobs\{kind="embed",state="waiting"\} (\d+)/gm),
  jobs: sumOf(metrics, /^hippocamp_outbox_jobs\{kind="[^"]+",state="waiting"\} (\d+)/gm),
});

const isDone = ({ words, jobs }: Behind): boolean => words === 0 && jobs === 0;

/**
 * Waits until all that was written is found by its words and by its vectors, and every job is done; `tell` hears how far it is. Rejects when
 * nothing goes on for two minutes.
 */
export async function waitForVectors({ system }: Hippocamp, tell: (behind: Behind) => void): Promise<void> {
  let last = '';
  for (let waited = 0; waited < PATIENCE; waited += EVERY) {
    const behind = parseBehind(await system.metrics());
    tell(behind);
    if (isDone(behind)) return;
    const state = JSON.stringify(behind);
    if (state !== last) waited = 0;
    last = state;
    await sleep(EVERY);
  }
  throw new Error(`vectors are not made: ${last}`);
}
