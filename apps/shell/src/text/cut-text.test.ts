import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText } from './cut-text.js';

describe('a text that is cut', () => {
  it('is cut before a heading, else after a paragraph, a sentence or a word', () => {
    expect(cutText('# Tea\nShe drinks lapsang.\n# Home\nTurku.', 34)).toEqual([
      '# Tea\nShe drinks lapsang.\n',
      '# Home\nTurku.',
    ]);
    expect(cutText('One two. Three four', 12)).toEqual(['One two. ', 'Three four']);
    expect(cutText('aaaaaaaa', 3)).toEqual(['aaa', 'aaa', 'aa']);
  });

  it('is whole again when its parts are joined, and no part is too long or breaks a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), fc.integer({ min: 2, max: 60 }), (text, limit) => {
        const parts = cutText(text, limit);
        expect(parts.join('')).toBe(text);
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(limit);
          expect(part.isWellFormed() || !text.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});
