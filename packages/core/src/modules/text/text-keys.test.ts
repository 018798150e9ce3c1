import { describe, expect, it } from 'vitest';
import { createTextMap, distinctTexts, textKey } from './text-keys.js';

const long = 'a'.repeat(20_000);

describe('what stands for a text', () => {
  it('is short, and another for each text', () => {
    const texts = [
      long,
      `${long}b`,
      `${long}c`,
      `${long}\ud800`,
      `${long}\ud801`,
      'a',
      '',
      textKey(long),
      textKey('a'),
    ];
    const keys = texts.map(textKey);
    expect(new Set(keys).size).toBe(texts.length);
    expect(Math.max(...keys.map(({ length }) => length))).toBeLessThan(100);
  });

  it('is its own up to a thousand characters', () => {
    expect(textKey('tea')).toBe('=tea');
    expect(textKey('a'.repeat(1000))).toHaveLength(1001);
    expect(textKey('a'.repeat(1001))).toHaveLength(44);
  });
});

describe('a map by text', () => {
  it('holds the last value of each', () => {
    const map = createTextMap([
      ['tea', 1],
      [long, 2],
    ]);
    map.set(`${long}b`, 3);
    map.set('tea', 4);
    expect([map.get('tea'), map.get(long), map.get(`${long}b`), map.get('')]).toEqual([4, 2, 3, undefined]);
    expect(map.size).toBe(3);
    expect([...map.entries()].map(([text]) => text)).toEqual(['tea', long, `${long}b`]);
  });

  it('keeps each text once, in their order', () => {
    expect(distinctTexts([long, 'tea', `${long}b`, 'tea', long])).toEqual([long, 'tea', `${long}b`]);
  });
});
