import { describe, expect, it } from 'vitest';
import { writeJson } from './json-slices.js';
import { readJson } from './parse-json.js';

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

describe('JSON that is kept', () => {
  it.each([
    ['small', { data: 1 }],
    [
      'long',
      { results: Array.from({ length: 300 }, (_, index) => ({ index, text: 'é"\\,[{'.repeat(100), none: null })) },
    ],
    ['long and deep', { results: [{ metadata: deep(40), text: 'x'.repeat(100_000) }], empty: [], others: [1, 'a'] }],
    ['long without a list', { content: 'x'.repeat(100_000) }],
  ])('is read as it was written: %s', async (_name, value) => {
    const text = await writeJson(value);
    expect(text).toBe(JSON.stringify(value));
    expect(await readJson(text)).toEqual(value);
  });
});
