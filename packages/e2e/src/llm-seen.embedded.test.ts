import { startLlmStandIn } from '@hippocamp/runtime/testing/llm-stand-in';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApi } from './client.js';
import { useOwnServices } from './own-service.js';

/** These lines come from the process that asks the model, which is the worker in production mode. */

const { start } = useOwnServices();

let standIn: Awaited<ReturnType<typeof startLlmStandIn>>;
beforeEach(async () => {
  standIn = await startLlmStandIn();
});
afterEach(() => standIn.stop());

it('/readyz and /metrics say how calls of a language model end, and that makes nothing unready', async () => {
  const llm = { LLM_URL: standIn.url, LLM_MODEL: 'stand-in', LLM_CALLS_PER_DAY: '2' };
  const service = await start({ ...llm, INGEST_WAIT_MS: '60000', JOB_ATTEMPTS: '1', JOB_RETRY_SECONDS: '0' });
  const api = createApi(service.url);
  const read = async (content: string) => {
    const answer = await api.post('/ingest', { content, source: 'note' }, { prefer: 'wait=60' });
    expect(answer.body.data.model, answer.text).toEqual({ state: 'failed', added: 0 });
  };
  standIn.fail(
    (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[]}'),
  );
  await read('Ben sold the boat yesterday.');
  standIn.fail((response) => void response.writeHead(401).end('{}'));
  await read('Ann lives in Turku.');
  await read('Ines plays the cello.');
  const ready = await (await fetch(`${service.url}/readyz`)).json();
  expect(ready).toMatchObject({
    status: 'ready',
    checks: {
      llm: { ok: false, detail: expect.stringMatching(/^read: does not answer since .*\(status 401\), not/) },
    },
  });
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toContain('hippocamp_llm_calls_total{purpose="read",outcome="refused"} 1');
  expect(metrics).toContain('hippocamp_llm_over_budget_total 1');
  expect(metrics).toContain('hippocamp_llm_unusable_statements_total 0');
});
