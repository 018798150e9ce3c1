import { describe, expect, it } from 'vitest';
import { endOf, upTo, withoutEnd } from './ends.js';

describe('a text without what is loose at its end', () => {
  it.each([
    ['Really?!.', /[.!]/, 'Really?'],
    ['Really?!.', /[?.!]/, 'Really'],
    ['no end', /[.!]/, 'no end'],
    ['...', /[.!]/, ''],
    ['', /[.!]/, ''],
    ['Done 🎉👍', /[\s\p{So}\p{Emoji_Modifier}\p{Extended_Pictographic}]/u, 'Done'],
    ['the 𝒳', /[^\p{L}]/u, 'the 𝒳'],
    ['broken \ud83d', /[^\p{L}]/u, 'broken'],
  ])('%j', (text, loose, left) => {
    expect(withoutEnd(text, loose)).toBe(left);
    expect(left + endOf(text, loose)).toBe(text);
  });

  it('is asked for each character once', () => {
    let asked = 0;
    const loose = Object.assign(/!/, {
      test: (character: string) => {
        asked += 1;
        return character === '!';
      },
    });
    withoutEnd(`a${'!'.repeat(50_000)}`, loose);
    expect(asked).toBe(50_001);
  });
});

describe('a text up to a place', () => {
  it.each([
    ['tea, because it is warm', /,| because\b/, 'tea'],
    ['tea because it is warm, and cheap', /,| because\b/, 'tea'],
    ['tea', /,| because\b/, 'tea'],
  ])('%j', (text, place, left) => {
    expect(upTo(text, place)).toBe(left);
  });
});
