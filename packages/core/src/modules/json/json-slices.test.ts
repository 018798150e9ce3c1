import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonSlices } from './json-slices.js';

const SEED = 41;

const whole = async (value: unknown) => {
  const slices: string[] = [];
  for await (const slice of jsonSlices(value)) slices.push(slice);
  return slices;
};

describe('JSON in slices', () => {
  it.each([
    [null],
    [{}],
    [[]],
    [{ data: { list: [], object: {}, absent: undefined, list2: [undefined, null, [undefined]] } }],
    [{ data: { when: new Date(0), text: '\ud800"\u2028', deep: { a: { b: { c: [{ d: undefined }] } } } } }],
    [{ toJSON: () => ({ other: 1 }) }],
  ])('is what JSON.stringify writes: %j', async (value) => {
    expect((await whole(value)).join('')).toBe(JSON.stringify(value));
  });

  it(`is what JSON.stringify writes of anything (seed ${SEED})`, async () => {
    const property = fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), async (value) => {
      expect((await whole({ data: value })).join('')).toBe(JSON.stringify({ data: value }));
    });
    await fc.assert(property, { seed: SEED, numRuns: 300 });
  });

  it('comes in parts, and others run between them', async () => {
    let others = 0;
    const turn = setInterval(() => {
      others += 1;
    }, 0);
    const value = { data: { memories: Array.from({ length: 100 }, () => ({ content: 'é"'.repeat(50_000) })) } };
    const slices = await whole(value);
    clearInterval(turn);
    expect(slices.join('')).toBe(JSON.stringify(value));
    expect(slices.length).toBeGreaterThan(50);
    expect(others).toBeGreaterThan(0);
  });
});
