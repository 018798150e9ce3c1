import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { createTokenizer } from './tokenizer.js';

const { count } = createTokenizer('o200k_base');
const exact = (text: string) => countTokens(text, { disallowedSpecial: new Set() });

describe('the tokenizer', () => {
  it.each([
    ['', 0],
    ['hello world', 2],
    ['The kiosk opens on Saturday at nine.', 8],
    ['<|endoftext|>', 7],
  ])('counts %j', async (text, tokens) => {
    expect(await count(text)).toBe(tokens);
  });

  it('knows another encoding', async () => {
    const other = createTokenizer('cl100k_base');
    expect(other.encoding).toBe('cl100k_base');
    expect(await other.count('Η βιβλιοθήκη κλείνει')).toBeGreaterThan(await count('Η βιβλιοθήκη κλείνει'));
  });

  it('counts what has breaks exactly', async () => {
    const text = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(text, async (words) => {
        const whole = words.join(' ');
        expect(await count(whole)).toBe(exact(whole));
      }),
      { seed: 20_260_401 },
    );
  });

  it('never falls short, however long a run is', async () => {
    const run = fc.tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 60 }));
    await fc.assert(
      fc.asyncProperty(fc.array(run, { maxLength: 4 }), async (runs) => {
        const text = runs.map(([unit, times]) => unit.repeat(times)).join('');
        expect(await count(text)).toBeGreaterThanOrEqual(exact(text));
      }),
      { seed: 20_260_402, numRuns: 100 },
    );
  });

  it.each(['😀', 'a', ' ', '\u200b', '東京', '!'])('counts 50,000 of %j without standing still', async (unit) => {
    expect(await count(unit.repeat(50_000))).toBeGreaterThan(100);
  });

  it('cuts slashes and the line breaks between them, which are one run for the library', async () => {
    const text = '//\n'.repeat(1000);
    const counted = await count(text);
    expect(counted).toBeGreaterThan(exact(text));
    expect(counted).toBeLessThan(1.2 * exact(text));
  });
});
