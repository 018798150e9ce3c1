import { describe, expect, it } from 'vitest';
import type { JobQueue } from '../../ports/job-queue.js';
import { createGate, never, PATIENCE, SHORT, until } from './jobs.js';

/** ms */
const OFTEN = 20;

export function scheduleSuite(queue: () => JobQueue): void {
  describe('a schedule', () => {
    it('comes round again and again', async () => {
      let rounds = 0;
      queue().schedule('sweep', OFTEN, async () => {
        rounds += 1;
      });
      await until(() => expect(rounds).toBeGreaterThan(3));
    });

    it('goes on after an error, thrown or rejected', async () => {
      let rounds = 0;
      queue().schedule('sweep', OFTEN, () => {
        rounds += 1;
        if (rounds === 1) throw new Error('the work of the conformance suite throws');
        return Promise.reject(new Error('the work of the conformance suite fails'));
      });
      await until(() => expect(rounds).toBeGreaterThan(3));
    });

    it('never runs twice at once, and makes up for nothing', async () => {
      const gate = createGate();
      const begun: number[] = [];
      queue().schedule('sweep', OFTEN, async () => {
        begun.push(performance.now());
        if (begun.length === 1) await gate.passed;
      });
      await until(() => expect(begun).toHaveLength(1));
      for (let missed = 0; missed < 5; missed += 1) await never(() => expect(begun.length).toBeGreaterThan(1));
      gate.open();
      await until(() => expect(begun.length).toBeGreaterThan(4));
      // Several rounds were missed. One may come at once, and the next one soon where that came late; the others keep
      // their distance.
      const [, second = 0, , , fifth = 0] = begun;
      expect(fifth - second).toBeGreaterThan(OFTEN / 2);
    });

    it('is not held up by another one', async () => {
      const gate = createGate();
      let rounds = 0;
      queue().schedule('lifecycle', OFTEN, () => gate.passed);
      queue().schedule('prune', OFTEN, async () => {
        rounds += 1;
      });
      await until(() => expect(rounds).toBeGreaterThan(3));
      gate.open();
    });

    it('ends with the queue, which waits for the round that runs', async () => {
      const gate = createGate();
      let begun = 0;
      let ended = 0;
      queue().schedule('reconcile', OFTEN, async () => {
        begun += 1;
        await gate.passed;
        ended += 1;
      });
      await until(() => expect(begun).toBe(1));
      const closing = queue().close(PATIENCE);
      gate.open();
      await closing;
      expect(ended).toBe(1);
      await never(() => expect(begun).toBeGreaterThan(1));
    });

    it('holds up a close no longer than it may', async () => {
      const gate = createGate();
      let begun = 0;
      queue().schedule('reconcile', OFTEN, () => {
        begun += 1;
        return gate.passed;
      });
      await until(() => expect(begun).toBe(1));
      await queue().close(SHORT);
      gate.open();
    });
  });
}
