import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createApi } from '../client.js';
import { dataOf, expectMember, expectParameter, idOf, type Row } from './answers.js';
import { array, integer, rowsOf } from './kinds.js';
import { entity } from './resources.js';

const api = createApi(inject('gatewayUrl'));
const given = { type: 'project', name: 'Harbour walk', properties: { free: [1, { form: null }] }, tags: ['outdoors'] };

let made: Record<string, unknown>;
let smallest: Record<string, unknown>;
beforeAll(async () => {
  made = dataOf(await api.post('/entities', given), 201);
  smallest = dataOf(await api.post('/entities', { type: 'user', name: 'Runa' }), 201);
});

describe('2.5 Entity: create fields', () => {
  it.each<Row>([
    ['type', ['user', 'agent', 'team', 'project', 'x'.repeat(64)], ['', 5, undefined, 'x'.repeat(65)]],
    ['name', ['Runa', 'x'.repeat(256)], ['', 5, undefined, 'x'.repeat(257)]],
    ['properties', [{}, { a: { b: 1 } }, undefined], ['x', []]],
    ['tags', [[], ['a'], undefined], ['a', [5]]],
  ])('%s', (member, taken, refused) => {
    const elsewhere = createApi(api.url);
    const send = (value: unknown) => elsewhere.post('/entities', { type: 'user', name: 'Runa', [member]: value });
    return expectMember(send, [`/${member}`, taken, refused]);
  });
});

describe('2.5 Entity: returned record as the decisions give it', () => {
  it.each(rowsOf(entity))('%s', (field, kind) => {
    expect(made[field]).toEqual(kind);
    expect(smallest[field]).toEqual(kind);
  });

  it.each(Object.entries(given))('%s is what was given', (field, value) => expect(made[field]).toEqual(value));
});

describe('4.7 Entities: endpoints', () => {
  it('POST /entities creates, at the place that Location names', async () => {
    const answer = await createApi(api.url).post('/entities', given);
    expect(answer.headers.get('location')).toBe(`/entities/${dataOf(answer, 201).id}`);
  });

  it('GET /entities/:id gets', async () => expect(dataOf(await api.get(`/entities/${made.id}`))).toEqual(made));
});

describe('4.7 Entities: what the client SDK also offers', () => {
  it('list', async () => {
    const { entities, ...page } = dataOf(await api.get('/entities?type=project'));
    expect(page).toEqual({ total: 1, offset: 0, limit: 20, nextCursor: null });
    for (const found of entities) expect(found).toMatchObject(entity);
  });

  it.each(['type=project', 'tag=outdoors', 'name=Harbour%20walk'])('list filtered by %s', async (filter) => {
    const { entities } = dataOf(await api.get(`/entities?${filter}`));
    expect(entities).toEqual([made]);
  });

  it.each<Row>([
    ['offset', [0, 5], [-1, 'x']],
    ['limit', [1, 100], [0, 101]],
  ])('list: %s', (name, taken, refused) => expectParameter(api, '/entities', [name, taken, refused]));

  it.each<Row>([
    ['type', ['team'], ['', 5]],
    ['name', ['Canal walk'], ['', 5]],
    ['properties', [{ b: 2 }], ['x']],
    ['tags', [['indoors'], []], ['x']],
  ])('update: %s', async (member, taken, refused) => {
    const id = await idOf(api, '/entities', { type: 'user', name: 'Changing' });
    await expectMember((value) => api.patch(`/entities/${id}`, { [member]: value }), [`/${member}`, taken, refused]);
    expect(dataOf(await api.get(`/entities/${id}`))[member]).toEqual(taken.at(-1));
  });

  it('delete', async () => {
    const id = await idOf(api, '/entities', { type: 'user', name: 'Leaving' });
    expect(dataOf(await api.delete(`/entities/${id}`))).toEqual({ deleted: true });
    expect((await api.get(`/entities/${id}`)).status).toBe(404);
  });

  it.each(rowsOf({ entities: array, total: integer, offset: integer, limit: integer }))(
    'list answers %s',
    async (member, kind) => expect(dataOf(await api.get('/entities'))[member]).toEqual(kind),
  );
});
