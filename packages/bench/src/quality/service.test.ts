import { randomUUID } from 'node:crypto';
import { createHippocamp } from '@hippocamp/sdk';
import { memory as memorySchema } from '@hippocamp/shared/schemas/memories';
import { describe, expect, it } from 'vitest';
import type { MemoryBody } from '../measure/create-memories.js';
import { parseBehind } from '../processes/vectors.js';
import type { Conversation } from './conversations.js';
import { measureThrough } from './service.js';

const time = '2026-01-01T00:00:00.000Z';

const stored = (tenantId: string, body: MemoryBody) =>
  memorySchema.parse({
    ...{ id: randomUUID(), tenantId, tier: 'episodic', content: body.content, metadata: body.metadata },
    ...{ ownerEntityId: null, sourceArtifactId: null, sourceEventId: null, embeddingId: null },
    ...{ importanceScore: 0.5, recencyScore: 1, accessCount: 0, tags: [], version: 1, context: null },
    ...{ lastAccessedAt: time, createdAt: time, updatedAt: time, occurredAt: body.occurredAt },
    ...{ archivedAt: null, invalidAt: null, supersededById: null, confidence: null, provenance: null },
  });

/** Vectors come after the second look. */
function createService() {
  const tenants = new Map<string, ReturnType<typeof stored>[]>();
  const said: { path: string; body: Record<string, unknown> }[] = [];
  let looks = 0;
  const create = (tenant: string, memories: MemoryBody[]) => {
    const made = memories.map((body) => stored(tenant, body));
    tenants.set(tenant, [...(tenants.get(tenant) ?? []), ...made]);
    return { results: made.map((each, index) => ({ index, status: 201, memory: each })) };
  };
  const find = (tenant: string) => ({
    results: [...(tenants.get(tenant) ?? [])].reverse().map((each) => ({
      ...{ memory: each, score: 0.5 },
      reasons: { semantic: 0.5, recency: 1, importance: 0.5 },
    })),
    query: { text: 'what?', k: 20 },
  });
  const metrics = () => {
    looks += 1;
    const waiting = `hippocamp_outbox_jobs{kind="embed",state="waiting"} ${looks < 3 ? 1 : 0}`;
    return new Response(`${waiting}\nhippocamp_memories_unindexed 0\n`);
  };
  const answer: typeof fetch = async (url, init) => {
    const { pathname: path } = new URL(String(url));
    if (path === '/metrics') return metrics();
    const tenant = new Headers(init?.headers).get('x-tenant-id') ?? '';
    const given = JSON.parse(String(init?.body)) as { memories?: MemoryBody[] };
    said.push({ path, body: { ...given, looks } });
    return Response.json({ data: given.memories ? create(tenant, given.memories) : find(tenant) });
  };
  const client = createHippocamp({ baseUrl: 'http://service', fetch: answer });
  return { client, said };
}

const conversation = (id: string, memories: number, evidence: string[]): Conversation => ({
  id,
  memories: Array.from({ length: memories }, (_, index) => ({
    id: `D1:${index + 1}`,
    text: `said ${index}`,
    speaker: 'Ann',
    session: 'monday',
    occurredAt: new Date(time),
    context: 'the bench leaves it to the service',
  })),
  questions: [{ text: 'what?', category: 4, evidence: new Set(evidence) }],
});

const silent = { say: () => undefined, update: () => undefined };

describe('quality through the service', () => {
  it('gives each conversation a tenant, waits for its vectors and looks where the evidence stands', async () => {
    const { client, said } = createService();
    const conversations = [conversation('a', 501, ['D1:501', 'D1:1']), conversation('b', 4, ['D1:3'])];
    const { overall, byCategory } = await measureThrough(client, conversations, silent);
    expect(overall).toMatchObject({ recall5: 0.75, recall20: 0.75, reciprocalRank: 0.75 });
    expect(byCategory).toMatchObject([{ category: 4, questions: 2 }]);
    expect(said.map(({ path, body }) => [path, body.looks])).toEqual([
      ...Array.from({ length: 3 }, () => ['/memories/batch', 0]),
      ...Array.from({ length: 2 }, () => ['/memories/query', 3]),
    ]);
    expect(said.at(-1)?.body).toMatchObject({ text: 'what?', k: 20, weights: { semantic: 1 } });
  });

  it('sends what was said, by whom, when and in which session', async () => {
    const { client, said } = createService();
    await measureThrough(client, [conversation('a', 1, ['D1:1'])], silent);
    expect(said[0]?.body.memories).toEqual([
      {
        tier: 'episodic',
        content: 'said 0',
        speaker: 'Ann',
        occurredAt: time,
        metadata: { sessionId: 'monday' },
      },
    ]);
  });

  it('reads what a gateway still has to do', () => {
    const jobs = ['embed",state="waiting"} 3', 'index",state="waiting"} 2', 'embed",state="dead"} 9'];
    const metrics = jobs.map((rest) => `hippocamp_outbox_jobs{kind="${rest}`).join('\n');
    expect(parseBehind(`${metrics}\nhippocamp_memories_unindexed 4`)).toEqual({ words: 4, vectors: 3, jobs: 5 });
  });
});
