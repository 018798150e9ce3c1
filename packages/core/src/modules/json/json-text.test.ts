import { isProblem, type Problem } from '@hippocamp/shared/problems';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJsonScanner, type ItemBounds } from './json-scanner.js';
import { jsonSlices, parseBounded, parseItems, readJson, writeJson } from './json-text.js';

const SEED = 17;
const bounds = { bytes: 20_000, values: 1000 };
const itemBounds: ItemBounds = { bytes: 500, values: 50, member: 'memories', most: 20 };

const problemOf = (work: () => unknown): Problem => {
  try {
    work();
  } catch (error) {
    if (isProblem(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

const parsed = (bytes: Buffer) => parseBounded(bytes, bounds, { ...bounds, member: 'memories', most: 20 });

/** The text arrives in pieces of `size` bytes. */
const scan = (text: string | Buffer, size = 7) => {
  const bytes = Buffer.from(text);
  const scanner = createJsonScanner(bounds, itemBounds);
  for (let at = 0; at < bytes.length; at += size) scanner.push(bytes.subarray(at, at + size));
  return { bytes, items: scanner.items };
};

const readItems = async (text: string | Buffer, size?: number) => {
  const { bytes, items } = scan(text, size);
  return parseItems(bytes, items);
};

const members = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

describe('a JSON text', () => {
  it.each([
    ['too many bytes', `{"a":"${'x'.repeat(20_000)}"}`, 'payload-too-large', '20000 bytes'],
    ['too many elements', `{"a":[[${'0,'.repeat(1000)}0]]}`, 'payload-too-large', '1000 values'],
    ['too many members', JSON.stringify(members(1001)), 'payload-too-large', '1000 values'],
    ['too many empty lists', `[${'[],'.repeat(600)}[]]`, 'payload-too-large', '1000 values'],
    ['too many levels', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`, 'validation-failed', '32 levels'],
    ['too many levels, though it is none', '{"a":'.repeat(1000), 'validation-failed', '32 levels'],
    ['no JSON', '{"a":[1 2]}', 'malformed-json', 'position 8'],
    ['bytes that are no text', Buffer.from([0x22, 0xff, 0x22]), 'malformed-json', 'UTF-8'],
    ['a name that reaches a prototype', '{"a":[{"__proto__":1}]}', 'validation-failed', '/a/0/__proto__'],
  ])('is refused before or while it is parsed: %s', async (_name, text, name, sentence) => {
    const problem = await parsed(Buffer.from(text)).catch((error) => error);
    expect(problem.problem).toBe(name);
    expect(problem.detail).toContain(sentence);
  });

  it('is taken up to its bounds, whatever stands in its strings', async () => {
    const value = { a: '[{,'.repeat(2000), 'b"\\': ['\\"[', members(990)], c: [] };
    expect(await parsed(Buffer.from(JSON.stringify(value)))).toEqual(value);
    expect(await parsed(Buffer.from('\uFEFF{"a":1}'))).toEqual({ a: 1 });
  });
});

describe('a JSON text with items', () => {
  it(`is read as JSON.parse reads it, in pieces of any size (seed ${SEED})`, async () => {
    const property = fc.asyncProperty(
      fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 8 }),
      fc.dictionary(fc.string({ unit: 'binary', maxLength: 5 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      async (memories, others, size, spaced) => {
        const text = JSON.stringify({ ...others, memories }, null, spaced ? 2 : 0);
        fc.pre(!text.includes('__proto__') && Buffer.byteLength(text) < 400);
        expect(await readItems(text, size)).toEqual(JSON.parse(text));
      },
    );
    await fc.assert(property, { seed: SEED, numRuns: 500 });
  });

  it.each([
    ['an empty element', '{"memories":[{},,{}]}'],
    ['two elements without a comma', '{"memories":[{} {}]}'],
    ['a comma at the end', '{"memories":[{},]}'],
    ['an element that is none', '{"memories":[{"a":1},{"a":}]}'],
    ['an end too early', '{"memories":[{"a":1},{"a":1'],
    ['a mark of byte order in an element', '{"memories":[\uFEFF1]}'],
    ['another bracket', '{"memories":[1}]'],
  ])('is refused where it is no JSON: %s', async (_name, text) => {
    expect(() => JSON.parse(text)).toThrow();
    await expect(readItems(text)).rejects.toMatchObject({ problem: 'malformed-json' });
  });

  it('says which item breaks, and where', async () => {
    await expect(readItems('{"memories":[1,{"a":[1 2]}]}')).rejects.toMatchObject({
      detail: 'The body at /memories/1 is not JSON: it breaks at position 8.',
    });
    await expect(readItems('{"memories":[1,{"a":{"__proto__":1}}]}')).rejects.toMatchObject({
      extras: { errors: [{ path: '/memories/1/a/__proto__' }] },
    });
  });

  it.each([
    [
      'too many items',
      `{"memories":[${'1,'.repeat(20)}1]}`,
      'validation-failed',
      '/memories: must not hold more than 20',
    ],
    [
      'an item too large',
      `{"memories":["${'x'.repeat(600)}"]}`,
      'payload-too-large',
      'An item of /memories may take 500',
    ],
    ['an item without an end', `{"memories":["${'x'.repeat(600)}`, 'payload-too-large', 'An item of /memories'],
    ['an item of too many values', `{"memories":[[${'1,'.repeat(51)}1]]}`, 'payload-too-large', 'may hold 50 values'],
    ['too much beside the items', `{"memories":[],"x":"${'x'.repeat(600)}"}`, 'payload-too-large', 'not an item'],
    ['too many values beside the items', `{"x":{${'"":1,'.repeat(60)}"":1}}`, 'payload-too-large', 'not an item'],
  ])('is refused before it is parsed: %s', (_name, text, name, sentence) => {
    const problem = problemOf(() => scan(text));
    expect(problem.problem).toBe(name);
    expect(problem.detail).toContain(sentence);
  });
});

const SLICES_SEED = 41;

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

  it(`is what JSON.stringify writes of anything (seed ${SLICES_SEED})`, async () => {
    const property = fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), async (value) => {
      expect((await whole({ data: value })).join('')).toBe(JSON.stringify({ data: value }));
    });
    await fc.assert(property, { seed: SLICES_SEED, numRuns: 300 });
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
