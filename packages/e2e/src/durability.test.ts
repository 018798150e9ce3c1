/** @module-tag long */
import { randomUUID } from 'node:crypto';
import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import { describe, expect, inject, it } from 'vitest';
import { expectFound, finishedIngest, listAll, read, total } from './actions.js';
import { type Api, type ApiAnswer, createApi } from './client.js';
import { type OwnServices, useOwnServices } from './own-service.js';
import { createRandom } from './random.js';
import { waitUntil } from './wait-until.js';
import { sendWrites, WRITES, type Written } from './write-stream.js';

const SEEDS = [3, 17, 2026];

const services = useOwnServices();
/** Jobs of a killed process are free soon. */
const brief = { JOB_LEASE_SECONDS: '2' };
const start = (settings: Record<string, string> = {}) => services.start({ ...brief, ...settings });
const startAlone: OwnServices['startAlone'] = (program, settings = {}) =>
  services.startAlone(program, { ...brief, ...settings });
const isEmbedded = () => inject('stores').mode === 'embedded';

const expectAllThere = async (api: Api, { memories, ingests, sent }: Written) => {
  for (const { id, content } of memories) expect((await read(api, id)).content).toBe(content);
  const finished = await Promise.all(ingests.map(({ traceId }) => finishedIngest(api, traceId)));
  for (const { success, status, summary } of finished)
    expect({ success, status, summary }).toEqual({
      success: true,
      status: 'done',
      summary: { candidates: 1, accepted: 1, rejected: 0 },
    });
  const contents = (await listAll(api)).map(({ content }) => content);
  expect(new Set(contents).size).toBe(contents.length);
  for (const { content } of [...memories, ...ingests]) expect(contents).toContain(content);
  for (const content of contents) expect(sent).toContain(content);
};

interface Keyed {
  path: string;
  body: object;
  key: string;
}

const keyed = (path: string, body: object): Keyed => ({ path, body, key: randomUUID() });
const send = (api: Api, { path, body, key }: Keyed) => api.post(path, body, { 'idempotency-key': key });
const idOf = ({ body: { data } }: ApiAnswer): string => data.traceId ?? data.id;

const atReading = (action: 'kill' | 'throw') => ({
  ...{ NODE_ENV: 'test', FAILPOINT: `records.ingests.saveCandidates:before:${action}` },
  ...{ JOB_ATTEMPTS: '8', JOB_RETRY_SECONDS: '0' },
});

/** A process may die before it says that it is up. */
const diedEarly = (error: unknown) => {
  if (!String(error).includes('ended with null')) throw error;
  return null;
};

/** Two processes read texts, and each dies while it reads this one, which is the only one. */
const dieTwiceReading = async (tenant: string, text: Keyed) => {
  const gateway = isEmbedded() ? null : await startAlone('gateway');
  for (let deaths = 0; deaths < 2; deaths += 1) {
    const dying = await startAlone(gateway ? 'worker' : 'gateway', atReading('kill')).catch(diedEarly);
    if (dying === null) continue;
    // The second dies of it without being asked again.
    if (deaths === 0) void send(createApi((gateway ?? dying).url, tenant), text).catch(() => null);
    expect(await dying.exited).toBe('SIGKILL');
  }
  await gateway?.kill('SIGKILL');
};

const untilUsable = (api: Api, request: Keyed) =>
  waitUntil(
    'the key is usable',
    async () => {
      const answer = await send(api, request);
      return answer.status !== 409 && answer;
    },
    { deadline: 20_000, every: 200 },
  );

describe('kill -9', () => {
  it.each(SEEDS)(
    'in the midst of writes loses nothing that was answered, and stores nothing twice (seed %d)',
    async (seed) => {
      const random = createRandom(seed);
      const fatal = random.whole(5, 100);
      let gateway = await start();
      const api = createApi(gateway.url);
      const written = await sendWrites(api, random, (answered) => {
        if (answered === fatal) void gateway.kill('SIGKILL');
      });
      expect(await gateway.exited).toBe('SIGKILL');
      expect(written.answered).toBeGreaterThanOrEqual(fatal);
      expect(written.sent.size).toBeLessThan(WRITES);

      gateway = await start();
      const after = createApi(gateway.url, api.tenant);
      await expectAllThere(after, written);
      await expectFound(
        after,
        [...written.memories, ...written.ingests].map(({ content }) => content),
      );

      await gateway.kill('SIGKILL');
      gateway = await start();
      const again = createApi(gateway.url, api.tenant);
      await expectAllThere(again, written);
      const some = written.memories.slice(0, 3).map(({ content }) => content);
      await expectFound(again, some);
      await waitUntil('no job is left', async () => {
        const answer = await again.get('/readyz');
        return answer.body.checks.outbox.detail.startsWith('0 waiting, 0 dead');
      });
    },
    180_000,
  );

  it('leaves an Idempotency-Key that still replays, or is free, though the next reading of a text fails', async () => {
    const worker = isEmbedded() ? null : await startAlone('worker');
    const gateway = await start();
    const api = createApi(gateway.url);
    const memories = Array.from({ length: 40 }, (_, at) =>
      keyed('/memories', { tier: 'episodic', content: `Note ${at}.` }),
    );
    const texts = Array.from({ length: 20 }, (_, at) =>
      keyed('/ingest', { content: `Ann has ${at + 2} lamps in room ${at}.`, source: 'note' }),
    );
    const before = new Map<Keyed, ApiAnswer>();
    await Promise.all(
      [...memories, ...texts].map(async (request) => {
        const answer = await send(api, request).catch(() => null);
        if (answer === null) return;
        before.set(request, answer);
        if (before.size === 20) void gateway.kill('SIGKILL');
      }),
    );
    await gateway.exited;
    await worker?.kill('SIGKILL');
    const after = createApi((await start(atReading('throw'))).url, api.tenant);
    const idAfter = async (request: Keyed, status: number) => {
      const again = await untilUsable(after, request);
      expect(again.status, again.text).toBe(status);
      const id = idOf(again);
      expect(idOf(before.get(request) ?? again)).toBe(id);
      return id;
    };
    for (const request of memories) await idAfter(request, 201);
    const traceIds: unknown[] = [];
    for (const request of texts) traceIds.push(await idAfter(request, 200));
    const { ingests } = (await after.get('/ingest?limit=100')).body.data;
    expect(ingests.map(({ traceId }: IngestAnswer) => traceId).sort()).toEqual(traceIds.sort());
    expect(await total(after)).toBe(memories.length + traceIds.length);
    expect((await after.get('/admin/dead-letters')).body.data.total).toBe(0);
  }, 300_000);

  it('by the same text twice, and a failure of it then, do not keep it from being read at last', async () => {
    const { tenant } = createApi('');
    const fatal = keyed('/ingest', { content: 'Ben sold the boat.', source: 'note' });
    await dieTwiceReading(tenant, fatal);
    const api = createApi((await start(atReading('throw'))).url, tenant);
    const answer = await untilUsable(api, fatal);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ status: 'done', summary: { candidates: 1, accepted: 1, rejected: 0 } });
    const { ingests } = (await api.get('/ingest')).body.data;
    expect(ingests.map(({ traceId }: IngestAnswer) => traceId)).toEqual([answer.body.data.traceId]);
    expect((await listAll(api)).map(({ content }) => content)).toEqual(['Ben sold the boat.']);
    expect((await api.get('/admin/dead-letters')).body.data.total).toBe(0);
  }, 300_000);
});
