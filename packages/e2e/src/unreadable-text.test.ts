/** @module-tag long */
import { describe, expect, it } from 'vitest';
import { create, find, list } from './actions.js';
import { createApi } from './client.js';
import { useOwnServices, useServiceOf } from './own-service.js';
import { waitUntil } from './wait-until.js';

const { start } = useOwnServices();

/** Too short for any thread, so that no text can be read. */
const NO_TIME = { READING_SECONDS: '0.001', INGEST_WAIT_MS: '60000' };

describe('a text that cannot be read in time', () => {
  const gatewayUrl = useServiceOf(NO_TIME);

  it('fails its ingest after two tries, with a reason that names its artifact, and holds up nobody', async () => {
    const api = createApi((await start({ ...NO_TIME, REDACT_SECRETS: 'false' })).url);
    const answer = await api.post('/ingest', { content: 'Ann lives in Turku.', source: 'note' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({
      success: false,
      status: 'failed',
      error: expect.stringContaining('cannot be read'),
    });
    const [failed] = (await api.get('/ingest?state=failed')).body.data.ingests;
    expect(failed.artifactId).toMatch(/^[0-9a-f-]{36}$/);
    expect(failed.error).toBe(`Artifact ${failed.artifactId} cannot be read: it takes more than 0.001 s to read`);
    const [letter] = (await api.get('/admin/dead-letters')).body.data.deadLetters;
    expect(letter).toMatchObject({ kind: 'ingest', ref: failed.traceId, attempts: 2 });
    expect((await api.get('/livez')).status).toBe(200);
  });

  it('is not taken in where its secrets would have to be found, and nothing of it is kept', async () => {
    const api = createApi(gatewayUrl());
    const answer = await api.post('/ingest', { content: 'Ann lives in Turku.', source: 'note' });
    expect([answer.status, answer.body.type], answer.text).toEqual([422, '/problems/unprocessable']);
    expect((await api.get('/ingest')).body.data.ingests).toEqual([]);
    expect((await api.get('/export')).text).not.toContain('Turku');
  });

  it('is stored and found all the same where a client stores it', async () => {
    const api = createApi(gatewayUrl());
    const memory = await create(api, 'Ann lives in Turku.');
    expect(memory.marks).toEqual(['unchecked']);
    expect((await find(api, 'Turku')).results[0]?.memory.id).toBe(memory.id);
    const changed = await api.patch(`/memories/${memory.id}`, { content: 'Ann lives in Oulu.' });
    expect(changed.status, changed.text).toBe(200);
    const batch = await api.post('/memories/batch', {
      memories: [{ tier: 'episodic', content: 'Ben lives in Kotka.' }],
    });
    expect(batch.body.data.results[0].status).toBe(201);
    await waitUntil('both are listed', async () => (await list(api)).total === 2);
  });

  it('is refused as a claim', async () => {
    const api = createApi(gatewayUrl());
    const answer = await api.post('/validate', { claim: 'Ann lives in Turku.' });
    expect([answer.status, answer.body.type], answer.text).toEqual([422, '/problems/unprocessable']);
    expect(answer.body.detail).toContain('cannot be read');
  });
});
