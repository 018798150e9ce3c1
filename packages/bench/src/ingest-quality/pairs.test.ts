import { describe, expect, it } from 'vitest';
import { confusionOf, judgePairs } from './pairs.js';

describe('pairs', () => {
  it('are judged as an ingest of the newer sentence would judge them', async () => {
    const judged = await judgePairs([
      { a: 'I live in Oslo.', b: 'I live in Oslo now.', want: 'same' },
      { a: 'I live in Oslo.', b: 'I live in Bergen.', want: 'conflict' },
      { a: 'My sister Ana lives in Lima.', b: 'My sister Rosa lives in Cusco.', want: 'different' },
      { a: 'I smoke.', b: 'I quit smoking in March.', want: 'conflict' },
    ]);
    expect(judged.slice(0, 3).map(({ said }) => said)).toEqual(['same', 'conflict', 'different']);
    expect(confusionOf(judged).same).toEqual({ same: 1, conflict: 0, asked: 0, different: 0 });
    expect(Object.values(confusionOf(judged).conflict).reduce((sum, count) => sum + count)).toBe(2);
  });
});
