/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { finishedIngest, listAll } from './actions.js';
import { createApi } from './client.js';
import { useOwnServices } from './own-service.js';

const { startAlone, start } = useOwnServices();

const withOutage = (method: string) => ({ NODE_ENV: 'test', FAILPOINT: `${method}:before:outage` });

/** A 503 says that nothing was kept, so a committed write must be answered with success whatever happens after it. */
describe('records that go away after the commit', () => {
  it('leave a created memory created', async () => {
    const api = createApi((await startAlone('gateway', withOutage('records.memories.get'))).url);
    const answer = await api.post('/memories', { tier: 'episodic', content: 'The kettle is blue.' });
    expect(answer.status, answer.text).toBe(201);
    expect((await listAll(api)).map(({ id }) => id)).toEqual([answer.body.data.id]);
  });

  it('leave a batch created', async () => {
    const api = createApi((await startAlone('gateway', withOutage('records.memories.getMany'))).url);
    const memories = ['One.', 'Two.'].map((content) => ({ tier: 'episodic', content }));
    const answer = await api.post('/memories/batch', { memories });
    expect(answer.body.data.results.map(({ status }: { status: number }) => status)).toEqual([201, 201]);
    expect(await listAll(api)).toHaveLength(2);
  });

  it('leave the key of a request usable, and its effect once', async () => {
    const api = createApi((await startAlone('gateway', withOutage('records.idempotency.store'))).url);
    const body = { tier: 'episodic', content: 'The kettle is blue.' };
    const headers = { 'idempotency-key': randomUUID() };
    expect((await api.post('/memories', body, headers)).status).toBe(503);
    expect(await listAll(api)).toEqual([]);
    expect((await api.post('/memories', body, headers)).status).toBe(201);
    expect(await listAll(api)).toHaveLength(1);
  });

  it('leave an ingest accepted', async () => {
    const api = createApi((await start(withOutage('records.ingests.status'))).url);
    const answer = await api.post('/ingest', { content: 'Ann lives in Turku.', source: 'note' });
    expect([200, 202], answer.text).toContain(answer.status);
    expect((await finishedIngest(api, answer.body.data.traceId)).summary.accepted).toBe(1);
    expect(await listAll(api)).toHaveLength(1);
  });
});
