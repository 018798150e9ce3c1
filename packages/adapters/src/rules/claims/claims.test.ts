import { describe, expect, it } from 'vitest';
import { heldOut } from './testing/held-out.js';
import { macroF1, run, verdictOf } from './testing/score.js';
import { triples } from './testing/triples.js';

describe('the verdict', () => {
  it.each(triples.map((triple) => [triple.kind, triple.claim, triple] as const))('%s: %s', (_kind, _claim, triple) => {
    expect(verdictOf(triple)).toBe(triple.verdict);
  });
});
