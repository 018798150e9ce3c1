import { describe, expect, it } from 'vitest';
import { rateOf, secondsAt } from './rate.js';

describe('the open loop of speed', () => {
  it('asks for half of what one client reaches, and for no more than twenty a second', () => {
    expect([rateOf([40, 60, 200]), rateOf([1])]).toEqual([5, 20]);
  });

  it('goes on until a hundred have asked, up to three times as long', () => {
    expect([secondsAt(20, 15), secondsAt(5.1, 15), secondsAt(1, 15)]).toEqual([15, 20, 45]);
  });
});
