/** @module-tag long */
import { randomBytes } from 'node:crypto';
import { moveToSmallDisk, type SmallDisk, startOwnPostgres } from '@hippocamp/runtime/testing/postgres';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { create, listAll } from '../actions.js';
import { type Api, createApi } from '../client.js';
import { expectProblem } from '../expectations.js';
import { waitUntil } from '../wait-until.js';
import { complaints, engineLines } from './engine-lines.js';
import { useRig } from './rig.js';

const rig = useRig();

const text = { content: 'Ann lives in Turku.', source: 'note' };
/** The rig's are shorter. */
const SHIPPED = { STATEMENT_TIMEOUT_SECONDS: '15' };
const A_MINUTE = { INGEST_WAIT_MS: '60000' };

describe('a gateway that leaves while somebody waits', () => {
  it('frees its Idempotency-Key when it is killed, and the same request is answered what became of the first', async () => {
    const [first, second] = await Promise.all([rig().start('gateway', A_MINUTE), rig().start('gateway', A_MINUTE)]);
    const key = { 'idempotency-key': 'once' };
    const cut = createApi(first.url, 'acme')
      .post('/ingest', text, key)
      .catch(() => null);
    const api = createApi(second.url, 'acme');
    const traceId = await waitUntil(
      'it is accepted',
      async () => (await api.get('/ingest')).body.data.ingests[0]?.traceId,
    );
    expectProblem(await api.post('/ingest', text, key), 'idempotency-key-in-use');
    await first.kill('SIGKILL');
    expect(await cut).toBeNull();
    await rig().start('worker');
    const answer = await waitUntil(
      'the key is free',
      async () => {
        const again = await api.post('/ingest', text, key);
        return again.status !== 409 && again;
      },
      { every: 500 },
    );
    expect([answer.status, answer.body.data.status, answer.body.data.traceId]).toEqual([200, 'done', traceId]);
    expect(await listAll(api)).toHaveLength(1);
    expect((await api.get('/ingest')).body.data.total).toBe(1);
  });
});

describe('a PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof startOwnPostgres>>;
  let disk: SmallDisk | null;
  beforeAll(async () => {
    server = await startOwnPostgres();
    disk = await moveToSmallDisk(server);
  });
  afterAll(async () => {
    await server?.stop();
    await disk?.remove();
  });

  const isTrue = (rows: string) =>
    server.tell(`do $$ begin assert exists (${rows}); end $$`, 'hippocamp').then(
      () => true,
      () => false,
    );
  const memory = { tier: 'episodic', content: 'The ladder is green.' };
  const untilItTakesWrites = (api: Api) =>
    waitUntil('it takes writes', async () => (await api.post('/memories', memory)).status === 201);

  it('whose disk is full is told as that, and writes go on as soon as there is room', async ({ skip }) => {
    if (disk === null) return skip('This user may not mount a disk.');
    const gateway = await rig().start('gateway', { DATABASE_URL: server.databaseUrl });
    const api = createApi(gateway.url);
    const { id } = await create(api, 'The kettle is blue.');
    onTestFinished(disk.free);
    await disk.fill();
    // Pages that are there still take some rows.
    const large = () => ({ ...memory, content: randomBytes(10_000).toString('base64') });
    const refused = await waitUntil('no row fits', async () => {
      const answer = await api.post('/memories', large());
      return answer.status !== 201 && answer;
    });
    expectProblem(refused, 'dependency-unavailable');
    expect(refused.body.detail).toBe('The database takes no writes: its disk is full.');
    const ready = await api.get('/readyz');
    expect([ready.status, ready.body.checks.records.detail]).toEqual([503, 'takes no writes: its disk is full']);
    expect((await api.get('/metrics')).text).toContain('hippocamp_engine_up{engine="records"} 0');
    expect((await api.get(`/memories/${id}`)).status).toBe(200);
    await disk.free();
    await untilItTakesWrites(api);
    await waitUntil('it is back', () => engineLines(gateway.output(), 'records').length === 2);
    expect((await api.get('/readyz')).status).toBe(200);
  });

  it('with a table that somebody has locked is not told as lost: who waits too long hears of the connections', async () => {
    const settings = { DATABASE_URL: server.databaseUrl, DATABASE_POOL_SIZE: '3', STATEMENT_TIMEOUT_SECONDS: '80' };
    const gateway = await rig().start('gateway', settings);
    const api = createApi(gateway.url);
    const unlock = () =>
      server.tell("select pg_terminate_backend(pid) from pg_stat_activity where query like 'begin; lock%'");
    onTestFinished(unlock);
    const locking = server.tell('begin; lock table memories; select pg_sleep(100)', 'hippocamp').catch(() => null);
    await waitUntil('it is locked', () =>
      isTrue("select from pg_locks where relation = 'memories'::regclass and mode = 'AccessExclusiveLock' and granted"),
    );
    const writes = Array.from({ length: 6 }, () => api.post('/memories', memory));
    const refused = await Promise.race(writes);
    expectProblem(refused, 'dependency-unavailable');
    expect(refused.body.detail).toContain('All connections to the database that one tenant may hold are in use.');
    const ready = await api.get('/readyz');
    expect([ready.status, ready.body.checks.records.ok], ready.text).toEqual([200, true]);
    // Those that wait for the lock hold both connections of their tenant meanwhile.
    const ended: number[] = [];
    for (const write of writes) void write.then(({ status }) => ended.push(status));
    await waitUntil('four are refused', () => ended.length === 4);
    await unlock();
    await locking;
    await Promise.all(writes);
    expect(ended).toEqual([503, 503, 503, 503, 201, 201]);
    expect(engineLines(gateway.output(), 'records')).toEqual([]);
  });

  it('with rows that somebody holds, and the settings that ship: a change is refused after a while, told as that, and nothing of it is kept', async () => {
    const gateway = await rig().start('gateway', { DATABASE_URL: server.databaseUrl, ...SHIPPED });
    const api = createApi(gateway.url);
    const { id } = await create(api, 'The kettle is blue.');
    const release = () =>
      server.tell(
        "select pg_terminate_backend(pid) from pg_stat_activity where query like 'begin; select from memories%'",
      );
    onTestFinished(release);
    const holding = server
      .tell('begin; select from memories for update; select pg_sleep(120)', 'hippocamp')
      .catch(() => null);
    await waitUntil('they are held', () => isTrue("select from pg_stat_activity where wait_event = 'PgSleep'"));
    const refused = await api.patch(`/memories/${id}`, { content: 'The kettle is red.' });
    expectProblem(refused, 'dependency-unavailable');
    expect(refused.body.detail).toBe('Others hold what this request needs. Try again in a moment.');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await api.get(`/memories/${id}`)).body.data.content).toBe('The kettle is blue.');
    expect((await api.get('/readyz')).status).toBe(200);
    await release();
    await holding;
    expect((await api.patch(`/memories/${id}`, { content: 'The kettle is red.' })).status).toBe(200);
    expect(engineLines(gateway.output(), 'records')).toEqual([]);
  });

  it('that only reads, as after a failover, is told as that: what is read is answered, workers rest, and writes go on as soon as it takes them', async () => {
    const settings = { DATABASE_URL: server.databaseUrl };
    const [gateway, worker] = await Promise.all([rig().start('gateway', settings), rig().start('worker', settings)]);
    const api = createApi(gateway.url);
    const { id } = await create(api, 'The kettle is blue.');
    const queued = await api.post('/ingest', text, { prefer: 'respond-async' });
    await server.tell('alter database hippocamp set default_transaction_read_only = on');
    await server.tell("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hippocamp'");
    const refused = await waitUntil('it is noticed', async () => {
      const answer = await api.post('/memories', memory);
      return answer.body.detail?.includes('only reads') && answer;
    });
    expectProblem(refused, 'dependency-unavailable');
    const ready = await api.get('/readyz');
    expect([ready.status, ready.body.checks.records.detail]).toEqual([503, 'takes no writes: it only reads']);
    expect((await api.get('/metrics')).text).toContain('hippocamp_engine_up{engine="records"} 0');
    expect((await api.get(`/memories/${id}`)).status).toBe(200);
    await waitUntil('the worker knows it', async () => (await fetch(`${worker.url}/readyz`)).status === 503);

    await server.tell('begin read write; alter database hippocamp reset default_transaction_read_only; commit');
    await untilItTakesWrites(api);
    await waitUntil('the ingest is done', async () => {
      const answer = await api.get(`/ingest/${queued.body.data.traceId}`);
      return answer.body.data.status === 'done';
    });
    await waitUntil('it is back', () => engineLines(gateway.output(), 'records').length === 2);
    expect(engineLines(gateway.output(), 'records')[0]).toContain('takes no writes');
    expect(complaints(worker.output()).length).toBeLessThan(30);
  });
});
