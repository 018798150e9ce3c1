import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { create, read } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectProblem, expectRefused } from './expectations.js';
import { createEntity, createEvent, relate } from './graph-actions.js';
import { expectListRules } from './list-rules.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const good = { type: 'person', name: 'Ann' };

describe('POST /entities', () => {
  it('creates one with all its members', async () => {
    const body = {
      type: 'team',
      name: 'Ännchen 😀',
      properties: { size: 3, more: { list: [null] } },
      tags: ['a', 'b'],
    };
    const answer = await api.post('/entities', body);
    expect(answer.status, answer.text).toBe(201);
    const { data } = answer.body;
    expect(data).toEqual({ ...data, ...body, tenantId: api.tenant, version: 1, updatedAt: data.createdAt });
    expect(data.id).toMatch(uuidV7);
    expect(answer.headers.get('location')).toBe(`/entities/${data.id}`);
    expect(answer.headers.get('etag')).toBe('"1"');
    const again = await api.get(`/entities/${data.id}`);
    expect(again.body.data).toEqual(data);
    expect(again.headers.get('etag')).toBe('"1"');
  });

  it('needs a type and a name only', async () => {
    expect(await createEntity(api, 'Ann')).toMatchObject({ ...good, properties: {}, tags: [] });
    await createEntity(api, 'x'.repeat(256), { type: '😀'.repeat(64) });
  });

  it.each<[object, string]>([
    [{ name: 'Ann' }, '/type'],
    [{ type: 'person' }, '/name'],
    [{ ...good, type: '' }, '/type'],
    [{ ...good, type: 'x'.repeat(65) }, '/type'],
    [{ ...good, name: '\u200b ' }, '/name'],
    [{ ...good, name: 'x'.repeat(257) }, '/name'],
    [{ ...good, name: 'a\0b' }, '/name'],
    [{ ...good, properties: [] }, '/properties'],
    [{ ...good, properties: { a: '\ud800' } }, '/properties'],
    [{ ...good, properties: { a: 'x'.repeat(70_000) } }, '/properties'],
    [{ ...good, tags: [''] }, '/tags/0'],
    [{ ...good, tags: Array.from({ length: 65 }, String) }, '/tags'],
  ])('refuses what does not fit by name: %#', async (body, path) => {
    expectRefused(await api.post('/entities', body), path);
    expect((await api.get('/entities')).body.data.total).toBe(0);
  });

  it('with an Idempotency-Key makes one, and its answer goes with it', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await api.post('/entities', good, key);
    const again = await api.post('/entities', good, key);
    expect([again.text, again.status, again.headers.get('idempotency-replayed')]).toEqual([first.text, 201, 'true']);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expectProblem(await api.post('/entities', { ...good, name: 'Ben' }, key), 'idempotency-key-reused');
    await api.delete(`/entities/${first.body.data.id}`);
    const late = await api.post('/entities', good, key);
    expectProblem(late, 'conflict');
    expect(late.text).not.toContain('Ann');
  });
});

describe('GET /entities', () => {
  it('keeps the rules of a list, newest first', async () => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids.unshift((await createEntity(api, name)).id);
    await expectListRules(api, { path: '/entities', ids, add: () => createEntity(api, 'later') });
  });

  it.each([
    ['type=team', ['Ann of the team']],
    ['tag=y', ['Ben', 'Ann of the team']],
    ['name=Ben', ['Ben']],
    ['name=ben', []],
    ['tag=y&type=person', ['Ben']],
    [`name=${encodeURIComponent('O\'Neil "x"; --')}`, ['O\'Neil "x"; --']],
  ])('filters by %s', async (query, expected) => {
    await createEntity(api, 'O\'Neil "x"; --');
    await createEntity(api, 'Ann of the team', { type: 'team', tags: ['x', 'y'] });
    await createEntity(api, 'Ben', { tags: ['y'] });
    const { data } = (await api.get(`/entities?${query}`)).body;
    expect(data.entities.map(({ name }: { name: string }) => name)).toEqual(expected);
    expect(data.total).toBe(expected.length);
  });
});

describe('PATCH /entities/:id', () => {
  it('replaces what it names, tags and properties whole, and raises the version', async () => {
    const entity = await createEntity(api, 'Ann', { properties: { a: 1, b: 2 }, tags: ['x', 'y'] });
    const renamed = await api.patch(`/entities/${entity.id}`, { name: 'Anna', properties: { c: 3 } });
    expect(renamed.headers.get('etag')).toBe('"2"');
    const now = { ...entity, name: 'Anna', properties: { c: 3 }, version: 2, updatedAt: renamed.body.data.updatedAt };
    expect(renamed.body.data).toEqual(now);
    expect(renamed.body.data.updatedAt >= entity.updatedAt).toBe(true);
    await api.patch(`/entities/${entity.id}`, { type: 'agent', tags: [] });
    expect((await api.get(`/entities/${entity.id}`)).body.data).toMatchObject({
      name: 'Anna',
      type: 'agent',
      tags: [],
    });
  });

  it('refuses to change nothing, and members that do not fit', async () => {
    const { id } = await createEntity(api, 'Ann');
    expectRefused(await api.patch(`/entities/${id}`, {}), '');
    expectRefused(await api.patch(`/entities/${id}`, { createdAt: '2026-01-01T00:00:00Z' }), '');
    expectRefused(await api.patch(`/entities/${id}`, { name: null }), '/name');
    expect((await api.get(`/entities/${id}`)).body.data.version).toBe(1);
  });

  it('and DELETE stop at a version that is not the one of If-Match', async () => {
    const { id } = await createEntity(api, 'Ann');
    const changes = Array.from({ length: 8 }, (_, index) => ({ tags: [`writer ${index}`] }));
    const sent = changes.map((change) => api.patch(`/entities/${id}`, change, { 'if-match': '"1"' }));
    const answers = await Promise.all(sent);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectProblem(answer, 'precondition-failed');
    expectProblem(await api.delete(`/entities/${id}`, { 'if-match': '"1"' }), 'precondition-failed');
    expect((await api.delete(`/entities/${id}`, { 'if-match': '"2"' })).body).toEqual({ data: { deleted: true } });
  });
});

describe('DELETE /entities/:id', () => {
  it('removes it with its relations; memories and events keep its id', async () => {
    const [ann, ben] = [await createEntity(api, 'Ann'), await createEntity(api, 'Ben')];
    const memory = await create(api, 'Ann sails.', { ownerEntityId: ann.id });
    const event = await createEvent(api, 'met', { actorEntityId: ann.id });
    await relate(api, ['entity', ann.id], ['entity', ben.id]);
    await relate(api, ['memory', memory.id], ['entity', ann.id]);
    const left = await relate(api, ['memory', memory.id], ['entity', ben.id]);
    expect((await api.delete(`/entities/${ann.id}`)).body).toEqual({ data: { deleted: true } });
    for (const gone of [
      await api.get(`/entities/${ann.id}`),
      await api.delete(`/entities/${ann.id}`),
      await api.patch(`/entities/${ann.id}`, { name: 'back' }, { 'if-match': '"1"' }),
    ])
      expectProblem(gone, 'not-found');
    const { relations } = (await api.get('/relations')).body.data;
    expect(relations).toEqual([left]);
    expect((await read(api, memory.id)).ownerEntityId).toBe(ann.id);
    expect((await api.get(`/events/${event.id}`)).body.data.actorEntityId).toBe(ann.id);
  });
});
