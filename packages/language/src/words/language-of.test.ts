import { describe, expect, it } from 'vitest';
import { languageOf } from './language-of.js';

describe('the language of a text', () => {
  it.each([
    ['en', 'My sister keeps the spare key under the blue pot.'],
    ['en', 'Ring the bakery before noon, otherwise no bread.'],
    ['de', 'Antworte mir bitte immer auf Deutsch, auch wenn ich mal Englisch schreibe.'],
    ['fr', 'ma copine déteste les surprises, donc pas de fête surprise'],
    ['es', 'Mis suegros llegan el viernes y se quedan hasta después de Reyes.'],
    ['fi', 'Äitini asuu Tampereella ja käy joka tiistai uimassa.'],
    ['ja', '母は来週の火曜日に退院します。'],
    ['ar', 'تبدأ الامتحانات النهائية يوم الأحد.'],
  ])('is told by its words: %s', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  it.each(['', '👍', '42 / 7', '\u{1d7d8}', '—'])('is unknown where there is hardly a word: "%s"', (text) => {
    expect(languageOf(text)).toBeNull();
  });
});
