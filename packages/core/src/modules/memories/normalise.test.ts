import { normaliseText } from '@hippocamp/shared/text/cleaned';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash, cutText, cutToEnd } from './normalise.js';

describe('normalised text', () => {
  it('is the same for the same words in other dress', () => {
    expect(contentHash('I  am “allergic” to hazelnuts!')).toBe(contentHash('i am allergic to hazelnuts'));
  });

  it('differs where numbers, names or a negation differ', () => {
    const hashes = ['I owe 40 euros.', 'I owe 41 euros.', 'I do not owe 40 euros.', 'Ann owes 40 euros.'].map(
      contentHash,
    );
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('is its own normal form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = normaliseText(text);
        expect(normaliseText(once)).toBe(once);
      }),
      { seed: 20_260_303, numRuns: 1000 },
    );
  });

  it('is cut by code points, never inside one', () => {
    expect(cutText('a😀b😀c', 3)).toBe('a😀b');
    expect(cutToEnd('a😀b😀c', 2)).toBe('😀c');
  });
});
