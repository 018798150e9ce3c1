import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createApi } from '../client.js';
import { dataOf, expectMember, expectParameter, type Row } from './answers.js';
import { array, date, integer, object, rowsOf } from './kinds.js';
import { event } from './resources.js';

const api = createApi(inject('gatewayUrl'));
const actor = randomUUID();
const given = { actorEntityId: actor, eventType: 'met', payload: { free: [1, { form: null }] }, tags: ['work'] };

let made: Record<string, unknown>;
let smallest: Record<string, unknown>;
beforeAll(async () => {
  made = dataOf(await api.post('/events', given), 201);
  smallest = dataOf(await api.post('/events', { eventType: 'left' }), 201);
});

describe('2.6 Event: create fields', () => {
  it.each<Row>([
    ['actorEntityId', [actor, undefined], ['runa', 5]],
    ['eventType', ['met', 'x'.repeat(128)], ['', 5, undefined, 'x'.repeat(129)]],
    ['payload', [{}, { a: { b: 1 } }, undefined], ['x', []]],
    ['tags', [[], ['a'], undefined], ['a', [5]]],
  ])('%s', (member, taken, refused) => {
    const elsewhere = createApi(api.url);
    const send = (value: unknown) => elsewhere.post('/events', { eventType: 'met', [member]: value });
    return expectMember(send, [`/${member}`, taken, refused]);
  });
});

describe('2.6 Event: returned record as the decisions give it', () => {
  it.each(rowsOf(event))('%s', (field, kind) => {
    expect(made[field]).toEqual(kind);
    expect(smallest[field]).toEqual(kind);
  });

  it.each(Object.entries(given))('%s is what was given', (field, value) => expect(made[field]).toEqual(value));

  it('actorEntityId is null where none was given', () => expect(smallest.actorEntityId).toBeNull());
});

describe('4.8 Events: endpoints', () => {
  it('POST /events creates, at the place that Location names', async () => {
    const answer = await createApi(api.url).post('/events', given);
    expect(answer.headers.get('location')).toBe(`/events/${dataOf(answer, 201).id}`);
  });

  it('GET /events/:id gets', async () => expect(dataOf(await api.get(`/events/${made.id}`))).toEqual(made));

  it('GET /events lists', async () => {
    const { events, ...page } = dataOf(await api.get('/events'));
    expect(page).toEqual({ total: 2, offset: 0, limit: 20, nextCursor: null });
    expect(events).toEqual(expect.arrayContaining([made, smallest]));
  });

  it.each(['eventType=met', `actorEntityId=${actor}`, 'tag=work'])('GET /events filtered by %s', async (filter) => {
    expect(dataOf(await api.get(`/events?${filter}`)).events).toEqual([made]);
  });

  it.each<Row>([
    ['offset', [0, 5], [-1, 'x']],
    ['limit', [1, 100], [0, 101]],
    ['after', ['2026-01-01T00:00:00Z'], ['monday']],
    ['before', ['2030-01-01T00:00:00Z'], ['monday']],
    ['sortOrder', ['asc', 'desc'], ['up']],
    ['actorEntityId', [actor], ['runa']],
  ])('GET /events: %s', (name, taken, refused) => expectParameter(api, '/events', [name, taken, refused]));
});

describe('4.8 GET /events/timeline: daily aggregation', () => {
  const timeline = async (query = '') => dataOf(await api.get(`/events/timeline${query}`));

  it.each<Row>([
    ['days', [1, 7, 365], [0, 366, 'x', 1.5]],
    ['eventType', ['met', 'none'], []],
  ])('%s', (name, taken, refused) => expectParameter(api, '/events/timeline', [name, taken, refused]));

  it('days is 30 by default, each with its date and count', async () => {
    const answer = await timeline();
    expect(answer.days).toBe(30);
    expect(answer.timeline).toHaveLength(30);
    for (const day of answer.timeline) expect(day).toEqual({ date, count: integer, byType: object });
  });

  it('counts the events of a day, oldest day first', async () => {
    const { timeline: days } = await timeline('?days=7');
    expect(days).toHaveLength(7);
    expect(days.at(-1)).toMatchObject({ count: 2, byType: { met: 1, left: 1 } });
    expect(days[0].count).toBe(0);
  });

  it('counts one type only when asked to', async () => {
    const answer = await timeline('?days=1&eventType=met');
    expect(answer).toMatchObject({ days: 1, eventType: 'met', timeline: [{ count: 1 }] });
  });

  it('timeline is an array', async () => expect((await timeline()).timeline).toEqual(array));
});

describe('6 Events: a stored resource', () => {
  it('what is created can be read, by id and in the list', async () => {
    const tenant = createApi(api.url);
    const stored = dataOf(await tenant.post('/events', given), 201);
    expect(dataOf(await tenant.get(`/events/${stored.id}`))).toEqual(stored);
    expect(dataOf(await tenant.get('/events')).events).toEqual([stored]);
  });
});
