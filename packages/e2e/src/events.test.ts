import { randomUUID } from 'node:crypto';
import type { Timeline } from '@hippocamp/shared/schemas/events';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { type Api, createApi } from './client.js';
import { expectProblem, expectRefused } from './expectations.js';
import { createEvent } from './graph-actions.js';
import { expectListRules } from './list-rules.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const DAY = 86_400_000;
/** Midnight may pass in the midst of a test. */
const now = Date.now();
/** Midnight in UTC, so many days before the tests began. */
const daysAgo = (days: number) => `${new Date(now - days * DAY).toISOString().slice(0, 10)}T00:00:00.000Z`;

describe('POST /events', () => {
  it('records one with all its members', async () => {
    const actorEntityId = randomUUID();
    const body = { eventType: 'order.paid', actorEntityId, payload: { sum: 3.5, list: [{}] }, tags: ['a'] };
    const answer = await api.post('/events', { ...body, occurredAt: '2025-01-02T03:04:05+02:00' });
    expect(answer.status, answer.text).toBe(201);
    const { data } = answer.body;
    expect(data).toEqual({ ...data, ...body, tenantId: api.tenant, occurredAt: '2025-01-02T01:04:05.000Z' });
    expect(Object.keys(data).sort()).toEqual(
      ['id', 'tenantId', 'actorEntityId', 'owner', 'eventType', 'payload', 'tags', 'occurredAt', 'createdAt'].sort(),
    );
    expect(answer.headers.get('location')).toBe(`/events/${data.id}`);
    expect((await api.get(`/events/${data.id}`)).body.data).toEqual(data);
  });

  it('needs an eventType only', async () => {
    const event = await createEvent(api, 'met');
    expect(event).toMatchObject({ actorEntityId: null, payload: {}, tags: [] });
    expect(event.occurredAt).toBe(event.createdAt);
  });

  it.each<[object, string]>([
    [{}, '/eventType'],
    [{ eventType: '' }, '/eventType'],
    [{ eventType: 'x'.repeat(129) }, '/eventType'],
    [{ eventType: 'a', actorEntityId: 'ann' }, '/actorEntityId'],
    [{ eventType: 'a', payload: 'x' }, '/payload'],
    [{ eventType: 'a', payload: { '\0': 1 } }, '/payload'],
    [{ eventType: 'a', tags: 'x' }, '/tags'],
    [{ eventType: 'a', occurredAt: 'yesterday' }, '/occurredAt'],
    [{ eventType: 'a', occurredAt: '2999-01-01T00:00:00Z' }, '/occurredAt'],
  ])('refuses what does not fit by name: %#', async (body, path) => {
    expectRefused(await api.post('/events', body), path);
    expect((await api.get('/events')).body.data.total).toBe(0);
  });

  it('with an Idempotency-Key records one', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await api.post('/events', { eventType: 'met' }, key);
    expect((await api.post('/events', { eventType: 'met' }, key)).text).toBe(first.text);
    expect((await api.get('/events')).body.data.total).toBe(1);
  });

  it('takes times at the edge of what can be stored', async () => {
    for (const occurredAt of ['0001-01-01T00:00:00Z', '1969-12-31T23:59:59.999Z'])
      await createEvent(api, 'old', { occurredAt });
    expect((await api.get('/events?sortOrder=asc&limit=1')).body.data.nextCursor).not.toBeNull();
  });
});

describe('GET /events', () => {
  it('keeps the rules of a list, newest first', async () => {
    const ids: string[] = [];
    for (const days of [5, 4, 4, 4, 1]) ids.unshift((await createEvent(api, 'met', { occurredAt: daysAgo(days) })).id);
    await expectListRules(api, { path: '/events', ids, add: () => createEvent(api, 'later') });
  });

  it('filters by type, actor, tag and time, and sorts both ways', async () => {
    const actor = randomUUID();
    const given = [
      ['left', { occurredAt: daysAgo(3), tags: ['x'] }],
      ['met', { occurredAt: daysAgo(2), actorEntityId: actor }],
      ['met', { occurredAt: daysAgo(1), tags: ['x', 'y'] }],
    ] as const;
    const [a, b, c] = await Promise.all(given.map(async ([type, more]) => (await createEvent(api, type, more)).id));
    const ids = async (query: string) => {
      const { data } = (await api.get(`/events?${query}`)).body;
      return data.events.map(({ id }: { id: string }) => id);
    };
    expect(await ids('eventType=met')).toEqual([c, b]);
    expect(await ids(`actorEntityId=${actor.toUpperCase()}`)).toEqual([b]);
    expect(await ids('tag=x&sortOrder=asc')).toEqual([a, c]);
    expect(await ids(`after=${daysAgo(2)}`)).toEqual([c, b]);
    expect(await ids(`before=${daysAgo(2)}`)).toEqual([a]);
    expect(await ids(`after=${daysAgo(3)}&before=${daysAgo(1)}&sortOrder=asc`)).toEqual([a, b]);
    expect(await ids('eventType=met&tag=x')).toEqual([c]);
    for (const query of ['sortOrder=up', 'after=x', 'before=', 'actorEntityId=1', 'tag='])
      expectRefused(await api.get(`/events?${query}`), `query.${query.split('=')[0]}`);
  });

  it('answers an unknown id as not found', async () => {
    expectProblem(await api.get(`/events/${randomUUID()}`), 'not-found');
    expectRefused(await api.get('/events/1'), 'path.id');
  });
});

describe('GET /events/timeline', () => {
  const timeline = async (query = ''): Promise<Timeline> => (await api.get(`/events/timeline${query}`)).body.data;

  it('of nothing is 30 empty days up to today, oldest first', async () => {
    const { days, eventType, timeline: found } = await timeline();
    expect([days, eventType, found.length]).toEqual([30, null, 30]);
    expect(found.every(({ count, byType }) => count === 0 && Object.keys(byType).length === 0)).toBe(true);
    const dates = found.map(({ date }) => date);
    expect(dates).toEqual([...new Set(dates)].sort());
    expect([daysAgo(0).slice(0, 10), daysAgo(-1).slice(0, 10)]).toContain(dates.at(-1));
  });

  it('counts by day and type', async () => {
    for (const [type, days] of [
      ['met', 3],
      ['met', 3],
      ['__proto__', 3],
      ['left', 1],
      ['met', 40],
    ] as const)
      await createEvent(api, type, { occurredAt: daysAgo(days) });
    const { timeline: found } = await timeline('?days=7');
    const on = (days: number) => found.find(({ date }) => date === daysAgo(days).slice(0, 10));
    expect(found).toHaveLength(7);
    expect(on(3)?.count).toBe(3);
    expect(Object.entries(on(3)?.byType ?? {}).sort()).toEqual([
      ['__proto__', 1],
      ['met', 2],
    ]);
    expect(on(1)).toMatchObject({ count: 1, byType: { left: 1 } });
    expect(on(2)).toMatchObject({ count: 0, byType: {} });
    const met = await timeline('?days=7&eventType=met');
    expect(met.eventType).toBe('met');
    expect(met.timeline.map(({ count }) => count).filter((count) => count > 0)).toEqual([2]);
    expect((await timeline('?days=365')).timeline.reduce((sum, { count }) => sum + count, 0)).toBe(5);
    expect((await timeline('?days=1')).timeline).toHaveLength(1);
  });

  it.each(['days=0', 'days=366', 'days=1.5', 'days=x', 'eventType='])('refuses %s', async (query) =>
    expectRefused(await api.get(`/events/timeline?${query}`), `query.${query.split('=')[0]}`),
  );
});
