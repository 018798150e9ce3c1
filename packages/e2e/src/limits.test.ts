import { describe, expect, inject, it } from 'vitest';
import { type Api, type ApiAnswer, createApi } from './client.js';
import { expectProblem } from './expectations.js';
import { useOwnServices } from './own-service.js';
import { waitUntil } from './wait-until.js';

const services = useOwnServices();
const note = { content: 'Tea at four.', tier: 'semantic' };

const read = async (url: string) => {
  const answer = await fetch(url);
  return { status: answer.status, text: await answer.text() };
};

const LIMITS = {
  REQUESTS_PER_SECOND: '5',
  REQUEST_BURST: '200',
  CONCURRENT_REQUESTS: '2',
  INGESTS_PER_DAY: '1',
  MAX_MEMORIES: '3',
  OPS_PORT: '0',
};

const ingests = async (api: Api) => {
  const first = await api.post('/ingest', { content: 'I live in Turku.', source: 'note' });
  expect([200, 202], first.text).toContain(first.status);
  expect(first.headers.get('ratelimit-policy')).toBe('"requests";q=200;w=40, "ingests";q=1;w=86400');
  expect(first.headers.get('ratelimit')).toMatch(/^"requests";r=\d{3};t=\d{1,2}, "ingests";r=0;t=86[34]\d\d$/);
  const second = await api.post('/ingest', { content: 'I live in Oulu.', source: 'note' });
  expectProblem(second, 'too-many-requests');
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(86_000);
  expect(second.body.detail).toContain('1 texts in 86400 s');
};

const memories = async (api: Api) => {
  const refused = await waitUntil('the quota is reached', async () => {
    const answer = await api.post('/memories', note);
    return answer.status !== 201 && answer;
  });
  expectProblem(refused, 'quota-reached');
  expect(refused.body.detail).toMatch(/holds \d+ of 3 memories/);
  const lines = { 'content-type': 'application/x-ndjson' };
  expectProblem(await api.sendText('POST', '/import', '{}\n', lines), 'quota-reached');
  expect((await api.get('/memories')).status).toBe(200);
};

const together = (api: Api, count: number): Promise<ApiAnswer[]> =>
  Promise.all(Array.from({ length: count }, () => api.get('/memories?limit=1')));

/** As many requests wait as may be answered, and the next ones are refused. */
const atOnce = async (api: Api) => {
  const of = (answers: readonly ApiAnswer[], wanted: number) => answers.filter(({ status }) => status === wanted);
  // Where the gateway stands still for a second, those that wait are refused too.
  const answers = await waitUntil('as many wait as are answered', async () => {
    const all = await together(createApi(api.url), 100);
    return of(all, 200).length >= 4 && all;
  });
  const refused = of(answers, 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expectProblem(answer, 'too-many-requests');
    expect(answer.headers.get('retry-after')).toBe('1');
  }
};

const listTools = (api: Api) => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  return api.post('/mcp', message, { accept: 'application/json, text/event-stream' });
};

const flood = async (api: Api) => {
  const listed = await listTools(api);
  expect([listed.status, listed.headers.get('ratelimit')]).toEqual([200, expect.stringMatching(/r=199;/)]);
  const answers = await together(api, 201);
  const over = answers.find(({ headers }) => /r=0;/.test(headers.get('ratelimit') ?? ''));
  if (!over) throw new Error('nothing was refused');
  const last = await api.get('/memories');
  expectProblem(last, 'too-many-requests');
  expectProblem(await listTools(api), 'too-many-requests');
  expect(last.body.detail).toContain('200 requests in 40 s');
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(last.headers.get('ratelimit')).toMatch(/^"requests";r=0;t=\d+$/);
};

const leftIn = ({ headers }: ApiAnswer) => Number(/r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1] ?? 0);

const recall = (api: Api) => {
  const params = { name: 'recall', arguments: { text: 'Where do I live?' } };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  return api.post('/mcp', message, { accept: 'application/json, text/event-stream' });
};

/** A call that is the last request of its window lets its tool have none. Tried again, it would hold its place till then. */
const lastOne = async (api: Api) => {
  const told = await waitUntil('a tool is refused', async () => {
    let left = leftIn(await api.get('/memories?limit=1'));
    while (left > 1) left = Math.min(...(await together(api, Math.min(2, left - 1))).map(leftIn));
    const answer = await recall(api);
    return answer.text.includes('(429)') && answer.text;
  });
  expect(told).toMatch(/Wait \d+ s, then go on/);
};

describe('limits', { timeout: 120_000 }, () => {
  it('refuse what is beyond them, say what was wrong and when to come again, and leave others alone', async () => {
    const gateway = await services.start(LIMITS);
    const apis = [ingests, memories, atOnce, flood, lastOne].map((act) => ({ act, api: createApi(gateway.url) }));
    for (const { act, api } of apis) await act(api);
    expect((await createApi(gateway.url).get('/memories')).status).toBe(200);

    const ops = /"ops":"([^"]+)"/.exec(gateway.output())?.[1] ?? '';
    const { text } = await read(`${ops}/metrics`);
    for (const reason of ['rate', 'concurrency', 'ingests', 'memories'])
      expect(text).toMatch(new RegExp(`hippocamp_refused_total\\{reason="${reason}"\\} [1-9]`));
    for (const { api } of apis) expect(text).not.toContain(api.tenant);
    const told = () => gateway.output().match(/requests are refused/g) ?? [];
    await waitUntil('each reason is logged', () => told().length >= 4);
    expect(told()).toHaveLength(4);
    await operators(gateway.url, ops);
  });
});

/** A store that stands still is given two seconds, and is told as one that does not answer. */
const whenRead = (url: string, words: string) =>
  waitUntil(`${url} says ${words}`, async () => {
    const answer = await read(url);
    return answer.text.includes(words) && answer;
  });

/** Only the port for operators gives details and metrics. */
const operators = async (url: string, ops: string) => {
  expect((await read(`${url}/metrics`)).status).toBe(404);
  const { mode } = inject('stores');
  const ready = await whenRead(`${url}/readyz`, '"ready"');
  expect([ready.status, JSON.parse(ready.text)]).toEqual([200, { status: 'ready', mode, checks: {}, notes: [] }]);
  expect((await read(`${url}/livez`)).status).toBe(200);
  await whenRead(`${ops}/readyz`, '"records":{"ok":true,"detail":"answers"}');
  await whenRead(`${ops}/metrics`, 'hippocamp_engine_up{engine="records"} 1');
  expect((await read(`${ops}/memories`)).status).toBe(404);
};
