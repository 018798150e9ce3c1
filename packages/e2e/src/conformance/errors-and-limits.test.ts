import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createApi } from '../client.js';
import { dataOf, expectProblem, expectRefused, idOf } from './answers.js';

const api = createApi(inject('gatewayUrl'));
const resources = ['/memories', '/entities', '/events', '/relations'];

describe('7 Errors: an identifier that is unknown or none', () => {
  it.each(resources)('GET %s/:id', async (path) => {
    expectProblem(await api.get(`${path}/${randomUUID()}`), 'not-found', 404);
    expectRefused(await api.get(`${path}/42`), 'path.id');
  });

  it.each(['/memories', '/entities', '/relations'])('DELETE %s/:id', async (path) => {
    expectProblem(await api.delete(`${path}/${randomUUID()}`), 'not-found', 404);
    expectRefused(await api.delete(`${path}/42`), 'path.id');
  });

  it('PATCH /memories/:id', async () => {
    expectProblem(await api.patch(`/memories/${randomUUID()}`, { content: 'x' }), 'not-found', 404);
  });

  it('POST /memories/:id/access', async () => {
    expectProblem(await api.post(`/memories/${randomUUID()}/access`, {}), 'not-found', 404);
  });

  it('POST /relations to an entity or a memory that is not there', async () => {
    for (const kind of ['entity', 'memory']) {
      const ends = { fromType: 'artifact', fromId: randomUUID(), toType: kind, toId: randomUUID() };
      expectProblem(await api.post('/relations', { type: 'x', ...ends }), 'unprocessable', 422);
    }
  });

  it('GET /relations/traverse from what is not there', async () => {
    for (const kind of ['entity', 'memory']) {
      const path = `/relations/traverse?startType=${kind}&startId=${randomUUID()}`;
      expectProblem(await api.get(path), 'not-found', 404);
    }
  });
});

describe('7 Errors: a body that fails validation', () => {
  it('content outside 1..50000', async () => {
    for (const content of ['', 'x'.repeat(50_001)]) {
      expectRefused(await api.post('/ingest', { content, source: 'note' }), '/content');
    }
  });

  it('PATCH with no field', async () => {
    const id = await idOf(api, '/memories', { tier: 'episodic', content: 'x' });
    expectProblem(await api.patch(`/memories/${id}`, {}), 'validation-failed', 400);
  });

  it.each(['{', '', 'nothing', '{"a":1,}'])('what is not JSON: %j', async (text) => {
    const answer = await api.sendText('POST', '/memories/query', text);
    expect(answer.status, answer.text).toBe(400);
    expectProblem(answer, text === '' ? 'validation-failed' : 'malformed-json', 400);
  });

  it.each([
    ['[]', 'validation-failed'],
    ['5', 'malformed-json'],
    ['null', 'malformed-json'],
    ['"x"', 'malformed-json'],
  ])('what is no object: %s', async (text, name) => {
    expectProblem(await api.sendText('POST', '/memories/query', text), name, 400);
  });

  it('an unknown path and an unknown method', async () => {
    expectProblem(await api.get('/nowhere'), 'not-found', 404);
    const answer = await api.patch('/memories', {});
    expectProblem(answer, 'method-not-allowed', 405);
    expect(answer.headers.get('allow')).toMatch(/GET/);
  });

  it('a budget that the input alone does not fit', async () => {
    const answer = await api.post('/context/build', { currentInput: 'word '.repeat(100), maxTokens: 16 });
    expectProblem(answer, 'unprocessable', 422);
  });
});

describe('8 Limits: each row', () => {
  const ingest = (content: string) => api.post('/ingest', { content, source: 'document' });

  it.each([
    ['1 character', 'x'],
    ['50000 characters', 'word '.repeat(10_000)],
    ['50000 characters beyond the first plane', '😀 '.repeat(25_000)],
  ])('POST /ingest takes %s', async (_name, content) => {
    dataOf(await ingest(content));
  });

  it.each(['', `${'word '.repeat(10_000)}x`])('POST /ingest refuses what is shorter or longer', async (content) => {
    expectRefused(await ingest(content), '/content');
  });

  const listed = createApi(api.url);
  beforeAll(async () => {
    for (let index = 0; index < 21; index += 1) await idOf(listed, '/memories', { tier: 'episodic', content: 'x' });
  });

  it('limit is 20 by default for GET /memories', async () => {
    expect(dataOf(await listed.get('/memories'))).toMatchObject({ limit: 20, memories: { length: 20 } });
  });

  it('limit is 20 by default for GET /lifecycle/runs', async () => {
    const tenant = createApi(api.url);
    for (let index = 0; index < 21; index += 1) await tenant.post('/lifecycle/run', {});
    expect((await tenant.get('/lifecycle/runs')).body.runs).toHaveLength(20);
    expect((await tenant.get('/lifecycle/runs?limit=100')).body.runs).toHaveLength(21);
  });

  it.each(['/memories', '/lifecycle/runs'])('limit is at most 100 for GET %s', async (path) => {
    expect((await listed.get(`${path}?limit=100`)).status).toBe(200);
    expectRefused(await listed.get(`${path}?limit=101`), 'query.limit');
  });

  it('offset is 0 by default for GET /memories', async () => {
    expect(dataOf(await listed.get('/memories')).offset).toBe(0);
  });

  it('the body is at most 1 MiB', async () => {
    const metadata = { text: 'x'.repeat(1024 * 1024) };
    expectProblem(await api.post('/memories', { tier: 'episodic', content: 'x', metadata }), 'payload-too-large', 413);
  });
});
