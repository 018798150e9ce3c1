import { describe, expect, it } from 'vitest';
import { redact } from './redaction.js';
import { sharedWords, wordRowsOf } from './shared-words.js';

const left = async (text: string, earlier: string, own: string, least: number) =>
  redact(text, sharedWords(text, await wordRowsOf([earlier], least), [own]), []);

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

  it('are read once, however many texts are looked through for them', async () => {
    const earlier = await wordRowsOf(['We bought the piano.', 'A lamp', 'We bought the piano.'], 3);
    expect([...earlier].map(([length, rows]) => [length, [...rows]])).toEqual([
      [3, ['we bought the', 'bought the piano']],
      [2, ['a lamp']],
    ]);
  });

  it('let others have their turn while many long texts are read', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 0);
    await wordRowsOf(
      Array.from({ length: 40 }, (_, at) => `piano ${at} `.repeat(3000)),
      3,
    );
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});
