import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Span, shared } from './times-named.js';

const daysOf = (spans: readonly Span[]): Set<number> =>
  new Set(spans.flatMap(({ from, to }) => Array.from({ length: Math.max(0, to - from + 1) }, (_, day) => from + day)));

const span = fc.record({ from: fc.integer({ min: 0, max: 40 }), to: fc.integer({ min: 0, max: 40 }) });
const spans = fc.array(span, { maxLength: 12 });

describe('the days of two lists of spans', () => {
  it('are those of both, in fewer spans than the two lists have together', () => {
    fc.assert(
      fc.property(spans, spans, (some, others) => {
        const both = shared(some, others);
        const [left, right] = [daysOf(some), daysOf(others)];
        expect([...daysOf(both)].sort()).toEqual([...left].filter((day) => right.has(day)).sort());
        expect(both.length).toBeLessThanOrEqual(Math.max(0, some.length + others.length - 1));
      }),
      { seed: 20_261_130 },
    );
  });

  it('stay one span, however often a limit is repeated', () => {
    const limits = Array.from({ length: 12 }, () => [
      { from: 0, to: 10 },
      { from: 0, to: 20 },
    ]);
    expect(limits.reduce<Span[]>(shared, [{ from: 0, to: 30 }])).toEqual([{ from: 0, to: 20 }]);
  });
});
