import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import type { BatchResult, Memory, MemoryList } from '@hippocamp/shared/schemas/memories';
import type { QueryAnswer } from '@hippocamp/shared/schemas/query';
import type { ImportAnswer } from '@hippocamp/shared/schemas/transfer';
import { expect } from 'vitest';
import type { Api, ApiAnswer, Headed } from './client.js';
import { waitUntil, waitUntilSteady } from './wait-until.js';

const dataOf = <Data>(answer: ApiAnswer, status: number): Data => {
  expect(answer.status, answer.text).toBe(status);
  return answer.body.data as Data;
};

export const create = async (api: Api, content: string, given: Record<string, unknown> = {}, headers: Headed = {}) =>
  dataOf<Memory>(await api.post('/memories', { tier: 'episodic', content, ...given }, headers), 201);

/** Takes up to 500; answers them in order, and throws when one is refused. */
export async function createAll(api: Api, memories: readonly Record<string, unknown>[]): Promise<Memory[]> {
  const { results } = dataOf<BatchResult>(await api.post('/memories/batch', { memories }), 200);
  return results.map(({ memory }, index) => {
    if (!memory) throw new Error(`item ${index} was refused: ${JSON.stringify(results[index])}`);
    return memory;
  });
}

export const read = async (api: Api, id: string) => dataOf<Memory>(await api.get(`/memories/${id}`), 200);

export const list = async (api: Api, query = '') => dataOf<MemoryList>(await api.get(`/memories${query}`), 200);

export const find = async (api: Api, text: string, options: Record<string, unknown> = {}) =>
  dataOf<QueryAnswer>(await api.post('/memories/query', { text, ...options }), 200);

export const total = async (api: Api): Promise<number> =>
  dataOf<{ total: number }>(await api.get('/memories/stats'), 200).total;

export const idsOf = (found: { id: string }[]) => found.map(({ id }) => id);
export const foundIds = ({ results }: QueryAnswer) => results.map(({ memory }) => memory.id);

export const ingest = async (api: Api, content: string, given: Record<string, unknown> = {}, headers: Headed = {}) =>
  dataOf<IngestAnswer>(await api.post('/ingest', { content, source: 'note', ...given }, headers), 200);

export const finishedIngest = (api: Api, traceId: string, deadline = 60_000) =>
  waitUntil(
    `ingest ${traceId} is done`,
    async () => {
      const answer = dataOf<IngestAnswer>(await api.get(`/ingest/${traceId}`), 200);
      return answer.status !== 'processing' && answer;
    },
    { deadline },
  );

/** A write may reach the index after its answer on a busy machine. */
export const allIndexed = (api: Api) =>
  waitUntil(
    'all is indexed',
    async () => dataOf<{ pending: number }>(await api.get('/admin/consistency'), 200).pending === 0,
  );

/** A write orders that words are weighed anew before it counts as indexed. Other tests order that too. */
const allWeighed = async (api: Api) => {
  await allIndexed(api);
  await waitUntil('no words wait to be weighed', async () =>
    /^hippocamp_outbox_jobs\{kind="vocabulary",state="waiting"\} 0$/m.test((await api.get('/metrics')).text),
  );
};

/** The service keeps the weight of words for two seconds, so the relevance of a probe has to rest for longer. */
export const settledWords = async (api: Api, probe: string) => {
  await allWeighed(api);
  return waitUntilSteady(
    'the weight of words',
    async () =>
      (await find(api, probe, { k: 100 })).results.map(({ memory, reasons }) => [memory.id, reasons.semantic]),
    { quiet: 2500 },
  );
};

export async function listAll(api: Api): Promise<Memory[]> {
  const all: Memory[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: MemoryList = await list(api, `?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`);
    all.push(...page.memories);
    cursor = page.nextCursor;
  }
  return all;
}

export const expectFound = async (api: Api, contents: readonly string[]) => {
  for (const content of contents) {
    const { results } = await find(api, content, { k: 1, weights: { semantic: 1 } });
    expect(results[0]?.memory.content).toBe(content);
  }
};

/** Goes on from where an import stopped because its time was over, as on a busy machine. */
export async function importWhole(api: Api, text: string) {
  const whole = { problems: [] as ImportAnswer['problems'], memories: 0, complete: false };
  for (let lines = text.split('\n'); lines.length > 0; ) {
    const sent = await api.sendText('POST', '/import', lines.join('\n'), { 'content-type': 'application/x-ndjson' });
    const { problems, imported, complete, stopped } = dataOf<ImportAnswer>(sent, 200);
    whole.problems.push(...problems);
    whole.memories += imported.memory;
    whole.complete = complete;
    lines = stopped?.code === 'took_too_long' ? lines.slice(stopped.line - 1) : [];
  }
  return whole;
}
