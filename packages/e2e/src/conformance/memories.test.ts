import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createApi } from '../client.js';
import { dataOf, expectMember, expectParameter, expectProblem, expectRefused, idOf, type Row } from './answers.js';
import { date, integer, rowsOf, tierNames } from './kinds.js';
import { memory } from './resources.js';

const api = createApi(inject('gatewayUrl'));
const owner = randomUUID();
const list = async (query = '') => dataOf(await api.get(`/memories${query}`));
const newMemory = (given: object = {}) => idOf(api, '/memories', { tier: 'episodic', content: 'A walk.', ...given });
const number = (index: number) => ({
  tier: tierNames[index % 3],
  content: `Walk ${index} along the canal.`,
  importanceScore: index / 30,
  tags: [`even-${index % 2 === 0}`],
  ...(index < 5 ? { ownerEntityId: owner } : {}),
});

let ids: string[];
beforeAll(async () => {
  ids = [];
  for (let index = 0; index < 24; index += 1) ids.push(await newMemory(number(index)));
  for (let time = 0; time < 2; time += 1) await api.post(`/memories/${ids[3]}/access`);
});

describe('4.5 GET /memories: query parameters', () => {
  it.each<Row>([
    ['offset', [0, 5, 1000], [-1, 'x', 1.5]],
    ['limit', [1, 20, 100], [101, 0, 'x']],
    ['tier', tierNames, ['long_term']],
    ['tag', ['even-true', 'none'], []],
    ['ownerEntityId', [owner], ['runa']],
    ['sortBy', ['createdAt', 'importanceScore', 'accessCount'], ['content']],
    ['sortOrder', ['asc', 'desc'], ['up']],
  ])('%s', (name, taken, refused) => expectParameter(api, '/memories', [name, taken, refused]));

  it('offset is 0 and limit 20 by default', async () => {
    expect(await list()).toMatchObject({ offset: 0, limit: 20, total: 24, memories: { length: 20 } });
  });

  it('offset and limit cut the list', async () => {
    const page = await list('?sortBy=createdAt&sortOrder=asc&offset=20&limit=3');
    expect(page).toMatchObject({ offset: 20, limit: 3, total: 24 });
    expect(page.memories.map(({ id }: { id: string }) => id)).toEqual(ids.slice(20, 23));
  });

  it.each([
    ['tier=semantic', 8],
    ['tag=even-true', 12],
    [`ownerEntityId=${owner}`, 5],
  ])('%s filters', async (filter, total) => {
    expect(await list(`?limit=100&${filter}`)).toMatchObject({ total, memories: { length: total } });
  });

  it.each(['createdAt', 'importanceScore', 'accessCount'])('sortBy %s, in both orders', async (field) => {
    for (const [order, sign] of [
      ['asc', 1],
      ['desc', -1],
    ]) {
      const { memories } = await list(`?limit=100&sortBy=${field}&sortOrder=${order}`);
      const values: (string | number)[] = memories.map((one: Record<string, unknown>) => one[field]);
      const sorted = [...values].sort((one, other) => Number(sign) * (one < other ? -1 : Number(one > other)));
      expect(values).toEqual(sorted);
    }
  });
});

describe('4.5 GET /memories: response', () => {
  it.each(['total', 'offset', 'limit'])('%s', async (member) => expect((await list())[member]).toEqual(integer));

  it('memories is an array of Memory', async () => {
    for (const found of (await list()).memories) expect(found).toMatchObject(memory);
  });
});

describe('4.5 GET /memories/:id: response', () => {
  it.each(rowsOf(memory))('%s', async (field, kind) => {
    expect(dataOf(await api.get(`/memories/${ids[0]}`))[field]).toEqual(kind);
  });
});

describe('4.5 PATCH /memories/:id: request and response', () => {
  it.each<Row>([
    ['content', ['A longer walk.'], ['', 5]],
    ['tier', tierNames, ['long_term', 5]],
    ['importanceScore', [0, 1, 0.4], [2, 'x']],
    ['tags', [['new'], []], ['new', [1]]],
    ['metadata', [{ a: 1 }, {}], ['x', []]],
  ])('%s', async (member, taken, refused) => {
    const id = await newMemory();
    await expectMember((value) => api.patch(`/memories/${id}`, { [member]: value }), [`/${member}`, taken, refused]);
    expect(dataOf(await api.get(`/memories/${id}`))[member]).toEqual(taken.at(-1));
  });

  it('at least one field is required', async () => {
    expectProblem(await api.patch(`/memories/${await newMemory()}`, {}), 'validation-failed', 400);
  });

  it('data is the updated Memory, and updatedAt changes', async () => {
    const before = dataOf(await api.get(`/memories/${await newMemory()}`));
    const after = dataOf(await api.patch(`/memories/${before.id}`, { content: 'A run.' }));
    expect(after).toMatchObject({ ...memory, id: before.id, content: 'A run.', createdAt: before.createdAt });
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
  });
});

describe('4.5 DELETE /memories/:id: response', () => {
  it('data holds the boolean deleted, and the memory is gone', async () => {
    const id = await newMemory();
    expect(dataOf(await api.delete(`/memories/${id}`))).toEqual({ deleted: true });
    expectProblem(await api.get(`/memories/${id}`), 'not-found', 404);
  });
});

describe('4.5 POST /memories/:id/access: effect and response', () => {
  it('accessCount increases and lastAccessedAt is updated, with an empty object or an empty body', async () => {
    const before = dataOf(await api.get(`/memories/${await newMemory()}`));
    const after = dataOf(await api.post(`/memories/${before.id}/access`, {}));
    expect(after).toMatchObject({ ...memory, id: before.id, accessCount: before.accessCount + 1 });
    expect(Date.parse(after.lastAccessedAt)).toBeGreaterThan(Date.parse(before.lastAccessedAt));
    expect(dataOf(await api.sendText('POST', `/memories/${before.id}/access`, '')).accessCount).toBe(2);
    expect(dataOf(await api.get(`/memories/${before.id}`)).accessCount).toBe(2);
  });
});

describe('4.5 GET /memories/stats: response', () => {
  const counted = createApi(api.url);
  const stats = async () => dataOf(await counted.get('/memories/stats'));
  beforeAll(async () => {
    for (const tier of ['short_term', 'episodic', 'episodic']) {
      await idOf(counted, '/memories', { tier, content: 'Counted.' });
    }
  });

  it('total', async () => expect((await stats()).total).toBe(3));

  it('byTier', async () => expect((await stats()).byTier).toEqual({ short_term: 1, episodic: 2, semantic: 0 }));

  it('byDay', async () => {
    const { byDay } = await stats();
    expect(byDay).toHaveLength(30);
    for (const day of byDay) expect(day).toEqual({ date, count: integer });
    expect(byDay.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(3);
  });

  it('days that are asked for', async () => {
    await expectParameter(counted, '/memories/stats', ['days', [1, 365], [0, 366, 'x']]);
    expectRefused(await counted.get('/memories/stats?days='), 'query.days');
  });
});
