import { eld } from 'eld/extrasmall';
import { describe, expect, it } from 'vitest';
import { detectLanguage } from './detect-language.js';

const byPackage = (text: string) => {
  const found = eld.detect(text);
  return found.isReliable() ? found.language : null;
};

const sentences = [
  'Die Abrechnung kommt jetzt immer am Dritten.',
  "je n'ai plus de voiture depuis mars, j'prends le train",
  'mi hermana vive en Cuenca, no en Quito',
  'hun jobber i Bergen nå',
  'Мы переехали в Тулу прошлой осенью.',
  'Ми переїхали до Львова торік.',
  'আমরা গত শীতে ঢাকায় চলে এসেছি।',
  'เราย้ายมาเชียงใหม่เมื่อปีที่แล้ว',
  '我们去年搬到了成都，孩子还在适应。',
  '去年札幌に引っ越しました。',
  'انتقلنا إلى طنجة في الخريف الماضي.',
  'İzmir’e geçen sonbaharda taşındık.',
  "don't, won’t ''' `quoted` ’’",
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnungsentwurfsbegründung',
  '🙂 ok',
  'x',
  '',
];

describe('detecting a language', () => {
  it.each(sentences)('finds what the package finds: %s', (sentence) => {
    expect(detectLanguage(sentence)).toBe(byPackage(sentence));
  });

  it('looks as far into a long text as the package does', () => {
    for (const sentence of sentences) {
      for (let length = 340; length < 400; length += 7) {
        const long = `${sentence} `.repeat(length).slice(0, length);
        expect(detectLanguage(long)).toBe(byPackage(long));
      }
    }
  });
});
