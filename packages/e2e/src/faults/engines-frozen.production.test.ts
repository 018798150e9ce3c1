/** @module-tag long */
import { startOwnPostgres } from '@hippocamp/runtime/testing/postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { create, find, foundIds, listAll } from '../actions.js';
import { type Api, createApi } from '../client.js';
import { expectProblem } from '../expectations.js';
import { waitUntil } from '../wait-until.js';
import { complaints, engineLines } from './engine-lines.js';
import { useRig } from './rig.js';

const rig = useRig();

const measured = async (api: Api, name: string): Promise<number> => {
  const { text } = await api.get('/metrics');
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
};

/** Figures that could not be read within two seconds are left out. */
const untilMeasured = (api: Api, name: string, value: number) =>
  waitUntil(`${name} is ${value}`, async () => (await measured(api, name)) === value);

const MANY = 100;
const PATIENT = { deadline: 60_000 };

describe('a PostgreSQL that stands still with its sockets open', () => {
  let server: Awaited<ReturnType<typeof startOwnPostgres>>;
  beforeEach(async () => {
    server = await startOwnPostgres();
  });
  afterEach(async () => {
    await server.thaw();
    await server.stop();
  });

  it('costs the first few requests their time, then is asked by one probe alone, and all heals by itself', async () => {
    const settings = { DATABASE_URL: server.databaseUrl };
    const [gateway, worker] = await Promise.all([rig().start('gateway', settings), rig().start('worker', settings)]);
    const api = createApi(gateway.url);
    const before = await create(api, 'The kettle is blue.');
    await untilMeasured(api, 'hippocamp_engine_up{engine="records"}', 1);
    await server.freeze();

    const first = await Promise.all(Array.from({ length: 3 }, () => api.get(`/memories/${before.id}`)));
    for (const answer of first) expectProblem(answer, 'dependency-unavailable');
    await waitUntil('it is known to be lost', () => engineLines(gateway.output(), 'records').length === 1, PATIENT);
    const calls = await measured(api, 'hippocamp_engine_call_seconds_count{engine="records"}');
    for (let count = 0; count < MANY; count += 1) {
      const answer = await api.get(`/memories/${before.id}`);
      expectProblem(answer, 'dependency-unavailable');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expectProblem(await api.post('/memories', { tier: 'episodic', content: 'Meanwhile.' }), 'dependency-unavailable');
    const more = (await measured(api, 'hippocamp_engine_call_seconds_count{engine="records"}')) - calls;
    expect(more).toBeLessThan(MANY / 4);
    await untilMeasured(api, 'hippocamp_engine_up{engine="records"}', 0);
    await untilMeasured(api, 'hippocamp_engine_up{engine="index"}', 1);
    expect(await measured(api, 'hippocamp_unavailable_total{cause="records"}')).toBeGreaterThan(MANY);
    expect((await api.get('/readyz')).status).toBe(503);
    await waitUntil('the worker knows it too', () => engineLines(worker.output(), 'records').length === 1, PATIENT);

    await server.thaw();
    const after = await waitUntil(
      'it takes memories again',
      async () => {
        const answer = await api.post('/memories', { tier: 'episodic', content: 'The ladder is green.' });
        return answer.status === 201 && answer.body.data;
      },
      PATIENT,
    );
    expect(foundIds(await find(api, 'ladder'))).toContain(after.id);
    expect((await listAll(api)).map(({ content }) => content).sort()).toEqual([
      'The kettle is blue.',
      'The ladder is green.',
    ]);
    await waitUntil('the worker knows it too', () => engineLines(worker.output(), 'records').length === 2, PATIENT);
    for (const output of [gateway.output(), worker.output()]) {
      expect(engineLines(output, 'records')).toEqual([
        expect.stringContaining('PostgreSQL is lost'),
        'PostgreSQL is back',
      ]);
      expect(complaints(output).length).toBeLessThan(MANY / 4);
      for (const line of complaints(output)) expect(line.stack).toBeUndefined();
    }
  });
});

describe('a Redis that is full', () => {
  it('is told by /readyz, by a metric and by one line, and heals by itself', async () => {
    const [gateway, worker] = await Promise.all([rig().start('gateway'), rig().start('worker')]);
    const api = createApi(gateway.url);
    const { redisServer } = rig();
    await redisServer.tell(['config', 'set', 'maxmemory', '1']);
    const ready = await waitUntil('it is told', async () => {
      const answer = await api.get('/readyz');
      return !answer.body.checks.queue.ok && answer;
    });
    expect(ready.status).toBe(200);
    expect(ready.body.checks.queue.detail).toContain('is out of memory');
    await untilMeasured(api, 'hippocamp_engine_up{engine="queue"}', 0);
    expect((await api.post('/ingest', { content: 'Ann lives in Turku.', source: 'note' })).status).toBe(202);
    expectProblem(await api.post('/lifecycle/run'), 'dependency-unavailable');
    expect(await measured(api, 'hippocamp_unavailable_total{cause="queue"}')).toBe(1);
    await redisServer.tell(['config', 'set', 'maxmemory', '0']);
    await waitUntil('an ingest is done', async () => (await listAll(api)).length === 1);
    await waitUntil('it is back', () => engineLines(gateway.output(), 'queue').length === 2);
    expect(engineLines(gateway.output(), 'queue')).toEqual([expect.stringContaining('Redis is lost'), 'Redis is back']);
    expect(engineLines(worker.output(), 'queue').length).toBeLessThanOrEqual(2);
  });
});
