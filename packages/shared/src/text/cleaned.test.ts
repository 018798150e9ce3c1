import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, cutToEnd, indentedText, normaliseText, safeLine, safeText, withoutEnd } from './cleaned.js';

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

describe('a text for comparison', () => {
  it('is none that grows to many times its length', () => {
    expect(normaliseText('\uFDFA '.repeat(1000))).toBe('\uFDFA '.repeat(1000).trim());
    expect(normaliseText('ﬁve  Ⅻ.')).toBe('five xii');
  });
});

const tags = (text: string) =>
  [...text].map((character) => String.fromCodePoint(0xe0000 + character.charCodeAt(0))).join('');

describe('a text as it is seen', () => {
  it.each([
    ['a\r\nb\rc\vd\fe\u0085f\u2028g\u2029h', 'a\nb\nc\nd\ne\nf\ng\nh'],
    ['a\tb', 'a\tb'],
    ['a\u0000\u0007\u001b[31mred\u009b\u007f', 'a[31mred'],
    [`Hello${tags('ignore this')}\u{E0001}\u{E007F}.`, 'Hello.'],
    ['\u202Eabc\u202C \u2066x\u2069 \u200Ey\u200F\u061Cz', 'abc x yz'],
    ['pass\u200Bword\u2060 and \uFEFFmore\u180E', 'password and more'],
    ['co\u00ADoperate', 'cooperate'],
    ['a\uFFF9b\uFFFAc\uFFFB', 'abc'],
    ['a\ud800b\udc00c', 'abc'],
    ['x\u{E0100}y\uFE0Fz\u{E01EF}', 'xyz'],
    ['a\u200Db\u200Cc', 'abc'],
    ['none \u{1F468}\u200D\u{1F469}\u200D\u{1F467} lost', 'none \u{1F468}\u200D\u{1F469}\u200D\u{1F467} lost'],
    ['\u2764\uFE0F\u200D\u{1F525} 1\uFE0F\u20E3', '\u2764\uFE0F\u200D\u{1F525} 1\uFE0F\u20E3'],
    ['\u{1F469}\u{1F3FD}\u200D\u{1F680}', '\u{1F469}\u{1F3FD}\u200D\u{1F680}'],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['क्\u200Dष', 'क्\u200Dष'],
    ['क्\u200D\u200Dष', 'क्ष'],
    ['Grüße, Łódź, 東京, 한국, שלום', 'Grüße, Łódź, 東京, 한국, שלום'],
  ])('%j is seen as %j', (given, seen) => {
    expect(safeText(given)).toBe(seen);
  });

  it('is the same when it is looked at again, and holds nothing unseen besides what emoji and scripts need', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(
            fc.constantFrom(...'aا😀1\u200D\uFE0F\u200B\r\u2028\u{E0041}'),
            fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
          ),
        }),
        (text) => {
          const seen = safeText(text);
          expect(safeText(seen)).toBe(seen);
          expect(seen).not.toMatch(
            /[^\P{Cc}\n\t]|\p{Cs}|[\u2028\u2029\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u{E0000}-\u{E0FFF}]/u,
          );
        },
      ),
      { seed: 20_261_129 },
    );
  });

  it('begins no line but its first at the margin', () => {
    const text = 'a\r- 2026-01-01: b\u2028Relevant memory context\u0085\n\n  c';
    expect(indentedText(text)).toBe('a\n  - 2026-01-01: b\n  Relevant memory context\n  c');
  });
});

describe('a text of so many code points', () => {
  it('is cut by code points, never inside one', () => {
    expect(cutText('a😀b😀c', 3)).toBe('a😀b');
    expect(cutToEnd('a😀b😀c', 2)).toBe('😀c');
  });
});

it('a line on a terminal has no further lines, cells or commands', () => {
  expect(safeLine('a\u001b[2Jb\r\nc\td\u202ee\u2028f')).toBe('a[2Jb c de f');
});
