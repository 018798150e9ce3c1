import { setTimeout as sleep } from 'node:timers/promises';
import type { Hippocamp } from '@hippocamp/sdk';

export interface Behind {
  /** Memories that no search finds yet. */
  words: number;
  vectors: number;
  jobs: number;
}

/** ms between two looks, which is the resolution of the times. */
export const EVERY = 100;
/** ms without any progress. */
const PATIENCE = 120_000;

const sumOf = (metrics: string, series: RegExp): number =>
  [...metrics.matchAll(series)].reduce((sum, [, value]) => sum + Number(value), 0);

export const parseBehind = (metrics: string): Behind => ({
  words: sumOf(metrics, /^hippocamp_memories_unindexed (\d+)/gm),
  vectors: sumOf(metrics, /^hippocamp_outbox_jobs\{kind="embed",state="waiting"\} (\d+)/gm),
  jobs: sumOf(metrics, /^hippocamp_outbox_jobs\{kind="[^"]+",state="waiting"\} (\d+)/gm),
});

const isDone = ({ words, jobs }: Behind): boolean => words === 0 && jobs === 0;

/** Rejects after two minutes without progress. */
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
