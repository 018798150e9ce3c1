import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobQueue } from '../ports/job-queue.js';
import { coalescingSuite } from './job-queue-conformance/coalescing.js';
import { closeSuite, finishedSuite } from './job-queue-conformance/finishing.js';
import { fairnessSuite, handingOutSuite } from './job-queue-conformance/handing-out.js';
import { type MakeJobQueue, PATIENCE } from './job-queue-conformance/jobs.js';
import { coalescingProperty } from './job-queue-conformance/properties.js';
import { scheduleSuite } from './job-queue-conformance/schedules.js';
import { windowSuite, withoutWindowSuite } from './job-queue-conformance/window.js';

export type { MakeJobQueue } from './job-queue-conformance/jobs.js';

export interface JobQueueTraits {
  /** Jobs of a kind that may wait, where the queue keeps no more; at least 60. */
  window?: number;
}

/** Every queue adapter keeps this. Each call of `make` must give an empty queue; the suite closes it. */
export function jobQueueConformance(name: string, make: MakeJobQueue, { window }: JobQueueTraits = {}): void {
  describe(`job queue: ${name}`, () => {
    let made: JobQueue;
    beforeEach(async () => {
      made = await make();
    });
    afterEach(async () => {
      await made.close(PATIENCE);
    });

    const queue = () => made;

    it('is empty at first', async () => {
      const nothing = { waiting: 0, running: 0 };
      expect(await made.depth()).toEqual({
        ingest: nothing,
        index: nothing,
        embed: nothing,
        vocabulary: nothing,
        lifecycle: nothing,
        distil: nothing,
        model: nothing,
      });
    });

    it('answers a ping until it is closed', async () => {
      await made.ping();
      await made.close(PATIENCE);
      await expect(made.ping()).rejects.toThrow();
    });

    handingOutSuite(queue);
    if (window === undefined) {
      fairnessSuite(queue);
      withoutWindowSuite(queue);
    } else {
      windowSuite(queue, window);
    }
    coalescingSuite(queue);
    coalescingProperty(queue);
    finishedSuite(queue);
    scheduleSuite(queue);
    closeSuite(queue);
  });
}
