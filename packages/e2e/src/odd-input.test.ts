import { describe, expect, inject, it } from 'vitest';
import { create, createAll, find, read, total } from './actions.js';
import { createApi } from './client.js';
import { rawBytes, rawRequest } from './raw-request.js';
import { expectPartsRefused, good, goodWith, nested } from './refusal.js';

const text = (value: unknown) => JSON.stringify(value);

describe('a query string that does not fit', () => {
  it.each(
    [
      ['limit=5&limit=-1', 'query.limit'],
      ['limit=5&limit=5', 'query.limit'],
      ['tag=%E0%A4%A', 'query.tag'],
      ['tag=%ff', 'query.tag'],
      ['tag=a%00b', 'query.tag'],
      ['tag=%', 'query.tag'],
      ['%ff=1', 'query.%ff'],
      ['limit=1e1', 'query.limit'],
      ['limit=%2B5', 'query.limit'],
      ['limit=%D9%A1', 'query.limit'],
      ['offset=2147483648', 'query.offset'],
      ['offset=1000001', 'query.offset'],
      ['tier=semantic,episodic', 'query.tier'],
      [`metadata=${encodeURIComponent('{"a":1e400}')}`, 'query.metadata'],
      [`metadata=${encodeURIComponent('{"a":"\\u0000"}')}`, 'query.metadata'],
      [`metadata={"a":${nested(7000)}}`, 'query.metadata'],
      [`metadata=${encodeURIComponent('{"__proto__":1}')}`, 'query.metadata'],
      [`metadata=${encodeURIComponent('{"a":1,"__proto__":{}}')}`, 'query.metadata'],
      [`metadata=${nested(7000)}`, 'query.metadata'],
    ].map(([query, path]) => ({ query, path, name: String(query).slice(0, 60) })),
  )('is refused by name: $name', async ({ query, path }) => {
    const target = `/memories?${query}`;
    const { body } = await expectPartsRefused({ method: 'GET', target }, 'validation-failed');
    expect((body as { errors: { path: string }[] }).errors.map((error) => error.path)).toContain(path);
  });

  it.each(['tag[]=a', 'tag[a]=b', '__proto__=1', 'constructor.prototype.x=1', '=', '=x', 'a=b=c'])(
    'is refused as unknown: %s',
    async (query) => {
      const { text } = await expectPartsRefused({ method: 'GET', target: `/memories?${query}` }, 'validation-failed');
      expect(text).toContain('unknown_member');
    },
  );

  it.each(['&&&', 'tag=a%5C', "tag='--", 'tag=%25'])('harms nothing: %s', async (query) => {
    const api = createApi(inject('gatewayUrl'));
    await create(api, 'Stays.');
    const answer = await rawRequest(api.url, rawBytes(api.tenant, { method: 'GET', target: `/memories?${query}` }));
    expect(answer.status, answer.text).toBe(200);
    expect(await total(api)).toBe(1);
  });
});

describe('what looks bad and is good', () => {
  it.each<[string, string, object]>([
    [
      'a member sent twice: the last counts',
      '{"tier":"semantic","tier":"episodic","content":"a","content":"b"}',
      { tier: 'episodic', content: 'b' },
    ],
    [
      'constructor in metadata',
      goodWith('metadata', '{"constructor":{"prototype":{"x":1}},"toString":null}'),
      { metadata: { constructor: { prototype: { x: 1 } }, toString: null } },
    ],
    ['minus nothing', goodWith('importanceScore', '-0'), { importanceScore: 0 }],
    ['an exponent', goodWith('importanceScore', '5E-1'), { importanceScore: 0.5 }],
    [
      'numbers beyond doubles',
      goodWith('metadata', '{"n":12345678901234567890,"tiny":1e-400}'),
      { metadata: { n: 12345678901234567000, tiny: 0 } },
    ],
    ['32 levels', goodWith('metadata', `{"a":${nested(30)}}`), {}],
    ['64 KiB of metadata', goodWith('metadata', text({ a: 'x'.repeat(65_536 - 8) })), {}],
    [
      'upper case in an id',
      goodWith('ownerEntityId', '"0195F0A0-0000-7000-8000-00000000000A"'),
      { ownerEntityId: '0195f0a0-0000-7000-8000-00000000000a' },
    ],
  ])('%s', async (_name, body, expected) => {
    const api = createApi(inject('gatewayUrl'));
    const answer = await rawRequest(api.url, rawBytes(api.tenant, { body }));
    expect(answer.status, answer.text.slice(0, 500)).toBe(201);
    const created = (answer.body as { data: { id: string } }).data;
    expect(created).toMatchObject(expected);
    expect(await read(api, created.id)).toMatchObject(expected);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each(
    ['%', '_', '\\', "it's", '"', 'a & b | !c', '(a:*', '<->', '$1', '{a,b}', '[1]', 'null', 'a'.repeat(8000)].map(
      (value) => ({ value, name: value.slice(0, 20) }),
    ),
  )('is sought and filtered as it stands: $name', async ({ value }) => {
    const api = createApi(inject('gatewayUrl'));
    const tag = value.slice(0, 64);
    await createAll(api, [
      { tier: 'episodic', content: `It says ${tag}.`, tags: [tag], metadata: { [tag]: tag } },
      good,
    ]);
    for (const filter of [{ tags: [tag] }, { tagsAll: [tag] }, { metadata: { [tag]: tag } }])
      expect((await find(api, value, filter)).results).toHaveLength(1);
    expect((await api.get(`/memories?tag=${encodeURIComponent(tag)}`)).body.data.total).toBe(1);
  });

  it('a filter of as many conditions as there may be is answered', async () => {
    const api = createApi(inject('gatewayUrl'));
    const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, key) => [`k${key}`, 'x'.repeat(1000)]));
    await create(api, 'x', { metadata });
    expect((await find(api, 'x', { metadata, tags: undefined })).results).toHaveLength(1);
  });
});
