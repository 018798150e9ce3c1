import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobQueue } from '../ports/job-queue.js';
import { coalescingSuite } from './job-queue-conformance/coalescing.js';
import { closeSuite, finishedSuite } from './job-queue-conformance/finishing.js';
import { fairnessSuite, handingOutSuite } from './job-queue-conformance/handing-out.js';
import { type MakeJobQueue, PATIENCE } from './job-queue-conformance/jobs.js';

export type { MakeJobQueue } from './job-queue-conformance/jobs.js';

/** What every queue adapter keeps. Each call of `make` must give an empty queue; the suite closes it. */
export function jobQueueConformance(name: string, make: MakeJobQueue): void {
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
      expect(await made.depth()).toEqual({ ingest: nothing, index: nothing, vocabulary: nothing, lifecycle: nothing });
    });

    handingOutSuite(queue);
    fairnessSuite(queue);
    coalescingSuite(queue);
    finishedSuite(queue);
    closeSuite(queue);
  });
}
