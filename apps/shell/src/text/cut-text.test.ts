import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText } from './cut-text.js';

/** Places for a cut, letters, and characters of two units. */
const written = fc
  .array(fc.constantFrom('a', 'b', ' ', '\n', '\n\n', '# ', '. ', '😀', '日'), { maxLength: 80 })
  .map((units) => units.join(''));

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
      fc.property(written, fc.integer({ min: 2, max: 60 }), (text, limit) => {
        const parts = cutText(text, limit);
        expect(parts.join('')).toBe(text);
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(limit);
          expect(part.isWellFormed()).toBe(true);
        }
      }),
      { seed: 20_261_129 },
    );
  });
});
