import { expect, it } from 'vitest';
import { createHeldSpans } from './held-spans.js';

it('joins spans that overlap or touch once there are too many', () => {
  const spans = createHeldSpans(3);
  for (const start of [40, 0, 2]) spans.add({ start, end: start + 3 });
  expect(spans.all()).toHaveLength(3);
  spans.add({ start: 5, end: 6 });
  expect(spans.all()).toEqual([
    { start: 0, end: 6 },
    { start: 40, end: 43 },
  ]);
});
