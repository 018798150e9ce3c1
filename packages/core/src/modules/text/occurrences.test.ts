import { describe, expect, it } from 'vitest';
import { holdsWording, occurrences } from './occurrences.js';

const found = (text: string, wording: string) => occurrences(text, wording).map(({ start }) => start);

describe('occurrences of a wording', () => {
  it.each<[string, string, number[]]>([
    ['Tea. I like tea. Tea.', 'Tea.', [0, 17]],
    ['Teapots and tea', 'tea', [12]],
    ['Steam, tea, team', 'tea', [7]],
    ['我住在里斯本。我住在里斯本吗', '我住在里斯本', [0, 7]],
    ['🦊 fox 🦊', '🦊', [0, 7]],
    ['a fox', ' fox ', [2]],
    ['ba a a', 'a a', [3]],
    ['ba a a a', 'a a', [3]],
    ['a a ab a a', 'a a', [0, 7]],
    ['a aa a a', 'a a', [5]],
    ['a a a', 'a a', [0]],
    ['anything', '', []],
    ['anything', '  ', []],
  ])('in %j of %j', (text, wording, starts) => {
    expect(found(text, wording)).toEqual(starts);
  });

  it('of a long one are those of a short one', () => {
    const long = `${'ab '.repeat(99)}abab.`;
    const text = `${long} ${long.slice(0, -2)} x ${long}`;
    expect(found(text, long)).toEqual([0, text.lastIndexOf(long)]);
  });

  it('of a long one follow a place within words that they overlap', () => {
    const long = `${'ab '.repeat(99)}ab`;
    expect(found(`x${long} ab ab`, long)).toEqual([4]);
    expect(found(`x${'ab '.repeat(201)}`, long)).toEqual([4, 304]);
  });

  it('are found in time that grows with the text, whatever the wording', () => {
    const text = 'a'.repeat(50_000);
    expect(found(text, `b${'a'.repeat(24_999)}`)).toEqual([]);
    expect(found(text, `${'a'.repeat(24_999)}b`)).toEqual([]);
    expect(found(text, 'a'.repeat(25_000))).toEqual([]);
    expect(found(text, text)).toEqual([0]);
  });

  it('are held by a context that was cut to its end', () => {
    const wording = 'Ann keeps a spare key in Quartzheim.';
    expect(holdsWording(`Before. ${wording}`, wording)).toBe(true);
    expect(holdsWording('key in Quartzheim. And then?', wording)).toBe(true);
    expect(holdsWording('in Quartzheim nothing happens', wording)).toBe(false);
    expect(holdsWording('m. And then?', wording)).toBe(false);
    expect(holdsWording('', wording)).toBe(false);
    expect(holdsWording('Yes.', 'Yes.')).toBe(true);
  });
});
