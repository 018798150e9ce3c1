import { randomUUID } from 'node:crypto';
import { operations } from '@hippocamp/shared/operations/table';
import type { Operation } from '@hippocamp/shared/operations/types';
import { type ProblemName, problemTypes } from '@hippocamp/shared/problems';
import { live, ready } from '@hippocamp/shared/schemas/system';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { create, find, ingest } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectProblem } from './expectations.js';
import { gatewayLog, logOf } from './gateway-log.js';
import { rawBytes, rawRequest } from './raw-request.js';
import { waitUntil } from './wait-until.js';

const all = Object.entries<Operation>(operations);

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const visit = async (path: string) => {
  const answer = await fetch(`${api.url}${path}`);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe('health', () => {
  it('/livez says that the process answers', async () => {
    const { status, text } = await visit('/livez');
    expect(status).toBe(200);
    expect(live.strict().parse(JSON.parse(text))).toEqual({ status: 'live' });
  });

  it('/readyz says what it runs on, and what an operator should know', async () => {
    // A store that stands still is given two seconds.
    const { status, body } = await waitUntil('every part answers', async () => {
      const answer = await visit('/readyz');
      const body = ready.strict().parse(JSON.parse(answer.text));
      return Object.values(body.checks).every(({ ok }) => ok) && { status: answer.status, body };
    });
    expect(status).toBe(200);
    const { mode } = inject('stores');
    expect(body).toMatchObject({ status: 'ready', mode });
    expect(Object.keys(body.checks).sort()).toEqual(['embedder', 'index', 'outbox', 'queue', 'records']);
    for (const { detail } of Object.values(body.checks)) {
      // Other tests write meanwhile.
      expect(detail).toMatch(
        /^(glove-sif-101-v1|answers(; \d+ of \d+ memories are not in it yet)?|\d+ waiting, \d+ dead)$/,
      );
    }
    expect(body.notes.join(' ')).toMatch(mode === 'embedded' ? /power cut/ : /records answer/);
    expect(body.notes.join(' ')).toContain('No model reads (READER=none)');
  });

  it('answers HEAD as GET without a body, and any trailing slash', async () => {
    const answer = await fetch(`${api.url}/livez`, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('');
    expect((await visit('/livez/')).status).toBe(200);
  });
});

describe('/metrics', () => {
  it('measures requests by the template of their path, and names no tenant and no id', async () => {
    const { id } = await create(api, 'Measured.');
    await api.get(`/memories/${id}`);
    await api.get(`/nowhere/${id}`);
    await find(api, 'measured');
    const { status, headers, text } = await visit('/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const line = (labels: string) => `http_server_request_duration_seconds_count{${labels}}`;
    expect(text).toContain(line('method="GET",route="/memories/{id}",status="200"'));
    expect(text).toContain(line('method="POST",route="/memories/query",status="200"'));
    expect(text).toContain(line('method="GET",route="unknown",status="404"'));
    for (const secret of [api.tenant, id, 'tenant=', 'nowhere']) expect(text).not.toContain(secret);
    for (const name of [
      'hippocamp_outbox_jobs',
      'hippocamp_memories',
      'hippocamp_query_rounds',
      'hippocamp_engine_call_seconds',
      'process_cpu_seconds_total',
    ])
      expect(text).toContain(`# TYPE ${name} `);
  });

  it('says which engines answer, and counts what they cost', async () => {
    const isUp = (text: string) => (engine: string) => text.includes(`hippocamp_engine_up{engine="${engine}"} 1`);
    const text = await waitUntil('every engine answers', async () => {
      const metrics = (await visit('/metrics')).text;
      return ['records', 'index', 'queue'].every(isUp(metrics)) && metrics;
    });
    for (const cause of ['records', 'index', 'queue', 'embedder', 'work']) {
      expect(text).toMatch(new RegExp(`hippocamp_unavailable_total\\{cause="${cause}"\\} \\d`));
    }
    const pool = inject('stores').mode === 'production';
    for (const state of ['idle', 'used', 'waiting']) {
      expect(text.includes(`hippocamp_pool_connections{state="${state}"}`)).toBe(pool);
    }
  });

  it('counts jobs', async () => {
    await ingest(api, 'Ann lives in Turku.');
    const text = await waitUntil('an ingest is counted', async () => {
      const metrics = await (await fetch(`${inject('workerUrl')}/metrics`)).text();
      const isCounted = /hippocamp_job_duration_seconds_count\{kind="ingest",outcome="done"\} [1-9]/.test(metrics);
      // Figures of a store that does not answer within two seconds are left out.
      return isCounted && metrics.includes('hippocamp_outbox_jobs{') && metrics;
    });
    expect(text).toMatch(/hippocamp_outbox_jobs\{kind="ingest",state="dead"\} 0/);
  });
});

describe('pages', () => {
  it('/docs shows every operation, and loads nothing from elsewhere', async () => {
    const { status, headers, text } = await visit('/docs');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const [id, { path, summary }] of all) {
      expect(text).toContain(`id="${id}"`);
      expect(text).toContain(`<code>${path}</code>`);
      expect(text).toContain(summary);
    }
    expect(text).not.toMatch(/<script|\bsrc=|href="(?![/#])/);
  });

  it.each(Object.keys(problemTypes) as ProblemName[])('/problems/%s explains it', async (name) => {
    const { status, headers, text } = await visit(`/problems/${name}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const { title, status: code } = problemTypes[name];
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toContain(String(code));
    expect((await visit('/problems')).text).toContain(`href="/problems/${name}"`);
  });
});

describe('the id of a request', () => {
  it('is echoed on every answer, good or bad', async () => {
    for (const path of ['/livez', '/memories', '/nowhere', '/memories/x']) {
      const id = `client-${randomUUID()}`;
      const answer = await api.get(path, { 'x-request-id': id });
      expect(answer.headers.get('x-request-id')).toBe(id);
      if (answer.status >= 400) expectProblem(answer);
      // Probes log at another level.
      if (path !== '/livez') await waitUntil('its log line', () => logOf(id));
    }
  });

  it('is made where there is none, or none that is usable', async () => {
    const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
    expect((await api.get('/livez')).headers.get('x-request-id')).toMatch(uuid);
    const target = { method: 'GET', target: '/livez' };
    for (const lines of [
      ['x-request-id: '],
      ['x-request-id: a b'],
      [`x-request-id: ${'x'.repeat(129)}`],
      ['x-request-id: a', 'x-request-id: b'],
      ['x-request-id: caf\u00e9'],
    ]) {
      const { headers } = await rawRequest(api.url, rawBytes(api.tenant, { ...target, lines }));
      expect(headers.get('x-request-id')).toMatch(uuid);
    }
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await visit('/livez')).headers.get('x-request-id')),
    );
    expect(new Set(ids).size).toBe(20);
  });
});

describe('the log', () => {
  const line = (requestId: string) =>
    waitUntil('its line', () => gatewayLog().find((found) => found.includes(requestId) && found.includes('"request"')));

  it('has one JSON line for each request, with its tenant and the template of its path', async () => {
    const requestId = randomUUID();
    const { id } = await create(api, 'Logged.');
    await api.get(`/memories/${id}`, { 'x-request-id': requestId });
    expect(JSON.parse(await line(requestId))).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      requestId,
      tenant: api.tenant,
      method: 'GET',
      route: '/memories/{id}',
      status: 200,
      milliseconds: expect.any(Number),
      msg: 'request',
    });
    for (const found of gatewayLog()) expect(() => JSON.parse(found), found).not.toThrow();
  });

  it('never holds what was said, asked, tagged or sent badly', async () => {
    const canary = 'canaryword7f3a';
    const requestId = randomUUID();
    const { id } = await create(api, `The ${canary} sings.`, { tags: [canary], metadata: { [canary]: canary } });
    await api.patch(`/memories/${id}`, { content: `Again the ${canary}.` });
    await find(api, `What does the ${canary} do?`, { explain: true, tags: [canary] });
    await ingest(api, `Ann owns a ${canary} and lives in Turku.`, {
      metadata: { canary },
      sessionId: canary,
      debug: true,
    });
    await api.post('/ingest', { content: `Ben saw the ${canary}.`, source: 'note' }, { prefer: 'respond-async' });
    await api.post('/memories/batch', { memories: [{ content: canary }, { tier: 'episodic', content: `${canary}.` }] });
    await api.get(`/memories?tag=${canary}&metadata=${encodeURIComponent(JSON.stringify({ canary }))}`);
    await api.post('/memories/delete', { tags: [canary] });
    for (const [method, path, body] of [
      ['POST', '/memories', `{"content":"${canary}"`],
      ['POST', '/memories', `{"tier":"${canary}","content":"${canary}\\u0000","${canary}":1}`],
      ['PATCH', `/memories/${id}`, `{"importanceScore":"${canary}"}`],
      ['POST', '/memories/query', `{"text":"${canary}","k":"${canary}"}`],
      ['POST', `/${canary}`, '{}'],
      ['POST', '/ingest', `{"source":"${canary}"}`],
    ] as const) {
      expectProblem(await api.sendText(method, path, body));
    }
    await api.get(`/memories/${canary}`);
    await api.get(`/memories?limit=${canary}`, { 'x-request-id': requestId, 'idempotency-key': canary });
    await line(requestId);
    expect(gatewayLog().filter((found) => found.includes(canary))).toEqual([]);
  });
});
