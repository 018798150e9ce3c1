import { describe, expect, it } from 'vitest';
import { redact } from './redaction.js';
import { sharedWords } from './shared-words.js';

const left = (text: string, earlier: string, own: string, least: number) =>
  redact(text, sharedWords(text, [earlier], { own: [own], least }), []);

describe('words of an earlier text', () => {
  const told = 'Asked "Are you allergic to anything?": peanuts';

  it('are those that are not its own', () => {
    const question = 'By the way, are you allergic to ANYTHING?';
    expect(left(told, question, 'peanuts', 1)).toBe('Asked "███ ███ ████████ ██ ████████?": peanuts');
    expect(left(told, `${question} Peanuts, say?`, 'peanuts', 1)).toContain(': peanuts');
    expect(left('The piano weighs a lot.', 'We bought the piano.', 'It weighs a lot.', 1)).toBe(
      '███ █████ weighs a lot.',
    );
  });

  it('are so many in a row, or all of a shorter text', () => {
    expect(left(told, 'Are they going to eat anything?', 'peanuts', 3)).toBe(told);
    expect(left(told, 'They are allergic to anything green.', 'peanuts', 3)).toContain('Are you ████████ ██ ████████?');
    expect(left('Asked "Favourite colour?": blue', 'Favourite colour?', 'blue', 3)).toBe(
      'Asked "█████████ ██████?": blue',
    );
  });

  it('are letters where no words are written apart', () => {
    expect(left('问“你住在哪里？”：柏林', '你住在哪里？', '柏林', 3)).toBe('问“█████？”：柏林');
  });

  it('are none of nothing', () => {
    expect(left(told, '', 'peanuts', 3)).toBe(told);
    expect(left('', 'words', '', 3)).toBe('');
  });
});
