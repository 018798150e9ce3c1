import { randomUUID } from 'node:crypto';
import type { Memory } from '@hippocamp/shared/schemas/memories';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { create, createAll, idsOf, list } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectNoFailure, expectRefused } from './expectations.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const item = (content: string, given: object = {}) => ({ tier: 'episodic', content, ...given });
const numbered = (count: number, given: (index: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, index) => item(`Memory ${index}.`, given(index)));

const compare = (first: string | number, second: string | number) => (first < second ? -1 : first > second ? 1 : 0);

describe('GET /memories', () => {
  it('answers an empty tenant', async () => {
    expect(await list(api)).toEqual({ memories: [], total: 0, offset: 0, limit: 20, nextCursor: null });
  });

  it('answers the newest 20 unless told otherwise, and counts all', async () => {
    const all = await createAll(api, numbered(25));
    const newestFirst = idsOf(all).reverse();
    const first = await list(api);
    expect(first).toMatchObject({ total: 25, offset: 0, limit: 20 });
    expect(idsOf(first.memories)).toEqual(newestFirst.slice(0, 20));
    const last = await list(api, '?offset=20&limit=100');
    expect(last).toMatchObject({ total: 25, offset: 20, limit: 100, nextCursor: null });
    expect(idsOf(last.memories)).toEqual(newestFirst.slice(20));
    expect(idsOf((await list(api, '?offset=3&limit=2')).memories)).toEqual(newestFirst.slice(3, 5));
    expect((await list(api, '?offset=1000')).memories).toEqual([]);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=ten',
    'limit=',
    'offset=-1',
    'offset=9223372036854775808',
  ])('refuses %s', async (query) => expectRefused(await api.get(`/memories?${query}`), `query.${query.split('=')[0]}`));

  it.each(['createdAt', 'importanceScore', 'accessCount'] as const)(
    'sorts by %s both ways, ties by id',
    async (sortBy) => {
      const scores = [0.5, 0.1, 0.5, 1, 0, 0.5, 0.3, 0.1];
      const all = await createAll(
        api,
        numbered(8, (index) => ({ importanceScore: scores[index] })),
      );
      for (const index of [1, 1, 2, 4, 6]) await api.post(`/memories/${all[index]?.id}/access`);
      const { memories } = await list(api, `?limit=100`);
      const key = (memory: Memory) => memory[sortBy];
      const ascending = memories.toSorted((a, b) => compare(key(a), key(b)) || compare(a.id, b.id));
      const up = await list(api, `?sortBy=${sortBy}&sortOrder=asc`);
      expect(idsOf(up.memories)).toEqual(idsOf(ascending));
      const down = await list(api, `?sortBy=${sortBy}`);
      expect(idsOf(down.memories)).toEqual(idsOf(ascending).reverse());
    },
  );

  it.each(['sortBy=updatedAt', 'sortBy=createdAt;drop table memories', 'sortBy=', 'sortOrder=up', 'sortOrder=DESC'])(
    'refuses %s',
    async (query) => expectRefused(await api.get(`/memories?${query}`), `query.${query.split('=')[0]}`),
  );
});

describe('a cursor', () => {
  const walk = async (query: string, between: () => Promise<unknown>): Promise<string[]> => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(api, `?${query}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`);
      seen.push(...idsOf(page.memories));
      cursor = page.nextCursor;
      await between();
    }
    return seen;
  };

  it.each([
    'limit=7',
    'limit=7&sortOrder=asc',
    'limit=1&sortBy=importanceScore',
    'limit=7&sortBy=importanceScore&sortOrder=asc',
    'limit=4&sortBy=accessCount',
  ])('neither repeats nor skips while rows are added: %s', async (query) => {
    const before = await createAll(
      api,
      numbered(23, (index) => ({ importanceScore: (index % 4) / 4 })),
    );
    let added = 0;
    const seen = await walk(query, async () => {
      added += 1;
      if (added <= 5) await create(api, `Added ${added}.`, { importanceScore: (added % 4) / 4 });
    });
    expect(new Set(seen).size).toBe(seen.length);
    expect(idsOf(before).filter((id) => !seen.includes(id))).toEqual([]);
  });

  it('does not skip when rows that were read are deleted', async () => {
    const all = await createAll(api, numbered(12));
    const first = await list(api, '?limit=5');
    for (const { id } of first.memories) await api.delete(`/memories/${id}`);
    const second = await list(api, `?limit=100&cursor=${first.nextCursor}`);
    expect(idsOf(second.memories)).toEqual(idsOf(all).reverse().slice(5));
  });

  it('ends with null, also when the last page is full', async () => {
    await createAll(api, numbered(6));
    const first = await list(api, '?limit=3');
    expect(first.nextCursor).not.toBeNull();
    expect((await list(api, `?limit=3&cursor=${first.nextCursor}`)).nextCursor).toBeNull();
    expect((await list(api, '?limit=6')).nextCursor).toBeNull();
  });

  it('is refused with another tenant, filter or order, and when it is none', async () => {
    await createAll(
      api,
      numbered(4, () => ({ tags: ['x'] })),
    );
    const other = createApi(api.url);
    const { nextCursor } = await list(api, '?limit=2&tag=x');
    for (const [who, query] of [
      [other, `tag=x&cursor=${nextCursor}`],
      [api, `cursor=${nextCursor}`],
      [api, `tag=y&cursor=${nextCursor}`],
      [api, `tag=x&sortOrder=asc&cursor=${nextCursor}`],
      [api, `tag=x&sortBy=accessCount&cursor=${nextCursor}`],
      [api, 'tag=x&cursor=bm90IGEgY3Vyc29y'],
      [api, 'tag=x&cursor=%F0%9F%98%80'],
      [api, 'cursor='],
      [api, `cursor=${Buffer.from('[1e999,"x","y"]').toString('base64url')}`],
    ] as const) {
      expectRefused(await who.get(`/memories?${query}`), 'query.cursor');
    }
    expect((await list(api, `?limit=3&tag=x&cursor=${nextCursor}`)).memories).toHaveLength(2);
  });
});

describe('a cursor that was changed', () => {
  it.each(['createdAt', 'importanceScore', 'accessCount'])(
    'is answered, whatever value of %s it names',
    async (sortBy) => {
      await createAll(api, numbered(3));
      const query = `limit=1&sortBy=${sortBy}`;
      const [, ...rest] = JSON.parse(
        Buffer.from(String((await list(api, `?${query}`)).nextCursor), 'base64url').toString(),
      );
      for (const value of [0, -1, 1.5, 1e12, -1e12, 1e300, -5e-324]) {
        const cursor = Buffer.from(JSON.stringify([value, ...rest])).toString('base64url');
        const answer = await api.get(`/memories?${query}&cursor=${cursor}`);
        expectNoFailure(answer, `${value}`);
      }
    },
  );
});

describe('the filters of a list', () => {
  const owner = randomUUID();
  const artifact = randomUUID();
  const contents = async (query: string) =>
    (await list(api, `?limit=100&${query}`)).memories.map(({ content }) => content);

  beforeEach(async () => {
    await createAll(api, [
      item('fact', { tier: 'semantic', tags: ['a', 'b'], metadata: { sessionId: 's1', n: 1, on: true } }),
      item('event', { tags: ['b'], ownerEntityId: owner, metadata: { sessionId: 's2', n: 2 } }),
      item('passing', {
        tier: 'short_term',
        sourceArtifactId: artifact,
        metadata: { sessionId: 's1', n: '1', o: { p: [1] } },
      }),
    ]);
  });

  it.each([
    ['tier=semantic', ['fact']],
    ['tag=b', ['event', 'fact']],
    ['tag=nowhere', []],
    [`ownerEntityId=${owner}`, ['event']],
    [`ownerEntityId=${owner.toUpperCase()}`, ['event']],
    [`sourceArtifactId=${artifact}`, ['passing']],
    ['sessionId=s1', ['passing', 'fact']],
    ['metadata={"n":1}', ['fact']],
    ['metadata={"n":"1"}', ['passing']],
    ['metadata={"on":true,"n":1}', ['fact']],
    ['metadata={"o":{"p":[1]}}', ['passing']],
    ['metadata={"o":{}}', []],
    ['metadata={}', ['passing', 'event', 'fact']],
    ['sessionId=s1&tier=short_term', ['passing']],
    ['tag=b&tier=short_term', []],
    ['includeArchived=true&includeSuperseded=true', ['passing', 'event', 'fact']],
  ])('%s', async (query, expected) => {
    const [name, ...rest] = query.split('=');
    const encoded = name === 'metadata' ? `metadata=${encodeURIComponent(rest.join('='))}` : query;
    expect(await contents(encoded)).toEqual(expected);
    expect((await list(api, `?${encoded}`)).total).toBe(expected.length);
  });

  it.each([
    'tier=x',
    'ownerEntityId=1',
    'sourceArtifactId=x',
    'tag=',
    'metadata=[]',
    'metadata={',
    'createdAfter=yesterday',
    'includeArchived=1',
  ])('refuses %s', async (query) => expectRefused(await api.get(`/memories?${query}`), `query.${query.split('=')[0]}`));

  it('createdAfter is inclusive, createdBefore exclusive', async () => {
    const late = await create(api, 'late');
    expect(await contents(`createdAfter=${late.createdAt}`)).toEqual(['late']);
    expect(await contents(`createdBefore=${late.createdAt}`)).toEqual(['passing', 'event', 'fact']);
    const zoned = new Date(Date.parse(late.createdAt) + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
    expect(await contents(`createdAfter=${encodeURIComponent(zoned)}`)).toEqual(['late']);
  });
});
