import { describe, expect, it } from 'vitest';
import { ratiosOf } from './ratios.js';

const measured = (memories: number, p50: number, control: number) => ({ memories, p50, control });

describe('ratios of speed', () => {
  it('are to the smallest size, whatever the order, and to the control', () => {
    const ratios = ratiosOf([measured(10_000, 8, 4), measured(100, 4, 2)]);
    expect(ratios.map(({ toSmallest, toControl }) => [toSmallest, toControl])).toEqual([
      [2, 2],
      [1, 2],
    ]);
  });

  it('are within the aims where neither is above its own', () => {
    const ratios = ratiosOf([
      measured(100, 4, 1.4),
      measured(10_000, 8.1, 8),
      measured(100_000, 32, 11),
      measured(500, 9, 4),
    ]);
    expect(ratios.map(({ within }) => within)).toEqual([true, false, true, true]);
    expect(ratios.map(({ aim }) => aim)).toEqual([null, 2, 8, null]);
    expect(ratiosOf([measured(100, 4, 1.3)])[0]?.within).toBe(false);
  });

  it('of nothing are none', () => expect(ratiosOf([])).toEqual([]));
});
