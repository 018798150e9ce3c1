import { gzipSync } from 'node:zlib';
import { problem } from '@hippocamp/shared/schemas/memories';
import { describe, expect, inject, it } from 'vitest';
import { total } from './actions.js';
import { createApi } from './client.js';
import { type RawParts, rawBytes, rawRequest } from './raw-request.js';
import { expectPartsRefused, good, goodWith } from './refusal.js';

const zipped = (text: string, target = '/memories'): RawParts => ({
  body: gzipSync(text),
  headers: { 'content-encoding': 'gzip' },
  target,
});

const zeros = (count: number) => `[${'0,'.repeat(count)}0]`;

describe('a body that holds more than it may is refused before it is parsed', () => {
  it.each<[string, RawParts]>([
    ['eight million zeros in 16 KB', zipped(`{"memories":${zeros(8_000_000)}}`, '/memories/batch')],
    ['eight million zeros that are no batch', zipped(`{"metadata":${zeros(500_000)}}`)],
    ['an item of too many values', zipped(`{"memories":[{"metadata":${zeros(30_000)}}]}`, '/memories/batch')],
    ['an item of too many bytes', zipped(`{"memories":["${'x'.repeat(2_000_000)}"]}`, '/memories/batch')],
    ['too much beside the items', zipped(`{"memories":[],"x":"${'x'.repeat(2_000_000)}"}`, '/memories/batch')],
    [
      'too many values in all its items',
      zipped(`{"memories":[${Array.from({ length: 50 }, () => zeros(4500)).join()}]}`, '/memories/batch'),
    ],
    ['100,000 tags', { body: goodWith('tags', zeros(100_000)) }],
    ['100,000 members', { body: goodWith('metadata', `{"a":1${',"b":1'.repeat(100_000)}}`) }],
  ])('%s', async (_name, parts) => {
    // Eight million zeros are also too many items, and the service sees that first.
    const name = _name.startsWith('eight million zeros in') ? 'validation-failed' : 'payload-too-large';
    await expectPartsRefused(parts, name);
  });

  it('bodies that grow by unpacking and never end are refused, and another tenant is served', async () => {
    const [api, other] = [createApi(inject('gatewayUrl')), createApi(inject('gatewayUrl'))];
    const item = { tier: 'episodic', content: 'a'.repeat(1_000_000) };
    const body = gzipSync(JSON.stringify({ memories: Array(15).fill(item) }));
    const headers = { 'content-encoding': 'gzip', 'content-length': `${body.length}` };
    const withheld = rawBytes(api.tenant, { target: '/memories/batch', headers, body: body.subarray(0, -50) });
    const refused = Array.from({ length: 17 }, () => rawRequest(api.url, withheld, { deadline: 30_000 }));
    expect((await other.post('/memories/batch', { memories: [good] })).status).toBe(200);
    for (const { status, text } of await Promise.all(refused))
      expect([status, text]).toEqual([413, expect.stringContaining('grows more than 100 times')]);
  });

  it('501 items are named, whatever they hold', async () => {
    const body = JSON.stringify({
      memories: Array.from({ length: 501 }, () => ({ ...good, content: 'x'.repeat(900) })),
    });
    const { text } = await expectPartsRefused({ body, target: '/memories/batch' }, 'validation-failed');
    expect(text).toContain('/memories: must not hold more than 500 items');
  });

  it('a large batch is taken item by item', async () => {
    const api = createApi(inject('gatewayUrl'));
    const items = Array.from({ length: 30 }, (_, index) => ({
      tier: 'episodic',
      content: `${index} ${'é"\\{['.repeat(1000)}`,
      ...(index === 7 ? { colour: 'blue' } : {}),
    }));
    const { body, status } = await api.post('/memories/batch', { memories: items });
    expect(status).toBe(200);
    const results = body.data.results as { status: number; memory?: { content: string } }[];
    expect(results.map((result) => result.status)).toEqual(items.map((_, index) => (index === 7 ? 400 : 201)));
    expect(results.map(({ memory }) => memory?.content)).toEqual(
      items.map(({ content }, index) => (index === 7 ? undefined : content)),
    );
  });

  it.each([
    ['breaks in an item', '{"tier":"episodic" "content":"x"}', 'The body at /memories/1 is not JSON'],
    ['has two items without a comma', '{} {}', 'The body at /memories/1 is not JSON'],
    ['has an item that is not there', '', 'The body, without its items, is not JSON'],
    ['reaches for a prototype', '{"metadata":{"__proto__":{}}}', '/memories/1/metadata/__proto__'],
  ])('a large batch that %s stores nothing', async (_name, item, sentence) => {
    const fill = JSON.stringify({ ...good, content: 'x'.repeat(49_000) });
    const body = `{"memories":[${fill},${item},${fill}]}`;
    const api = createApi(inject('gatewayUrl'));
    const answer = await api.sendText('POST', '/memories/batch', body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(sentence);
    expect(await total(api)).toBe(0);
  });

  it('the same large batch in another order of members is the same request', async () => {
    const api = createApi(inject('gatewayUrl'));
    const content = 'x'.repeat(20_000);
    const key = { 'idempotency-key': 'once' };
    const first = await api.post('/memories/batch', { memories: Array(5).fill({ tier: 'episodic', content }) }, key);
    const again = await api.post('/memories/batch', { memories: Array(5).fill({ content, tier: 'episodic' }) }, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.text).toBe(first.text);
    const other = await api.post('/memories/batch', { memories: Array(5).fill({ content, tier: 'semantic' }) }, key);
    expect(other.status).toBe(422);
  });
});

it('an object with too many whole numbers as names is refused wherever it is sent', async () => {
  const api = createApi(inject('gatewayUrl'));
  const metadata = (count: number) => ({ deep: [{ ...Array(count).fill(1) }] });
  const { status } = await api.post('/memories', { ...good, metadata: metadata(1000) });
  expect(status).toBe(201);
  const memory = { ...good, metadata: metadata(1001) };
  for (const [path, body] of [
    ['/memories', memory],
    ['/memories/batch', { memories: [good, memory] }],
    ['/mcp', memory],
  ] as const) {
    const answer = await api.post(path, body);
    expect(answer.status, path).toBe(400);
    expect(answer.text, path).toContain('whose names are whole numbers');
  }
});

describe('a problem stays small', () => {
  const many = (count: number, name: (index: number) => string, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), value]));

  it.each<[string, RawParts]>([
    ['unknown members', { body: JSON.stringify(many(4900, (index) => `member-${index}`.padEnd(200, 'x'), 1)) }],
    ['a long unknown member', { body: JSON.stringify({ ['x'.repeat(900_000)]: 1 }) }],
    ['wrong elements', { body: goodWith('tags', JSON.stringify(Array(4900).fill(1))) }],
    [
      'unknown parameters',
      {
        method: 'GET',
        target: `/memories?${'a'.repeat(500)}=1&${Array.from({ length: 2000 }, (_, n) => `p${n}=`).join('&')}`,
      },
    ],
    [
      'a repeated parameter with a long name',
      { method: 'GET', target: `/memories?${`${'n'.repeat(5000)}=1&`.repeat(2)}` },
    ],
    ['an unknown path', { method: 'GET', target: `/${'x'.repeat(5000)}` }],
  ])('whatever it has to say of %s', async (_name, parts) => {
    const api = createApi(inject('gatewayUrl'));
    const { status, text, body } = await rawRequest(api.url, rawBytes(api.tenant, parts));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text.length).toBeLessThan(12_000);
    const { errors = [] } = problem.parse(body);
    expect(errors.length).toBeLessThanOrEqual(21);
  });

  it('says how many more there are', async () => {
    const api = createApi(inject('gatewayUrl'));
    const answer = await api.post('/memories', { ...good, ...many(120, (index) => `x${index}`, 1) });
    const { errors = [], detail } = problem.parse(answer.body);
    expect(errors.at(-1)).toEqual({ path: '', code: 'more_errors', message: '100 more do not fit' });
    expect(detail).toMatch(/^120 members do not fit: \/x0, /);
  });
});
