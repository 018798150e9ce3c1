import { randomUUID } from 'node:crypto';
import type { Consistency, DeadLetterList } from '@hippocamp/shared/schemas/admin';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { allIndexed, create, find, finishedIngest, foundIds } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectRefused } from './expectations.js';
import { useOwnServices } from './own-service.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const consistency = async (query = ''): Promise<Consistency> => {
  const answer = await api.get(`/admin/consistency${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

describe('the consistency of a tenant', () => {
  it('is a comparison of its records and its index', async () => {
    expect(await consistency()).toMatchObject({
      consistent: true,
      memories: 0,
      points: 0,
      pending: 0,
      repaired: false,
    });
    const kept = await create(api, 'The kettle is blue.');
    const gone = await create(api, 'The ladder is green.');
    await api.delete(`/memories/${gone.id}`);
    await allIndexed(api);
    const none = { count: 0, examples: [] };
    expect(await consistency('?repair=true')).toEqual({
      consistent: true,
      memories: 1,
      points: 1,
      pending: 0,
      missing: none,
      stale: none,
      extra: none,
      repaired: false,
    });
    expect(foundIds(await find(api, 'kettle'))).toEqual([kept.id]);
  });

  it('is asked for with true or false', async () => {
    expectRefused(await api.get('/admin/consistency?repair=perhaps'), 'query.repair');
  });
});

describe('dead letters', () => {
  const { start } = useOwnServices();

  const listed = async (to: Api, query = ''): Promise<DeadLetterList> => {
    const answer = await to.get(`/admin/dead-letters${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };

  it('are listed with their reason, and replayed', { tags: ['long'] }, async () => {
    const failing = {
      NODE_ENV: 'test',
      FAILPOINT: 'language.segment:before:throw',
      JOB_ATTEMPTS: '1',
      JOB_RETRY_SECONDS: '0',
    };
    const own = createApi((await start(failing)).url);
    const answer = await own.post('/ingest', { content: 'Ann lives in Turku.', source: 'note' });
    expect([answer.status, answer.body.data.status]).toEqual([200, 'failed']);
    const { ingests } = (await own.get('/ingest?state=failed')).body.data;
    expect(ingests).toHaveLength(1);
    const [{ traceId, error }] = ingests;
    expect(error).toBe('failpoint');
    const letters = await listed(own);
    expect(letters).toMatchObject({ total: 1, offset: 0, limit: 20, nextCursor: null });
    expect(letters.deadLetters).toMatchObject([{ kind: 'ingest', ref: traceId, attempts: 1, error: 'failpoint' }]);
    expect((await listed(own, '?kind=index')).deadLetters).toEqual([]);

    const headers = { 'idempotency-key': randomUUID() };
    const replay = await own.post('/admin/dead-letters/replay', { kind: 'ingest', refs: [traceId] }, headers);
    expect(replay.body.data).toEqual({ replayed: [{ kind: 'ingest', ref: traceId }] });
    const done = await finishedIngest(own, traceId);
    expect(done.summary).toEqual({ candidates: 1, accepted: 1, rejected: 0 });
    expect(foundIds(await find(own, 'Where does Ann live?'))).toEqual([done.acceptedMemories[0]?.memoryId]);
    expect((await listed(own)).total).toBe(0);
    const again = await own.post('/admin/dead-letters/replay', { kind: 'ingest', refs: [traceId] }, headers);
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([replay.text, 'true']);
  });

  it('of nobody are none', async () => {
    expect(await listed(api)).toEqual({ deadLetters: [], total: 0, offset: 0, limit: 20, nextCursor: null });
    const replay = await api.post('/admin/dead-letters/replay', {});
    expect([replay.status, replay.body.data]).toEqual([200, { replayed: [] }]);
    expectRefused(await api.post('/admin/dead-letters/replay', { kind: 'letter', refs: [] }), '/kind', '/refs');
    expectRefused(await api.get('/admin/dead-letters?cursor=x'), 'query.cursor');
  });
});
