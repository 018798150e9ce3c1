/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { createApi } from './client.js';
import { useOwnServices } from './own-service.js';
import { waitUntil } from './wait-until.js';

const { startAlone } = useOwnServices();
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const startBoth = async () => {
  const gateway = await startAlone('gateway');
  return { gateway, working: inject('stores').mode === 'production' ? await startAlone('worker') : gateway };
};

const linesOf = (output: string): Record<string, unknown>[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

describe('the log', () => {
  it('follows a request through its jobs, by its id and its trace', async () => {
    const { gateway, working } = await startBoth();
    const api = createApi(gateway.url);
    const requestId = randomUUID();
    const answer = await api.post(
      '/ingest',
      { content: 'Ann lives in Turku.', source: 'note' },
      { 'x-request-id': requestId, traceparent },
    );
    expect(answer.status).toBe(200);
    const job = await waitUntil('the job is logged', () =>
      linesOf(working.output()).find(({ msg, kind }) => msg === 'job done' && kind === 'ingest'),
    );
    expect(job).toMatchObject({
      requestId,
      traceparent,
      tenant: api.tenant,
      ref: answer.body.data.traceId,
      attempts: 1,
    });
    const request = await waitUntil('the request is logged', () =>
      linesOf(gateway.output()).find((line) => line.msg === 'request' && line.requestId === requestId),
    );
    expect(request).toMatchObject({ traceparent });
    for (const { output } of [gateway, working]) expect(output()).not.toContain('Turku');
  });

  it('leaves a trace out that is none', async () => {
    const { gateway, working } = await startBoth();
    const api = createApi(gateway.url);
    await api.post(
      '/ingest',
      { content: 'Ann lives in Turku.', source: 'note' },
      { traceparent: `${traceparent.slice(0, -1)}g` },
    );
    const job = await waitUntil('the job is logged', () =>
      linesOf(working.output()).find(({ msg }) => msg === 'job done'),
    );
    expect(job).not.toHaveProperty('traceparent');
    expect(gateway.output()).not.toContain(traceparent.slice(0, 20));
  });
});
