import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inParts } from './in-parts.js';

const SEED = 20260307;

describe('rows in parts', () => {
  it(`are all there, in order, each part within its bounds or of one row (seed ${SEED})`, () => {
    const bounds = fc.record({ units: fc.integer({ min: 1, max: 100 }), rows: fc.integer({ min: 1, max: 5 }) });
    const property = fc.property(fc.array(fc.nat(150), { maxLength: 30 }), bounds, (sizes, { units, rows }) => {
      const unitsOf = (size: number) => size;
      const parts = inParts(sizes, { units, rows, unitsOf });
      expect(parts.flat()).toEqual(sizes);
      const sum = (part: readonly number[]) => part.reduce((total, size) => total + size, 0);
      for (const [index, part] of parts.entries()) {
        expect(part.length).toBeGreaterThan(0);
        expect(part.length).toBeLessThanOrEqual(rows);
        expect(part.length === 1 || sum(part) <= units).toBe(true);
        // No part ends before it has to.
        const next = parts[index + 1];
        if (next) expect(part.length === rows || sum(part) + (next[0] ?? 0) > units).toBe(true);
      }
    });
    fc.assert(property, { seed: SEED });
  });
});
