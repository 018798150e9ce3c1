import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { create, listAll, read, total } from './actions.js';
import { type Api, type ApiAnswer, createApi } from './client.js';
import { expectProblem, expectRefused } from './expectations.js';
import { waitUntil } from './wait-until.js';

let api: Api;
let key: string;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
  key = `key-${randomUUID()}`;
});

const keyed = (value = key) => ({ 'idempotency-key': value });
const body = { tier: 'episodic', content: 'Once and only once.' };

const expectReplay = (again: ApiAnswer, first: ApiAnswer) => {
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.status).toBe(first.status);
  expect(again.text).toBe(first.text);
  for (const name of ['location', 'etag', 'content-type'])
    expect(again.headers.get(name)).toBe(first.headers.get(name));
};

describe('an Idempotency-Key', () => {
  it('replays the first answer to the byte, also with members in another order', async () => {
    const first = await api.post('/memories', body, keyed());
    expect(first.status).toBe(201);
    expectReplay(await api.post('/memories', body, keyed()), first);
    const other = { content: body.content, tier: body.tier };
    expectReplay(await api.post('/memories', other, keyed()), first);
    expect(await total(api)).toBe(1);
  });

  it('replays it even when the memory has changed since', async () => {
    const first = await api.post('/memories', body, keyed());
    const path = `/memories/${first.body.data.id}`;
    await api.patch(path, { content: 'Changed.' });
    expectReplay(await api.post('/memories', body, keyed()), first);
    expect(await read(api, first.body.data.id)).toMatchObject({ content: 'Changed.', version: 2 });
  });

  it('refuses another body and another path with 422', async () => {
    await api.post('/memories', body, keyed());
    expectProblem(await api.post('/memories', { ...body, tier: 'semantic' }, keyed()), 'idempotency-key-reused');
    expectProblem(await api.post('/memories/batch', { memories: [body] }, keyed()), 'idempotency-key-reused');
    expectProblem(await api.post('/ingest', { content: 'x', source: 'note' }, keyed()), 'idempotency-key-reused');
    expect(await total(api)).toBe(1);
  });

  it('makes one memory of 20 posts at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post('/memories', body, keyed())));
    const created = answers.filter(({ status }) => status === 201);
    expect(created.length).toBeGreaterThan(0);
    expect(new Set(created.map((answer) => answer.body.data.id)).size).toBe(1);
    expect(created.filter((answer) => !answer.headers.has('idempotency-replayed'))).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectProblem(answer, 'idempotency-key-in-use');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const replay = await waitUntil('the key replays', async () => {
      const answer = await api.post('/memories', body, keyed());
      return answer.status === 201 && answer;
    });
    expect(replay.body.data.id).toBe(created[0]?.body.data.id);
    expect(await listAll(api)).toHaveLength(1);
  });

  it('belongs to its tenant', async () => {
    const other = createApi(api.url);
    const first = await api.post('/memories', body, keyed());
    const second = await other.post('/memories', { ...body, tier: 'semantic' }, keyed());
    expect(second.status).toBe(201);
    expect(second.body.data.id).not.toBe(first.body.data.id);
    expect(await total(other)).toBe(1);
  });

  it('stays free when the request was refused', async () => {
    expectRefused(await api.post('/memories', { ...body, content: '' }, keyed()), '/content');
    expectRefused(await api.post('/memories', { ...body, occurredAt: '2999-01-01T00:00:00Z' }, keyed()), '/occurredAt');
    expectProblem(await api.sendText('POST', '/memories', '{', keyed()), 'malformed-json');
    expectProblem(await api.post(`/memories/${randomUUID()}/access`, {}, keyed()), 'not-found');
    const first = await api.post('/memories', body, keyed());
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
  });

  it.each([
    ['empty', ''],
    ['of 256 characters', 'k'.repeat(256)],
    ['with a space', 'a b'],
    ['beyond ASCII', 'caf\u00e9'],
  ])('is refused when %s', async (_name, value) => {
    expectRefused(await api.post('/memories', body, keyed(value)), 'header.idempotency-key');
    expect(await total(api)).toBe(0);
  });

  it('may have 255 characters, and is ignored where nothing is written', async () => {
    expect((await api.post('/memories', body, keyed('k'.repeat(255)))).status).toBe(201);
    const asked = await api.post('/memories/query', { text: 'once' }, keyed());
    expect(asked.body.data.results).toHaveLength(1);
    expect(asked.headers.get('idempotency-replayed')).toBeNull();
  });
});

describe('an Idempotency-Key on', () => {
  it('a batch: stores it once, refused items included', async () => {
    const memories = [body, { tier: 'x' }, { ...body, content: 'Another.' }];
    const first = await api.post('/memories/batch', { memories }, keyed());
    expect(first.status).toBe(200);
    expectReplay(await api.post('/memories/batch', { memories }, keyed()), first);
    expect(await total(api)).toBe(2);
  });

  it('an access: counts it once', async () => {
    const { id } = await create(api, 'Counted.');
    const first = await api.post(`/memories/${id}/access`, {}, keyed());
    expectReplay(await api.post(`/memories/${id}/access`, {}, keyed()), first);
    expect((await read(api, id)).accessCount).toBe(1);
    const { id: other } = await create(api, 'Another.');
    expectProblem(await api.post(`/memories/${other}/access`, {}, keyed()), 'idempotency-key-reused');
  });

  it('a delete by filter: says again how many it removed', async () => {
    await create(api, 'Gone.', { tags: ['gone'] });
    const first = await api.post('/memories/delete', { tags: ['gone'] }, keyed());
    expect(first.body.data).toEqual({ deleted: true, count: 1, dryRun: false });
    await create(api, 'Came later.', { tags: ['gone'] });
    expectReplay(await api.post('/memories/delete', { tags: ['gone'] }, keyed()), first);
    expect(await total(api)).toBe(1);
  });

  it('an ingest: stores it once, with one trace', async () => {
    const text = { content: 'Ann lives in Turku and works as a baker.', source: 'note' };
    const first = await api.post('/ingest', text, keyed());
    expect(first.status, first.text).toBe(200);
    expectReplay(await api.post('/ingest', text, keyed()), first);
    expect(await total(api)).toBe(first.body.data.summary.accepted);
    expectProblem(await api.post('/ingest', { ...text, source: 'chat' }, keyed()), 'idempotency-key-reused');
  });

  it('20 ingests at once: one trace', async () => {
    const text = { content: 'Ben owns a sailing boat called Aurora.', source: 'note' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post('/ingest', text, keyed())));
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectProblem(answer, 'idempotency-key-in-use');
    const traces = answers.filter(({ status }) => status === 200).map((answer) => answer.body.data.traceId);
    expect(new Set(traces).size).toBe(1);
    expect(await total(api)).toBe(1);
  });
});
