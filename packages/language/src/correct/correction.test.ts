import { describe, expect, it } from 'vitest';
import { correctionIn } from './correction.js';

describe('a correction', () => {
  it.each([
    ["Correction: it's 14, not 40.", '14', '40'],
    ["It's port 8443, not 8080.", 'port 8443', '8080'],
    ['Sorry, that should be Thursday instead of Tuesday!', 'Thursday', 'Tuesday'],
    ['No, I meant Oslo, not Rome.', 'Oslo', 'Rome'],
    ['Actually it’s half past six, not six.', 'half past six', 'six'],
  ])('says what is right and what was said: %s', (words, now, was) => {
    expect(correctionIn(words)).toEqual({ now, was, opening: 'Correction: ' });
  });

  it.each([
    'The rent is 900, not 950.',
    'Correction: the deadline is 3 April.',
    "It's not 40.",
    "It's a lovely place, and we go there every summer with the whole family, not only the children.",
    'Oslo, not Rome',
  ])('is none where it says itself what it is about, or does not say what was wrong: %s', (words) => {
    expect(correctionIn(words)).toBeNull();
  });

  it('is found in no time, however long a text is', () => {
    expect(correctionIn(`Correction: ${"it's ".repeat(20_000)}`)).toBeNull();
  });
});
