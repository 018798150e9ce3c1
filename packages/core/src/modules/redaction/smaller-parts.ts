import type { Records } from '../../ports/records.js';
import { isTooLong } from '../outbox/stalled.js';

/**
 * Runs work with `most` rows at once. Where that takes too long for a transaction it is tried with half as many, and
 * what follows begins with those: memories with long histories or many relations take longer than others.
 */
export function createSmallerParts(records: Pick<Records, 'ping'>, most: number) {
  let size = most;
  return async <Result>(work: (size: number) => Promise<Result>): Promise<Result> => {
    for (;;) {
      try {
        return await work(size);
      } catch (error) {
        if (size === 1 || !(await isTooLong(error, records))) throw error;
        size = Math.floor(size / 2);
      }
    }
  };
}
