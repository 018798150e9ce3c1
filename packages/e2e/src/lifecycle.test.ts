/** @module-tag long */
import { randomUUID } from 'node:crypto';
import type { LifecycleAnswer, LifecycleRunDetails } from '@hippocamp/shared/schemas/lifecycle';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { create, createAll, find, foundIds, ingest, read, total } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectProblem, expectRefused } from './expectations.js';
import { useOwnServices, useServiceOf } from './own-service.js';
import { waitUntil } from './wait-until.js';

const OWNER = '11111111-1111-4111-8111-111111111111';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const runOf = async (of: Api, body: object = {}, headers = {}): Promise<LifecycleAnswer> => {
  const answer = await of.post('/lifecycle/run', body, headers);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as LifecycleAnswer;
};

const access = async (of: Api, id: string, times: number) => {
  for (let time = 0; time < times; time += 1) await of.post(`/memories/${id}/access`);
};

const details = async (of: Api, runId: string, query = '') =>
  (await of.get(`/lifecycle/runs/${runId}${query}`)).body.data as LifecycleRunDetails;

describe('POST /lifecycle/run', () => {
  it('answers as the document says, without an envelope', async () => {
    const { id } = await create(api, 'Used often.', { tier: 'short_term' });
    await create(api, 'Used never.', { tier: 'short_term' });
    await access(api, id, 3);
    const answer = await runOf(api);
    expect(answer).toEqual({
      success: true,
      runId: expect.any(String),
      dryRun: false,
      status: 'done',
      summary: { expired: 0, promoted: 1, distilled: 0, archived: 0, unchanged: 1, durationMs: expect.any(Number) },
      details: [
        {
          memoryId: id,
          action: 'promoted',
          fromTier: 'short_term',
          toTier: 'episodic',
          reason: 'access count 3 meets the threshold 3',
        },
      ],
      errors: [],
    });
    const after = await read(api, id);
    expect(after).toMatchObject({ id, tier: 'episodic', version: 2, accessCount: 3 });
    const history = (await api.get(`/memories/${id}/history`)).body.data.history;
    expect(history.at(-1)).toMatchObject({
      change: 'promoted',
      before: { tier: 'short_term' },
      after: { tier: 'episodic' },
    });
    expect((await runOf(api)).details).toEqual([]);
  });

  it('changes nothing when it is dry, and is then not listed', async () => {
    const { id } = await create(api, 'Used often.', { tier: 'short_term' });
    await access(api, id, 3);
    const before = await read(api, id);
    const dry = await runOf(api, { dryRun: true });
    expect(dry).toMatchObject({ dryRun: true, summary: { promoted: 1, unchanged: 0 }, details: [{ memoryId: id }] });
    expect({ ...(await read(api, id)), recencyScore: 0 }).toEqual({ ...before, recencyScore: 0 });
    expect((await api.get('/lifecycle/runs')).body.runs).toEqual([]);
    expect(await details(api, dry.runId)).toMatchObject({ dryRun: true, details: dry.details });
  });

  it('is answered 202 where it is not waited for', async () => {
    const answer = await api.post('/lifecycle/run', { triggeredBy: 'nightly' }, { prefer: 'respond-async' });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ status: 'processing', success: true, details: [] });
    expect(answer.headers.get('location')).toBe(`/lifecycle/runs/${answer.body.runId}`);
    const done = await waitUntil('the run is done', async () => {
      const run = await details(api, answer.body.runId);
      return run.status === 'done' && run;
    });
    expect(done.triggeredBy).toBe('nightly');
  });

  it('replays its answer for the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await api.post('/lifecycle/run', {}, headers);
    const again = await api.post('/lifecycle/run', {}, headers);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.text).toBe(first.text);
    expect((await api.get('/lifecycle/runs')).body.total).toBe(1);
  });

  it('refuses what does not fit', async () => {
    expectRefused(await api.post('/lifecycle/run', { dryRun: 'yes' }), '/dryRun');
    expectRefused(await api.post('/lifecycle/run', { triggeredBy: '' }), '/triggeredBy');
    expectRefused(await api.post('/lifecycle/run', { triggeredBy: 'x'.repeat(65) }), '/triggeredBy');
  });
});

describe('GET /lifecycle/runs', () => {
  it('lists runs newest first, unwrapped, in pages', async () => {
    const ids: string[] = [];
    for (const triggeredBy of ['one', 'two', 'three']) ids.unshift((await runOf(api, { triggeredBy })).runId);
    const first = (await api.get('/lifecycle/runs?limit=2')).body;
    expect(first).toMatchObject({ total: 3, offset: 0, limit: 2 });
    expect(first.runs[0]).toEqual({
      ...{ id: ids[0], tenantId: api.tenant, triggeredBy: 'three', status: 'done', undoneAt: null, errors: [] },
      ...{ expired: 0, promoted: 0, distilled: 0, archived: 0, unchanged: 0 },
      durationMs: expect.any(Number),
      createdAt: expect.any(String),
      completedAt: expect.any(String),
    });
    const second = (await api.get(`/lifecycle/runs?limit=2&cursor=${first.nextCursor}`)).body;
    expect([...first.runs, ...second.runs].map(({ id }: { id: string }) => id)).toEqual(ids);
    expect((await api.get('/lifecycle/runs')).body.limit).toBe(20);
    expectRefused(await api.get('/lifecycle/runs?limit=101'), 'query.limit');
  });
});

describe('a run with short times', () => {
  const { start } = useOwnServices();
  const brief = {
    SHORT_TERM_EXPIRY_SECONDS: '0.001',
    DISTIL_AGE_SECONDS: '0.001',
    ARCHIVE_AGE_SECONDS: '0.001',
    ARCHIVE_AFTER_DISTIL_SECONDS: '3600',
  };
  const gatewayUrl = useServiceOf(brief);
  // More than the pool has connections, and few enough to be done on a busy machine before a lock is given up.
  const [CHANGED, DELETED] = [16, 3];
  const pair = ['Ann met Ben at the harbour museum.', 'Ann saw a whale in the harbour museum.'];

  it('expires, distils and archives; what it archived is left out of search, and can be asked for', async () => {
    const own = createApi(gatewayUrl());
    const { id: gone } = await create(own, 'A passing thought.', { tier: 'short_term' });
    const { id: lone } = await create(own, 'The kettle leaks.');
    const sources = await createAll(
      own,
      pair.map((content) => ({ tier: 'episodic', content })),
    );
    const { summary, details: done } = await runOf(own);
    expect(summary).toMatchObject({ expired: 1, promoted: 0, distilled: 2, archived: 1, unchanged: 0 });
    expect((await own.get(`/memories/${gone}`)).status).toBe(404);
    const made = String(done.find(({ resultMemoryId }) => resultMemoryId)?.resultMemoryId);
    expect(await read(own, made)).toMatchObject({ tier: 'semantic', content: pair.join('\n') });
    expect(done.find(({ memoryId }) => memoryId === gone)?.toTier).toBeNull();
    expect(await read(own, lone)).toMatchObject({
      tier: 'episodic',
      archivedAt: expect.any(String),
      embeddingId: null,
    });

    expect(foundIds(await find(own, 'kettle leaks'))).not.toContain(lone);
    const { results } = await find(own, 'The kettle leaks.', { includeArchived: true, weights: { semantic: 1 } });
    expect(results[0]?.memory.id).toBe(lone);
    expect(results[0]?.score).toBeGreaterThan(0.5);

    await own.delete(`/memories/${sources[1]?.id}`);
    expect(await read(own, made)).toMatchObject({ content: pair[0] });
    await own.delete(`/memories/${sources[0]?.id}`);
    expectProblem(await own.get(`/memories/${made}`), 'not-found');
    expect(await total(own)).toBe(1);
  });

  it('makes no fact of what no longer holds, and takes it out of what was distilled', async () => {
    const own = createApi(
      (await start({ ...brief, ARCHIVE_AGE_SECONDS: '3600', DISTIL_ALONE_IMPORTANCE: '0', READER: 'model' })).url,
    );
    const tell = async (content: string, occurredAt: string) =>
      (await ingest(own, content, { occurredAt })).acceptedMemories.map(({ memoryId }) => String(memoryId));
    const [lisbon = ''] = await tell('I live in Lisbon.', '2026-01-01T10:00:00Z');
    await own.patch(`/memories/${lisbon}`, { tier: 'episodic' });
    const made = String((await runOf(own)).details[0]?.resultMemoryId);
    expect((await read(own, made)).content).toBe('I live in Lisbon.');
    await tell('I moved to Porto.', '2026-03-01T10:00:00Z');
    expectProblem(await own.get(`/memories/${made}`), 'not-found');
    expect((await read(own, lisbon)).invalidAt).not.toBeNull();
  });

  it('is taken back while what it changed is changed and deleted by others, and nobody is refused', async () => {
    const own = createApi(gatewayUrl());
    const memories = await createAll(
      own,
      Array.from({ length: CHANGED }, (_, at) => ({ tier: 'episodic', content: `Crate ${at}.`, ownerEntityId: OWNER })),
    );
    const { runId } = await runOf(own);
    const backwards = memories.toReversed().map(({ id }) => `/memories/${id}`);
    const undoing = own.post(`/lifecycle/runs/${runId}/undo`);
    const changes = backwards.map((path) => own.patch(path, { tags: ['kept'] }));
    const deletions = backwards.slice(0, DELETED).map((path) => own.delete(path));
    const answers = await Promise.all([undoing, ...deletions, ...changes.slice(DELETED)]);
    for (const { status, text } of answers) expect(status, text).toBe(200);
    for (const { status, text } of await Promise.all(changes)) expect([200, 404], text).toContain(status);
  });

  it('can be taken back, once, and holds what it gave back', async () => {
    const own = createApi(gatewayUrl());
    const { id: lone } = await create(own, 'The kettle leaks.');
    const { id: changed } = await create(own, 'It rained on Monday.');
    await create(own, 'A passing thought.', { tier: 'short_term' });
    const { runId } = await runOf(own);
    await own.patch(`/memories/${changed}`, { tags: ['kept'] });
    const undone = await own.post(`/lifecycle/runs/${runId}/undo`);
    expect(undone.body.data).toMatchObject({ runId, restored: 1, notRestoredTotal: 2 });
    expect(undone.body.data.notRestored.map(({ action }: { action: string }) => action).sort()).toEqual([
      'archived',
      'expired',
    ]);
    expect((await read(own, lone)).archivedAt).toBeNull();
    expect(foundIds(await find(own, 'kettle leaks'))).toContain(lone);
    expect((await runOf(own)).details).toEqual([]);
    expect((await own.post(`/lifecycle/runs/${runId}/undo`)).body.data.restored).toBe(0);
    const dry = await runOf(own, { dryRun: true });
    expectProblem(await own.post(`/lifecycle/runs/${dry.runId}/undo`), 'unprocessable');
    expectProblem(await own.post(`/lifecycle/runs/${randomUUID()}/undo`), 'not-found');
  });

  it('goes on after the process was killed', async () => {
    const gateway = await start(brief);
    const first = createApi(gateway.url, 'killed');
    const content = (at: number) => `Crate ${at} of the ${['red', 'green', 'blue'][at % 3]} ship holds ${at} bolts.`;
    await createAll(
      first,
      Array.from({ length: 500 }, (_, at) => ({ tier: 'episodic', content: content(at) })),
    );
    const accepted = await first.post('/lifecycle/run', {}, { prefer: 'respond-async' });
    expect(accepted.status).toBe(202);
    await waitUntil('the run has begun to change memories', async () => {
      const stats = (await first.get('/memories/stats')).body.data;
      return stats.byTier.semantic > 0;
    });
    await gateway.kill('SIGKILL');
    const second = createApi((await start(brief)).url, 'killed');
    const ended = await waitUntil('the run has ended', async () => {
      const run = await details(second, accepted.body.runId, '?limit=1');
      return run.status === 'done' && run;
    });
    const { distilled, archived, unchanged } = ended.summary;
    expect(distilled + archived).toBe(500);
    expect(unchanged).toBe(0);
    expect((await runOf(second)).summary).toMatchObject({ expired: 0, promoted: 0, distilled: 0, archived: 0 });
  });

  it('is started by the schedule where something is due', async () => {
    const own = createApi((await start({ ...brief, LIFECYCLE_EVERY_SECONDS: '0.2' })).url);
    await create(own, 'A passing thought.', { tier: 'short_term' });
    const [run] = await waitUntil('a run was started and is done', async () => {
      const { runs } = (await own.get('/lifecycle/runs')).body;
      return runs[0]?.status === 'done' && runs;
    });
    expect(run).toMatchObject({ triggeredBy: 'schedule', expired: 1 });
    expect(await total(own)).toBe(0);
  });
});
