import { describe, expect, it } from 'vitest';
import { languagesOf } from './language-of.js';

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
  ])('is told by its words: %s', async (language, text) => {
    expect(await languagesOf([text])).toEqual([language]);
  });

  it('is unknown where there is hardly a word', async () => {
    expect(await languagesOf(['', '👍', '42 / 7', '\u{1d7d8}'])).toEqual([null, null, null, null]);
  });

  it('is one for each text, whoever is asked about with whom', async () => {
    const texts = ['We never deploy on Fridays.', 'Wir liefern freitags nie aus.', '—'];
    const alone = await Promise.all(texts.map(async (text) => (await languagesOf([text]))[0]));
    expect(await languagesOf(texts)).toEqual(alone);
  });
});
