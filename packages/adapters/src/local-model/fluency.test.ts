import { describe, expect, it } from 'vitest';
import { loadFluency } from './embedder.js';
import { shippedModel } from './files.js';
import { lookUpsIn } from './testing/look-ups.js';

const fluency = await loadFluency(shippedModel);

describe('how well the model knows what a text is written in', () => {
  it.each([
    'Where did Maria go?',
    'What did Elise buy on 7 Jan 2024?',
    'Is it on Monday at 5 p.m.?',
    '2024-05-08, 19:30',
    'Wohin ist Maria gefahren?',
    '',
  ])('is full: %s', (text) => {
    expect(fluency(text)).toBe(1);
  });

  it.each(['متى تفتح المكتبة؟', 'いつ東京に引っ越しましたか', 'Когда открывается библиотека?'])(
    'is half or little more where words are cut into letters: %s',
    (text) => {
      expect(fluency(text)).toBeGreaterThan(0.4);
      expect(fluency(text)).toBeLessThan(0.75);
    },
  );

  it('is none where the vocabulary has nothing of it', () => {
    expect(fluency('🛶🛶 𓀀')).toBe(0);
  });

  it('is between in a text of two languages', () => {
    const mixed = fluency('Where is المكتبة');
    expect(mixed).toBeLessThan(1);
    expect(mixed).toBeGreaterThan(fluency('أين المكتبة'));
  });

  it('is known from the beginning of a text, however hard its words are to cut', () => {
    const hard = (words: number) => lookUpsIn(() => fluency(`${'q'.repeat(98)}𓀀 `.repeat(words)));
    expect(hard(79)).toBeLessThanOrEqual(hard(10));
  });
});
