import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createApi } from '../client.js';
import { dataOf, expectProblem, expectRefused, idOf } from './answers.js';
import { type Endpoint, endpoints, type GoodRequest, goodRequests, sendWith } from './requests.js';

const api = createApi(inject('gatewayUrl'));
const json = { 'content-type': 'application/json' };
const unwrapped: Endpoint[] = ['POST /lifecycle/run', 'GET /lifecycle/runs'];

let requests: Record<Endpoint, GoodRequest>;
beforeAll(async () => {
  requests = await goodRequests(api);
});

const send = (endpoint: Endpoint, headers: Record<string, string>) => sendWith(api.url, requests[endpoint], headers);

describe('5 Authentication: x-tenant-id is required', () => {
  it.each(endpoints)('%s', async (endpoint) => expectRefused(await send(endpoint, json), 'header.x-tenant-id'));
});

describe('5 Authentication: content-type is required where there is a body', () => {
  it.each(endpoints.filter((endpoint) => /^(POST|PATCH)/.test(endpoint)))('%s', async (endpoint) => {
    const answer = await send(endpoint, { 'x-tenant-id': api.tenant, 'content-type': 'text/plain' });
    expectProblem(answer, 'unsupported-media-type', 415);
  });
});

describe('4 Endpoints: every one answers, in its envelope', () => {
  it.each(endpoints)('%s', async (endpoint) => {
    const answer = await send(endpoint, { 'x-tenant-id': api.tenant, ...json });
    const status = requests[endpoint].status;
    if (!unwrapped.includes(endpoint)) dataOf(answer, status);
    else expect(answer.status, answer.text).toBe(status);
    if (unwrapped.includes(endpoint)) expect(answer.body).not.toHaveProperty('data');
  });
});

describe('5 Authentication: the tenant scopes all records', () => {
  const other = createApi(api.url);

  it.each<[string, object]>([
    ['/memories', { tier: 'semantic', content: 'Runa keeps bees.' }],
    ['/entities', { type: 'user', name: 'Runa' }],
    ['/events', { eventType: 'met' }],
    [
      '/relations',
      { type: 'like', fromType: 'artifact', fromId: randomUUID(), toType: 'artifact', toId: randomUUID() },
    ],
  ])('%s', async (path, body) => {
    const tenant = createApi(api.url);
    const id = await idOf(tenant, path, body);
    expect(dataOf(await tenant.get(`${path}/${id}`)).tenantId).toBe(tenant.tenant);
    expectProblem(await other.get(`${path}/${id}`), 'not-found', 404);
    expect(dataOf(await other.get(path)).total).toBe(0);
  });

  it('queries, claims and counts', async () => {
    const content = 'Runa keeps bees.';
    await idOf(createApi(api.url), '/memories', { tier: 'semantic', content });
    expect(dataOf(await other.post('/memories/query', { text: content })).results).toEqual([]);
    expect(dataOf(await other.post('/validate', { claim: content })).evidence).toEqual([]);
    expect(dataOf(await other.post('/context/build', { currentInput: content })).rawMemories).toEqual([]);
    expect(dataOf(await other.get('/memories/stats')).total).toBe(0);
  });

  it.each(['', 'a b', 'ä', 'x'.repeat(129)])('an identifier such as %j is refused', async (tenant) => {
    const answer = await sendWith(
      api.url,
      { method: 'GET', path: '/memories', status: 400 },
      {
        'x-tenant-id': Buffer.from(tenant).toString('latin1'),
      },
    );
    expectRefused(answer, 'header.x-tenant-id');
  });
});

describe('4 Endpoints: what it does not know', () => {
  it('is refused in a body, and named', async () => {
    expectRefused(await api.post('/memories', { tier: 'episodic', content: 'x', mood: 'good' }), '/mood');
  });

  it('is refused in a query, and named', async () => {
    expectRefused(await api.get('/memories?mood=good'), 'query.mood');
  });
});

describe('9 Versioning: the path carries no version segment', () => {
  it.each(['/memories', '/events', '/relations', '/entities'])('%s', async (path) => {
    expect((await api.get(path)).status).toBe(200);
    expectProblem(await api.get(`/v1${path}`), 'not-found', 404);
  });

  it('ingest debug reports extractorVersion and promptVersion', async () => {
    const body = { content: 'Runa lives in Turku.', source: 'note', debug: true };
    const { debug } = dataOf(await createApi(api.url).post('/ingest', body));
    expect([debug.extractorVersion, debug.promptVersion]).toEqual([expect.any(String), expect.any(String)]);
  });
});
