import { describe, expect, it } from 'vitest';
import { redact } from './redaction.js';
import { sharedPlaces, sharedWords } from './shared-words.js';

const left = async (text: string, earlier: string, own: string, least: number) =>
  redact(text, sharedWords(text, await sharedPlaces([text], [earlier], least), [own]), []);

describe('words of an earlier text', () => {
  const told = 'Asked "Are you allergic to anything?": peanuts';

  it('are those that are not its own', async () => {
    const question = 'By the way, are you allergic to ANYTHING?';
    expect(await left(told, question, 'peanuts', 1)).toBe('Asked "███ ███ ████████ ██ ████████?": peanuts');
    expect(await left(told, `${question} Peanuts, say?`, 'peanuts', 1)).toContain(': peanuts');
    expect(await left('The piano weighs a lot.', 'We bought the piano.', 'It weighs a lot.', 1)).toBe(
      '███ █████ weighs a lot.',
    );
  });

  it('are so many in a row, or all of a shorter text', async () => {
    expect(await left(told, 'Are they going to eat anything?', 'peanuts', 3)).toBe(told);
    expect(await left(told, 'They are allergic to anything green.', 'peanuts', 3)).toContain(
      'Are you ████████ ██ ████████?',
    );
    expect(await left('Asked "Favourite colour?": blue', 'Favourite colour?', 'blue', 3)).toBe(
      'Asked "█████████ ██████?": blue',
    );
  });

  it('are letters where no words are written apart', async () => {
    expect(await left('问“你住在哪里？”：柏林', '你住在哪里？', '柏林', 3)).toBe('问“█████？”：柏林');
  });

  it('are none of nothing', async () => {
    expect(await left(told, '', 'peanuts', 3)).toBe(told);
    expect(await left('', 'words', '', 3)).toBe('');
  });

  it('are found whatever part of the earlier texts is held at once', async () => {
    const earlier = ['We bought the piano.', 'A lamp', 'The old piano weighs a lot.', 'We bought the piano.'];
    const text = 'We bought the piano, a lamp, and it weighs a lot.';
    const found = async (most: number) =>
      [...((await sharedPlaces([text, ''], earlier, 3, most)).get(text) ?? [])].sort();
    expect(await found(1)).toEqual([0, 1, 10, 2, 3, 4, 5, 8, 9]);
    expect(await found(1)).toEqual(await found(1000));
  });

  it('let others have their turn while many long texts are read', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 0);
    const texts = Array.from({ length: 40 }, (_, at) => `piano ${at} `.repeat(3000));
    await sharedPlaces(['a piano'], texts, 3);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});
