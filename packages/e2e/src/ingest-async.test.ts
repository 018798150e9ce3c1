import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { find, finishedIngest, total } from './actions.js';
import { type Api, createApi } from './client.js';
import { useOwnServices } from './own-service.js';
import { rawBytes, rawRequest } from './raw-request.js';
import { waitUntil } from './wait-until.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const text = { content: 'Ann lives in Turku. Ben sold the boat yesterday.', source: 'note' };

const expectProcessing = ({ status, headers, body }: Awaited<ReturnType<Api['post']>>) => {
  expect(status).toBe(202);
  expect(headers.get('location')).toBe(`/ingest/${body.data.traceId}`);
  expect(body.data).toEqual({
    success: true,
    traceId: body.data.traceId,
    status: 'processing',
    summary: { candidates: 0, accepted: 0, rejected: 0 },
    acceptedMemories: [],
    rejectedMemories: [],
    warnings: [],
  });
};

describe('an ingest that is not waited for', () => {
  it.each(['respond-async', 'Respond-Async', 'handling=lenient, respond-async', 'respond-async, wait=5'])(
    'with Prefer: %s is answered 202 and finished later',
    async (prefer) => {
      const answer = await api.post('/ingest', text, { prefer });
      expectProcessing(answer);
      expect(answer.headers.get('preference-applied')).toBe('respond-async');
      const done = await finishedIngest(api, answer.body.data.traceId);
      expect(done).toMatchObject({
        success: true,
        status: 'done',
        summary: { candidates: 2, accepted: 2, rejected: 0 },
      });
      expect(await total(api)).toBe(2);
      expect((await find(api, 'Who sold the boat?', { k: 1 })).results[0]?.memory.content).toContain('Ben');
    },
  );

  it('is waited for with another preference', async () => {
    const answer = await api.post('/ingest', text, { prefer: 'return=minimal' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('preference-applied')).toBeNull();
  });

  it('replays its 202 for the same Idempotency-Key, and stores once', async () => {
    const headers = { prefer: 'respond-async', 'idempotency-key': randomUUID() };
    const first = await api.post('/ingest', text, headers);
    await finishedIngest(api, first.body.data.traceId);
    const again = await api.post('/ingest', text, headers);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect([again.status, again.text]).toEqual([202, first.text]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(await total(api)).toBe(2);
  });

  it('may come 100 times at once from several tenants, and all finish', { tags: ['long'] }, async () => {
    const tenants = Array.from({ length: 4 }, () => createApi(api.url));
    const sent = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const tenant = tenants[index % 4] as Api;
        const content = `Container ${index} arrived from Bergen with ${index + 3} pumps.`;
        const answer = await tenant.post('/ingest', { content, source: 'event' }, { prefer: 'respond-async' });
        expectProcessing(answer);
        return { tenant, traceId: answer.body.data.traceId as string };
      }),
    );
    for (const { tenant, traceId } of sent)
      expect((await finishedIngest(tenant, traceId)).summary).toEqual({ candidates: 1, accepted: 1, rejected: 0 });
    expect(await Promise.all(tenants.map(total))).toEqual([25, 25, 25, 25]);
  });

  it('goes on when its sender leaves', async () => {
    async function* sentAndGone() {
      yield rawBytes(api.tenant, { target: '/ingest', body: JSON.stringify(text) });
      throw new Error('the sender leaves');
    }
    await expect(rawRequest(api.url, sentAndGone())).rejects.toThrow('the sender leaves');
    await waitUntil('both are stored', async () => (await total(api)) === 2);
  });
});

describe('an ingest that takes longer than the wait', () => {
  const { start } = useOwnServices();

  it('is answered 202 and finished later', { tags: ['long'] }, async () => {
    const gateway = await start({ INGEST_WAIT_MS: '1' });
    const own = createApi(gateway.url);
    const content = Array.from({ length: 300 }, (_, index) => `Crate ${index} holds ${index} bolts.`).join('\n\n');
    const answer = await own.post('/ingest', { content, source: 'document' });
    expectProcessing(answer);
    expect(answer.headers.get('preference-applied')).toBeNull();
    const done = await finishedIngest(own, answer.body.data.traceId);
    expect(done.summary.accepted).toBeGreaterThan(0);
    expect(await total(own)).toBe(done.summary.accepted);
  });
});

describe('who waits while a gateway is told to stop', () => {
  const { start, startAlone } = useOwnServices();
  const soon = { JOB_LEASE_SECONDS: '2', DRAIN_SECONDS: '1', STOP_TIMEOUT_SECONDS: '1' };
  const patient = { INGEST_WAIT_MS: '30000', LIFECYCLE_WAIT_MS: '30000' };

  it.each([
    ['an ingest', '/ingest', 'language.segment'],
    ['a lifecycle run', '/lifecycle/run', 'records.lifecycle.actions'],
  ])('for %s is answered 202 and where to ask, and it is done all the same', { tags: ['long'] }, async (...given) => {
    const [, path, method] = given;
    const stuck = { ...soon, ...patient, NODE_ENV: 'test', FAILPOINT: `${method}:before:hang` };
    const worker = inject('stores').mode === 'production' ? await startAlone('worker', stuck) : undefined;
    const gateway = await startAlone('gateway', stuck);
    const own = createApi(gateway.url);
    const waiting = own.post(path, path === '/ingest' ? text : {});
    await waitUntil('it is worked on', async () =>
      /queue_jobs\{kind="(ingest|lifecycle)",state="running"\} 1/.test((await own.get('/metrics')).text),
    );
    const ended = gateway.kill('SIGTERM');
    const answer = await waiting;
    expect(answer.status, answer.text).toBe(202);
    expect(await ended).toBe(0);
    await worker?.kill('SIGKILL');
    const next = createApi((await start(soon)).url, own.tenant);
    const isDone = async () => (await next.get(String(answer.headers.get('location')))).body.data.status === 'done';
    await waitUntil('it is done', isDone, { deadline: 60_000 });
  });
});
