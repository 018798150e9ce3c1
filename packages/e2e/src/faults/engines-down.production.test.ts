/** @module-tag long */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { create, find, finishedIngest, foundIds } from '../actions.js';
import { type Api, createApi } from '../client.js';
import { expectProblem } from '../expectations.js';
import type { ServiceProcess } from '../service-process.js';
import { waitUntil } from '../wait-until.js';
import { complaints, engineLines } from './engine-lines.js';
import { useRig } from './rig.js';

const rig = useRig('suite');

let gateway: ServiceProcess;
let worker: ServiceProcess;
let url: string;
let api: Api;
beforeAll(async () => {
  [gateway, worker] = await Promise.all([rig().start('gateway'), rig().start('worker')]);
  url = gateway.url;
});
beforeEach(async () => {
  rig().calm();
  api = createApi(url);
  await waitUntil('every engine answers', async () => {
    const { status, body } = await api.get('/readyz');
    return status === 200 && ['records', 'index', 'queue'].every((engine) => body.checks[engine].ok);
  });
});

const text = { content: 'Ann lives in Turku.', source: 'note' };

/** Answers are told for a second. */
const untilTold = (engine: string) =>
  waitUntil('it is told', async () => {
    const answer = await api.get('/readyz');
    return !answer.body.checks[engine].ok && answer;
  });

/** A write whose statement was sent before the silence began may end either way. */
const expectNotDone = (answer: Awaited<ReturnType<Api['get']>>) => {
  if (answer.body.outcome === 'unknown') expectProblem(answer, 'outcome-unknown');
  else expectUnavailable(answer);
};

const expectUnavailable = (answer: Awaited<ReturnType<Api['get']>>) => {
  expectProblem(answer, 'dependency-unavailable');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
};

const untilFound = (content: string, id: string) =>
  waitUntil('it is found', async () => {
    const answer = await api.post('/memories/query', { text: content, k: 3 });
    return answer.status === 200 && foundIds(answer.body.data).includes(id);
  });

describe.each([{ kind: 'down' }, { kind: 'silent' }] as const)('with PostgreSQL $kind', (weather) => {
  it('everything is 503, and all is well when it is back', async () => {
    const { id } = await create(api, 'Before.');
    rig().database.set(weather);
    for (const answer of await Promise.all([
      api.post('/memories', { tier: 'episodic', content: 'Meanwhile.' }),
      api.post('/ingest', text),
      api.get(`/memories/${id}`),
      api.get('/memories'),
      api.post('/memories/query', { text: 'before' }),
      api.patch(`/memories/${id}`, { content: 'Changed.' }),
      api.delete(`/memories/${id}`),
      api.post(`/memories/${id}/access`),
      api.post('/lifecycle/run'),
      api.post('/validate', { claim: 'Before.' }),
      api.get('/entities'),
    ]))
      expectNotDone(answer);
    expect((await api.get('/livez')).status).toBe(200);
    const ready = await untilTold('records');
    expect([ready.status, ready.body.checks.records.ok]).toEqual([503, false]);
    rig().database.set({ kind: 'clear' });
    await waitUntil('it is ready', async () => (await api.get('/readyz')).status === 200);
    const contents = (await api.get('/memories')).body.data.memories.map(({ content }: { content: string }) => content);
    // A statement that is sent into a silence may arrive when it ends; a refused one never does.
    const late = weather.kind === 'silent' ? ['Meanwhile.'] : [];
    expect(contents.filter((content: string) => !late.includes(content))).toEqual(['Before.']);
    expect(contents.length).toBeLessThanOrEqual(1 + late.length);
    const after = await create(api, 'The kettle is blue.');
    expect(foundIds(await find(api, 'kettle'))).toContain(after.id);
  });
});

describe.each([{ kind: 'down' }, { kind: 'silent' }] as const)('with Redis $kind', (weather) => {
  it('ingests are accepted with 202 and done meanwhile, since workers look for them; the rest is as ever', async () => {
    rig().redis.set(weather);
    const accepted = await api.post('/ingest', text);
    expect(accepted.status).toBe(202);
    expect(accepted.headers.get('location')).toBe(`/ingest/${accepted.body.data.traceId}`);
    const memory = await create(api, 'The kettle is blue.');
    expect(foundIds(await find(api, 'kettle'))).toEqual([memory.id]);
    expect((await api.patch(`/memories/${memory.id}`, { content: 'The kettle is red.' })).status).toBe(200);
    expect((await api.get('/memories')).status).toBe(200);
    expectUnavailable(await api.post('/lifecycle/run'));
    expect((await api.get('/lifecycle/runs')).body.runs).toEqual([]);
    const ready = await untilTold('queue');
    expect([ready.status, ready.body.checks.queue.ok]).toEqual([200, false]);
    const done = await finishedIngest(api, accepted.body.data.traceId);
    expect(done.summary).toEqual({ candidates: 1, accepted: 1, rejected: 0 });
    rig().redis.set({ kind: 'clear' });
    await untilFound('Where does Ann live?', done.acceptedMemories[0]?.memoryId ?? '');
    await waitUntil('an ingest is waited for again', async () => {
      const answer = await api.post('/ingest', { ...text, content: `Ben owns boat ${Math.trunc(performance.now())}.` });
      return answer.status === 200;
    });
  });

  it('limits hold for each gateway by itself, and let in what is within them', async () => {
    const limited = await rig().start('gateway', { REQUESTS_PER_SECOND: '1', REQUEST_BURST: '60' });
    const own = createApi(limited.url);
    expect((await own.get('/memories')).status).toBe(200);
    rig().redis.set(weather);
    const answers = await Promise.all(Array.from({ length: 60 }, () => own.get('/memories?limit=1')));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(59).fill(200), 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('ratelimit-policy')).toBe('"requests";q=60;w=60');
    expect((await createApi(limited.url).get('/memories')).status).toBe(200);
    await limited.kill('SIGKILL');
  });
});

describe('with Qdrant down', () => {
  it('writes succeed and are indexed later; searches are 503; the log tells once that it begins and that it is over', async () => {
    const { qdrant } = rig();
    const before = await create(api, 'The kettle is blue.');
    const programs = [gateway, worker].map((process) => ({ process, length: process.output().length }));
    const saidSince = () => programs.map(({ process, length }) => process.output().slice(length));
    qdrant.decide = () => ({ kind: 'status', status: 503 });
    const meanwhile = await create(api, 'The ladder is green.');
    expect(meanwhile.embeddingId).toBeNull();
    expect((await api.patch(`/memories/${before.id}`, { content: 'The kettle is red.' })).status).toBe(200);
    const gone = await create(api, 'The mirror is broken.');
    expect((await api.delete(`/memories/${gone.id}`)).status).toBe(200);
    const accepted = await api.post('/ingest', text);
    expect([200, 202]).toContain(accepted.status);
    expectUnavailable(await api.post('/memories/query', { text: 'ladder' }));
    expectUnavailable(await api.post('/context/build', { currentInput: 'ladder' }));
    expectUnavailable(await api.post('/validate', { claim: 'The ladder is green.' }));
    expectUnavailable(await api.delete('/tenant', { 'x-confirm-tenant': api.tenant }));
    expect((await api.get('/memories')).body.data.total).toBeGreaterThanOrEqual(2);
    const ready = await untilTold('index');
    expect([ready.status, ready.body.checks.index.ok]).toEqual([200, false]);
    const told = () => saidSince().map((said) => engineLines(said, 'index'));
    await waitUntil('the gateway tells it', () => told()[0]?.length);
    for (const thing of ['ladle', 'sieve', 'whisk', 'grater', 'funnel']) await create(api, `The ${thing} is new.`);
    qdrant.decide = () => null;
    await untilFound('green ladder', meanwhile.id);
    await untilFound('red kettle', before.id);
    expect((await finishedIngest(api, accepted.body.data.traceId)).success).toBe(true);
    const indexed = await waitUntil('it is indexed', async () => {
      const answer = await api.get(`/memories/${meanwhile.id}`);
      return answer.body.data.embeddingId;
    });
    expect(indexed).toMatch(/^[0-9a-f-]{36}$/);
    expect(foundIds(await find(api, 'broken mirror'))).not.toContain(gone.id);
    // A worker that asked nothing of it meanwhile has noticed nothing.
    await waitUntil('nobody takes it for lost', () => told().every(({ length }) => length !== 1));
    const beginAndEnd = [expect.stringContaining('Qdrant is lost'), 'Qdrant is back'];
    expect(told()[0]).toEqual(beginAndEnd);
    expect([[], beginAndEnd]).toContainEqual(told()[1]);
    for (const said of saidSince()) {
      const lines = complaints(said).map(({ msg, part, kind, postponements }) =>
        [msg, part, kind, postponements].join(),
      );
      expect(lines.toSorted()).toEqual([...new Set(lines)].sort());
    }
  });
});

describe('with Qdrant down at the start', () => {
  const fresh = useRig();

  it('both programs come up and heal by themselves', async () => {
    const { qdrant, start } = fresh();
    qdrant.decide = () => ({ kind: 'status', status: 503 });
    const [gateway] = await Promise.all([start('gateway'), start('worker')]);
    api = createApi(gateway.url);
    const { id } = await create(api, 'The kettle is blue.');
    expectUnavailable(await api.post('/memories/query', { text: 'kettle' }));
    qdrant.decide = () => null;
    await untilFound('blue kettle', id);
  });
});

describe('with no such database', () => {
  it('both programs end at once, with one sentence', async () => {
    const nowhere = new URL(rig().database.url);
    nowhere.pathname = '/nowhere';
    const settings = { DATABASE_URL: nowhere.href, STARTUP_WAIT_SECONDS: '600' };
    const failures = await Promise.all(
      (['gateway', 'worker'] as const).map((program) => rig().start(program, settings).catch(String)),
    );
    // A start that waits says so in a line of its own.
    for (const failure of failures)
      expect(failure).toMatch(
        /^Error: ended with 1:\nHippocamp did not start: [^\n]*\/nowhere has no such database\. Create it[^\n]*\.\n*$/,
      );
  });
});
