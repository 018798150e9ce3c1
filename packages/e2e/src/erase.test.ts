import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { allIndexed, create, createAll, find, ingest, listAll, read, total } from './actions.js';
import { memoryLine } from './attacks/small-requests.js';
import { type Api, createApi } from './client.js';
import { expectProblem, expectRefused } from './expectations.js';
import { useOwnServices } from './own-service.js';
import type { ServiceProcess } from './service-process.js';
import { waitUntil } from './wait-until.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const owner = '11111111-1111-4111-8111-111111111111';

const erase = async (of: Api, headers = {}) => {
  const answer = await of.post('/erase', { ownerEntityId: owner }, headers);
  expect(answer.status, answer.text).toBe(200);
  return answer;
};

describe('POST /erase', () => {
  it('removes everything of an owner, and nothing of others, with a receipt', async () => {
    const told = await ingest(api, 'Ann keeps a spare key in Quartzheim. She owns a blue boat.', {
      ownerEntityId: owner,
    });
    const ids = told.acceptedMemories.map(({ memoryId }) => String(memoryId));
    const { sourceArtifactId } = await read(api, ids[0] ?? '');
    const { id } = await create(api, 'The vault code is 4711.', { ownerEntityId: owner });
    await api.patch(`/memories/${id}`, { content: 'The vault code is 4712.' });
    const { id: kept } = await create(api, 'The kettle leaks.', { ownerEntityId: randomUUID() });
    await allIndexed(api);
    const receipt = (await erase(api)).body.data;
    expect(receipt).toMatchObject({
      ownerEntityId: owner,
      erased: { memories: ids.length + 1, vectors: ids.length + 1, artifacts: 1, ingests: 1 },
    });
    expect(receipt.erased.history).toBe(ids.length + 2);
    expect(JSON.stringify(receipt)).not.toContain('4711');
    for (const gone of [...ids, id]) expectProblem(await api.get(`/memories/${gone}`), 'not-found');
    expectProblem(await api.get(`/artifacts/${sourceArtifactId}`), 'not-found');
    expectProblem(await api.get(`/ingest/${told.traceId}`), 'not-found');
    expect((await find(api, 'vault code Quartzheim', { k: 100 })).results.map(({ memory }) => memory.id)).toEqual([
      kept,
    ]);
    expect((await listAll(api)).map((memory) => memory.id)).toEqual([kept]);
    const again = (await erase(api)).body.data.erased;
    expect(Object.values(again).every((count) => count === 0)).toBe(true);
  });

  it('forgets what stored answers say', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { content: 'Ann keeps a spare key in Quartzheim.', source: 'note', ownerEntityId: owner };
    for (const autoStore of [true, false]) {
      const key = { 'idempotency-key': `${headers['idempotency-key']}-${autoStore}` };
      expect((await api.post('/ingest', { ...body, autoStore }, key)).status).toBe(200);
      await erase(api);
      expectProblem(await api.post('/ingest', { ...body, autoStore }, key), 'conflict');
    }
  });

  it('removes more than fits in one transaction, while others write', { tags: ['long'] }, async () => {
    const many = Array.from({ length: 500 }, (_, at) => ({
      tier: 'episodic',
      content: `Crate ${at}.`,
      ownerEntityId: owner,
    }));
    await createAll(api, many);
    await createAll(api, many.slice(0, 101));
    const others = Promise.all(Array.from({ length: 5 }, (_, at) => create(api, `Note ${at}.`)));
    expect((await erase(api)).body.data.erased.memories).toBe(601);
    await others;
    expect(await total(api)).toBe(5);
  });

  it('lets nothing come back from an ingest that is under way', async () => {
    const content = Array.from({ length: 40 }, (_, at) => `Ben stores ${at + 2} pumps in hall ${at}.`).join('\n\n');
    const accepted = await api.post(
      '/ingest',
      { content, source: 'document', ownerEntityId: owner },
      { prefer: 'respond-async' },
    );
    expect(accepted.status).toBe(202);
    await erase(api);
    await waitUntil('no job is left', async () => {
      const metrics = (await api.get('/metrics')).text;
      return /hippocamp_outbox_jobs\{kind="ingest",state="waiting"\} 0/.test(metrics);
    });
    expect(await total(api)).toBe(0);
  });

  it('replays its receipt, and refuses what names no owner', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    await create(api, 'Mine.', { ownerEntityId: owner });
    const first = await erase(api, headers);
    const again = await erase(api, headers);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.text).toBe(first.text);
    expectRefused(await api.post('/erase', {}), '/ownerEntityId');
  });
});

describe('an import that goes on meanwhile', { tags: ['long'] }, () => {
  const WORD = 'Quartzheim';
  const { start, place } = useOwnServices('suite');
  let gateway: ServiceProcess;
  beforeAll(async () => {
    gateway = await start({ REQUEST_TIMEOUT_SECONDS: '300' });
  });
  beforeEach(() => {
    api = createApi(gateway.url);
  });

  /** Sends a part of an import, does `work`, and sends the rest. */
  const importAround = async (work: () => Promise<unknown>) => {
    const line = (at: number) =>
      `${JSON.stringify({ ...memoryLine(randomUUID(), `Crate ${at} of ${WORD}.`), ownerEntityId: owner })}\n`;
    let done = () => {};
    const working = new Promise<void>((resolve) => {
      done = resolve;
    });
    const lines = async function* () {
      for (let at = 0; at < 100; at += 1) yield Buffer.from(line(at));
      await working;
      for (let at = 100; at < 300; at += 1) yield Buffer.from(line(at));
    };
    const headers = { 'x-tenant-id': api.tenant, 'content-type': 'application/x-ndjson' };
    const sent = { method: 'POST', headers, body: ReadableStream.from(lines()), duplex: 'half' } as RequestInit;
    const answer = fetch(`${api.url}/import`, sent);
    await waitUntil('some are stored', async () => (await total(api)) > 0, { deadline: 60_000 });
    await work();
    done();
    return (await answer).json();
  };
  const stopped = { data: { complete: false, stopped: { code: 'erased' } } };

  /** Files of tables; the log of writes keeps words longer. */
  const filesWithWord = async (): Promise<string[]> => {
    const folder = join(String(place().HIPPOCAMP_DATA), 'database', 'base');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const contents = await Promise.all(files.map((file) => readFile(file)));
    return files.filter((_, at) => contents[at]?.includes(WORD));
  };

  it('is stopped by POST /erase and says so, and an embedded database soon has no word of it in its tables', async () => {
    const before = gateway.output().length;
    expect(await importAround(() => erase(api))).toMatchObject(stopped);
    expect(await total(api)).toBe(0);
    if (inject('stores').mode === 'production') return;
    const isRewritten = () => gateway.output().slice(before).includes('erased words were taken out');
    await waitUntil('the tables are rewritten', isRewritten, { deadline: 60_000 });
    expect(await filesWithWord()).toEqual([]);
  });

  it('is stopped by DELETE /tenant and says so', async () => {
    expect(
      await importAround(async () => {
        expect((await api.delete('/tenant', { 'x-confirm-tenant': api.tenant })).status).toBe(200);
      }),
    ).toMatchObject(stopped);
    expect(await total(api)).toBe(0);
  });
});

describe('DELETE /tenant', () => {
  const { start } = useOwnServices();

  describe('where the index goes away', () => {
    const confirmed = () => ({ 'x-confirm-tenant': api.tenant });
    /** Starts a service whose index fails at its `look`-th scan, with one memory in it. */
    const startWithout = async (look: number) => {
      const failing = { NODE_ENV: 'test', FAILPOINT: `index.scan:before:outage:${look}` };
      // The comparison of the index with the records scans it too.
      api = createApi((await start({ ...failing, RECONCILE_SECONDS: '3600' })).url);
      const { id } = await create(api, 'The kettle leaks.');
      await waitUntil('it is in the index', async () => (await read(api, id)).embeddingId !== null);
    };

    it('deletes nothing where that is at the start, and says so', { tags: ['long'] }, async () => {
      await startWithout(1);
      expectProblem(await api.delete('/tenant', confirmed()), 'dependency-unavailable');
      expect(await total(api)).toBe(1);
      expect((await find(api, 'kettle')).results).toHaveLength(1);
    });

    it('says what may be left where that is at the end, until it is sent again', { tags: ['long'] }, async () => {
      // The deletion scans until nothing is found, removes the rows, and scans once more.
      await startWithout(3);
      const receipt = (await api.delete('/tenant', confirmed())).body.data;
      expect(receipt).toMatchObject({ deleted: true, rows: { memories: 1 }, vectors: 1, vectorsMayRemain: true });
      expect(await total(api)).toBe(0);
      const again = (await api.delete('/tenant', confirmed())).body.data;
      expect(again).toMatchObject({ deleted: true, rows: {}, vectors: 0 });
      expect(again).not.toHaveProperty('vectorsMayRemain');
    });
  });

  it('removes everything of the tenant once it is confirmed', async () => {
    await ingest(api, 'Ann keeps a spare key in Quartzheim.');
    const { id } = await create(api, 'The kettle leaks.');
    await api.post('/lifecycle/run', {});
    const other = createApi(api.url);
    await create(other, 'Theirs.');
    expectRefused(await api.delete('/tenant'), 'header.x-confirm-tenant');
    expectRefused(await api.delete('/tenant', { 'x-confirm-tenant': other.tenant }), 'header.x-confirm-tenant');
    expect(await total(api)).toBe(2);
    await allIndexed(api);
    const receipt = await api.delete('/tenant', { 'x-confirm-tenant': api.tenant });
    expect(receipt.body.data).toMatchObject({ deleted: true, tenantId: api.tenant, vectors: 2 });
    expect(receipt.body.data.rows).toMatchObject({ memories: 2, artifacts: 1, ingests: 1, lifecycle_runs: 1 });
    expectProblem(await api.get(`/memories/${id}`), 'not-found');
    expect(await total(api)).toBe(0);
    expect((await api.get('/lifecycle/runs')).body.runs).toEqual([]);
    expect((await find(api, 'kettle')).results).toEqual([]);
    expect(await total(other)).toBe(1);
    expect((await api.delete('/tenant', { 'x-confirm-tenant': api.tenant })).body.data).toMatchObject({
      rows: {},
      vectors: 0,
    });
  });
});
