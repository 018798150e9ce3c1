import { describe, expect, it } from 'vitest';
import { minutesAfter, NOON } from '../builders.js';
import type { Stage } from './stage.js';

export function namedLocksSuite(stage: Stage): void {
  const by = (holder: string) => ({ token: stage.ids.next(), holder });
  const times = (minutes: number) => ({ now: minutesAfter(minutes), until: minutesAfter(minutes + 10) });

  describe('what one process does at a time', () => {
    it('is held by one of many, and who asks is told by whom', async () => {
      const holders = ['a', 'b', 'c', 'd', 'e'].map(by);
      const answers = await Promise.all(holders.map((each) => stage.records.locks.take('one', each, times(0))));
      const holder = holders[answers.indexOf(null)];
      expect(answers.filter((answer) => answer === null)).toHaveLength(1);
      for (const answer of answers.filter((each) => each !== null)) {
        expect(answer).toEqual({ ...holder, since: NOON, until: minutesAfter(10) });
      }
      expect(await stage.records.locks.take('another', by('f'), times(0))).toBeNull();
    });

    it('is kept, given back, or runs out', async () => {
      const { locks } = stage.records;
      const [first, second] = [by('first'), by('second')];
      expect(await locks.take('two', first, times(0))).toBeNull();
      expect(await locks.take('two', first, times(5))).toBeNull();
      expect(await locks.take('two', second, times(14))).toEqual({ ...first, since: NOON, until: minutesAfter(15) });
      await locks.release('two', second.token);
      expect(await locks.take('two', second, times(14))).not.toBeNull();
      expect(await locks.take('two', second, times(15))).toBeNull();
      expect(await locks.take('two', first, times(16))).toMatchObject({ ...second, since: minutesAfter(15) });
      await locks.release('two', second.token);
      expect(await locks.take('two', first, times(16))).toBeNull();
    });
  });
}
