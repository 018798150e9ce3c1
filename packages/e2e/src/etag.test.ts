import { beforeEach, describe, expect, inject, it } from 'vitest';
import { create, read } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectProblem } from './expectations.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const ifMatch = (tag: string) => ({ 'if-match': tag });

describe('If-Match', () => {
  it('with the present ETag lets a change and a removal pass', async () => {
    const { id } = await create(api, 'Version one.');
    const read1 = await api.get(`/memories/${id}`);
    const changed = await api.patch(`/memories/${id}`, { tags: ['x'] }, ifMatch(read1.headers.get('etag') ?? ''));
    expect(changed.status).toBe(200);
    const tag = changed.headers.get('etag') ?? '';
    expect(tag).not.toBe(read1.headers.get('etag'));
    expect((await api.delete(`/memories/${id}`, ifMatch(tag))).status).toBe(200);
  });

  it.each([
    ['a stale one', '"1"'],
    ['one to come', '"3"'],
    ['a weak one', 'W/"2"'],
    ['one without quotes', '2'],
    ['one of another service', '"686897696a7c876b7e"'],
    ['garbage', 'x"y'],
    ['nothing', ''],
    ['an SQL one', '"2 or 1=1"'],
  ])('with %s stops both with 412', async (_name, tag) => {
    const { id } = await create(api, 'Version one.');
    await api.patch(`/memories/${id}`, { content: 'Version two.' });
    expectProblem(await api.patch(`/memories/${id}`, { content: 'Lost.' }, ifMatch(tag)), 'precondition-failed');
    expectProblem(await api.delete(`/memories/${id}`, ifMatch(tag)), 'precondition-failed');
    expect(await read(api, id)).toMatchObject({ content: 'Version two.', version: 2 });
  });

  it('with * lets both pass where the memory exists', async () => {
    const { id } = await create(api, 'Any version.');
    expect((await api.patch(`/memories/${id}`, { tags: ['x'] }, ifMatch('*'))).status).toBe(200);
    expect((await api.delete(`/memories/${id}`, ifMatch('*'))).status).toBe(200);
  });

  it('lets one of two writers win who read the same version', async () => {
    const { id } = await create(api, 'Contended.');
    const changes = Array.from({ length: 10 }, (_, index) => ({ tags: [`writer ${index}`] }));
    const answers = await Promise.all(changes.map((change) => api.patch(`/memories/${id}`, change, ifMatch('"1"'))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectProblem(answer, 'precondition-failed');
    const winner = answers.find(({ status }) => status === 200);
    expect(await read(api, id)).toMatchObject({ tags: winner?.body.data.tags, version: 2 });
  });

  it('is told by an unknown id as 404, not 412', async () => {
    const { id } = await create(api, 'Gone soon.');
    await api.delete(`/memories/${id}`);
    expectProblem(await api.patch(`/memories/${id}`, { tags: [] }, ifMatch('"1"')), 'not-found');
    expectProblem(await api.delete(`/memories/${id}`, ifMatch('"1"')), 'not-found');
  });
});
