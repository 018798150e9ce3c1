import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { create, find, ingest, listAll, read, total } from './actions.js';
import { type Api, type ApiAnswer, createApi } from './client.js';
import { exampleOf, pathOf, type Subjects, tenantOperations } from './examples.js';
import { expectProblem, expectRefused } from './expectations.js';

const canary = 'canary-5b1f';
const words = 'The vault code of Quartzheim is written behind the mirror.';

let first: Api;
let second: Api;
beforeEach(() => {
  first = createApi(inject('gatewayUrl'));
  second = createApi(inject('gatewayUrl'));
});

const fill = async (api: Api) => {
  const ownerEntityId = randomUUID();
  const metadata = { sessionId: 's', canary };
  const memory = await create(api, words, { ownerEntityId, sourceArtifactId: randomUUID(), metadata });
  const { traceId, acceptedMemories } = await ingest(api, 'Ann keeps a spare key in Quartzheim.', { ownerEntityId });
  const ingested = String(acceptedMemories[0]?.memoryId);
  const artifactId = String((await read(api, ingested)).sourceArtifactId);
  const subjects: Subjects = { ownerEntityId, sourceArtifactId: String(memory.sourceArtifactId), words };
  return { memory, traceId, ingested, artifactId, subjects };
};

const send = (
  api: Api,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<ApiAnswer> => {
  if (method === 'get') return api.get(path, headers);
  if (method === 'delete') return api.delete(path, headers);
  return method === 'patch' ? api.patch(path, body, headers) : api.post(path, body, headers);
};

/** Removes what has to differ between two requests. */
const comparable = ({ status, headers, text }: ApiAnswer, id: string, requestId: string | null) => ({
  status,
  headers: [...headers].filter(([name]) => !['x-request-id', 'date', 'content-length'].includes(name)),
  text: text.replaceAll(id, 'ID').replaceAll(String(requestId), 'REQUEST'),
});

const steady = async (api: Api) =>
  (await listAll(api)).map(({ recencyScore: _then, embeddingId: _id, ...memory }) => memory);

describe.each(tenantOperations.filter(([, { params }]) => params))(
  '%s with an id of another tenant',
  (id, operation) => {
    it('answers exactly as for an unknown id', async () => {
      const theirs = await fill(first);
      const before = await steady(first);
      const { body } = exampleOf(id, theirs.subjects);
      for (const foreign of [theirs.traceId, theirs.artifactId, theirs.memory.id, theirs.ingested]) {
        const unknown = randomUUID();
        const [foreignAnswer, unknownAnswer] = [
          await send(second, operation.method, pathOf(operation, foreign), body),
          await send(second, operation.method, pathOf(operation, unknown), body),
        ];
        expectProblem(foreignAnswer, 'not-found');
        expect(comparable(foreignAnswer, foreign, foreignAnswer.headers.get('x-request-id'))).toEqual(
          comparable(unknownAnswer, unknown, unknownAnswer.headers.get('x-request-id')),
        );
      }
      expect(await steady(first)).toEqual(before);
      for (const path of [`/ingest/${theirs.traceId}`, `/artifacts/${theirs.artifactId}`])
        expect((await first.get(path)).status).toBe(200);
    });
  },
);

describe.each(tenantOperations.filter(([, { params }]) => !params))('%s', (id, operation) => {
  it('shows and changes nothing of another tenant', async () => {
    const theirs = await fill(first);
    const before = await steady(first);
    const { body, query = '', headers } = exampleOf(id, theirs.subjects);
    const answer = await send(second, operation.method, `${operation.path}${query}`, body, headers?.(second.tenant));
    expect(answer.status, answer.text).toBeLessThan(300);
    for (const secret of [first.tenant, theirs.memory.id, theirs.ingested, theirs.traceId, theirs.artifactId, canary])
      expect(answer.text).not.toContain(secret);
    expect(await steady(first)).toEqual(before);
    expect(await total(first)).toBe(2);
  });
});

describe('two tenants', () => {
  it('do not see each other in lists, searches, counts and deletes without a filter of theirs', async () => {
    await fill(first);
    const { results } = await find(second, 'vault code of Quartzheim', { k: 100 });
    expect(results).toEqual([]);
    expect(await listAll(second)).toEqual([]);
    expect(await total(second)).toBe(0);
    const removed = await second.post('/memories/delete', { createdAfter: '2000-01-01T00:00:00Z' });
    expect(removed.body.data.count).toBe(0);
    expect(await total(first)).toBe(2);
  });

  it('cannot use each other’s cursors', async () => {
    for (const text of ['Ann lives in Turku.', 'Ben sold the boat.', 'Cem owns a bakery.']) await ingest(first, text);
    for (const path of ['/memories', '/ingest']) {
      const { nextCursor } = (await first.get(`${path}?limit=1`)).body.data;
      expect(nextCursor).not.toBeNull();
      expectRefused(await second.get(`${path}?limit=1&cursor=${nextCursor}`), 'query.cursor');
      expect((await first.get(`${path}?limit=1&cursor=${nextCursor}`)).status).toBe(200);
    }
  });

  it('do not deduplicate against each other', async () => {
    await ingest(first, 'Ann lives in Turku.');
    expect((await ingest(second, 'Ann lives in Turku.')).summary).toEqual({ candidates: 1, accepted: 1, rejected: 0 });
  });

  it('are told apart by case, and by characters that are patterns elsewhere', async () => {
    const base = randomUUID();
    for (const name of [`${base}-a`, `${base}-A`, `${base}_a`, `${base}.a`, `${base}:a`, `${base}@a`]) {
      const api = createApi(first.url, name);
      expect(await total(api)).toBe(0);
      expect((await create(api, 'Mine.')).tenantId).toBe(name);
      expect(await total(api)).toBe(1);
    }
  });
});
