import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createApi } from '../client.js';
import { waitUntil } from '../wait-until.js';
import { dataOf, expectMember, type Row } from './answers.js';
import { rowsOf, tierNames, uuid } from './kinds.js';
import { memory } from './resources.js';

const api = createApi(inject('gatewayUrl'));
const given = {
  ownerEntityId: randomUUID(),
  tier: 'semantic',
  content: 'Runa keeps bees behind the chapel.',
  sourceArtifactId: randomUUID(),
  sourceEventId: randomUUID(),
  importanceScore: 0.75,
  metadata: { free: ['form', { nested: null }] },
  tags: ['bees', 'chapel'],
};

let full: Record<string, unknown>;
let smallest: Record<string, unknown>;
beforeAll(async () => {
  full = dataOf(await api.post('/memories', given), 201);
  smallest = dataOf(await api.post('/memories', { tier: 'episodic', content: 'Runa sold honey.' }), 201);
});

describe('2.1 Memory: fields and their types', () => {
  it.each(rowsOf(memory))('%s', (field, kind) => {
    expect(full[field]).toEqual(kind);
    expect(smallest[field]).toEqual(kind);
  });
});

describe('2.1 Memory: what was given is what it holds', () => {
  it.each(Object.entries(given))('%s', async (field, value) => {
    expect(full[field]).toEqual(value);
    expect(dataOf(await api.get(`/memories/${full.id}`))[field]).toEqual(value);
  });

  it('tenantId is the tenant that owns the record', () => expect(full.tenantId).toBe(api.tenant));
});

describe('2.1 Memory: fields that the service fills', () => {
  it.each([
    ['ownerEntityId', null],
    ['sourceArtifactId', null],
    ['sourceEventId', null],
    ['importanceScore', 0.5],
    ['accessCount', 0],
    ['metadata', {}],
    ['tags', []],
  ])('%s starts as %j', (field, value) => expect(smallest[field]).toEqual(value));

  it('lastAccessedAt starts as createdAt', () => expect(smallest.lastAccessedAt).toBe(smallest.createdAt));

  it('embeddingId becomes a UUID once it is indexed', async () => {
    const indexed = await waitUntil(
      'it is indexed',
      async () => dataOf(await api.get(`/memories/${full.id}`)).embeddingId,
    );
    expect(indexed).toEqual(uuid);
  });
});

describe('4.5 POST /memories: request body', () => {
  const send = (member: string) => (value: unknown) =>
    api.post('/memories', { tier: 'episodic', content: 'Runa reads.', [member]: value });

  it.each<Row>([
    ['ownerEntityId', [randomUUID()], ['runa', 7]],
    ['tier', tierNames, ['long_term', 3, null]],
    ['content', ['x', 'word '.repeat(10_000)], ['', 'x'.repeat(50_001), 5, null]],
    ['sourceArtifactId', [randomUUID()], ['letter', 7]],
    ['sourceEventId', [randomUUID()], ['monday', 7]],
    ['importanceScore', [0, 0.3, 1], [-0.1, 1.1, '0.5']],
    ['metadata', [{}, { a: { b: [1] } }], ['x', 5, []]],
    ['tags', [[], ['a'], Array.from({ length: 64 }, (_, index) => `t${index}`)], ['a', [1], ['']]],
  ])('%s', (member, taken, refused) => expectMember(send(member), [`/${member}`, taken, refused]));

  it.each(['tier', 'content'])('%s is required', (member) =>
    expectMember(send(member), [`/${member}`, [], [undefined]]),
  );

  it('the response is a Memory, at the place that Location names', async () => {
    const answer = await send('content')('Runa mends nets.');
    const made = dataOf(answer, 201);
    expect(made).toMatchObject(memory);
    expect(answer.headers.get('location')).toBe(`/memories/${made.id}`);
  });
});
