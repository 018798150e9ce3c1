import { BY_CHANCE, chosenMembers, fullestBucketOf } from '@hippocamp/shared/text/testing/chosen';
import { describe, expect, it } from 'vitest';
import { parseBounded, readJson, writeJson } from './json-text.js';
import { scanned } from './testing/scanned.js';
import { valuesOf } from './values-of.js';

const objectOf = (names: readonly (number | string)[]) => `{${names.map((name) => `"${name}" : [1]`).join()}}`;
const numbers = (count: number, from = 4_294_900_000) => Array.from({ length: count }, (_, place) => from + place);
const refusal = 'more than 1000 members whose names are whole numbers';

describe('whole numbers as names', () => {
  it.each([1, 7, 100_000])('are bounded in each object, whatever parts they come in: %i bytes', (part) => {
    expect(scanned(objectOf(numbers(1000)), part)).toBe('passes');
    expect(scanned(objectOf(numbers(1001)), part)).toContain(refusal);
    expect(scanned(`{"a":[${objectOf(numbers(1001, 0))}]}`, part)).toContain(refusal);
    const escaped = numbers(1001).map((name) => String(name).replaceAll(/\d/g, (digit) => `\\u003${digit}`));
    expect(scanned(objectOf(escaped), part)).toContain(refusal);
  });

  it('are bounded on both sides of an object within', () => {
    const names = numbers(500);
    const [before, after] = [objectOf(names).slice(1, -1), objectOf(numbers(501, 0)).slice(1, -1)];
    expect(scanned(`{${before},"a":${objectOf(names)},${after}}`)).toContain(refusal);
  });

  it('may be many in many objects, and other names and values that look alike may be many', () => {
    expect(scanned(`[${Array.from({ length: 20 }, () => objectOf(numbers(900))).join()}]`)).toBe('passes');
    expect(scanned(JSON.stringify(numbers(5000).map(String)))).toBe('passes');
    for (const like of ['a', '-', '0', '1.', '\\n', '99999', '\u0663'])
      expect(scanned(objectOf(numbers(1001).map((name) => `${like}${name}`))), like).toBe('passes');
    expect(scanned(objectOf(numbers(1001, 2 ** 32)))).toBe('passes');
  });
});

describe('an object with names of one bucket', () => {
  const members = chosenMembers(1000);
  const text = JSON.stringify({ '\\u': { members } });
  const one = { bytes: 1_000_000, values: 100_000 };

  it.each([
    ['is read', () => parseBounded(Buffer.from(text), one, { ...one, member: '', most: 0 })],
    ['is written', () => writeJson(members)],
    ['is counted', () => valuesOf({ members })],
  ])('holds nobody up when it %s', async (_what, work) => {
    expect(await fullestBucketOf(work)).toBeLessThan(BY_CHANCE);
  });

  it('is read again where an earlier release kept more of them', async () => {
    const kept = { ...chosenMembers(4000), rest: 'a'.repeat(100_000) };
    expect(await readJson(await writeJson(kept))).toEqual(kept);
  });
});
