import { beforeEach, describe, expect, it } from 'vitest';
import { type Api, createApi } from './client.js';
import { useModelReader } from './read-by-model.js';

const OWNER_A = '11111111-1111-4111-8111-111111111111';
const OWNER_B = '22222222-2222-4222-8222-222222222222';

const gatewayUrl = useModelReader();
let api: Api;
beforeEach(() => {
  api = createApi(gatewayUrl());
});

const tell = async (content: string, more: object = {}) => {
  const { status, body } = await api.post('/ingest', { content, source: 'note', ...more });
  expect(status).toBe(200);
  return body.data;
};
const ask = async (text: string, more: object = {}) => {
  const { body } = await api.post('/memories/query', { text, ...more });
  return (body.data.results as { memory: { content: string } }[]).map(({ memory }) => memory.content);
};
const statuses = (answer: {
  acceptedMemories: { dedupStatus: string }[];
  rejectedMemories: { dedupStatus: string }[];
}) => [...answer.acceptedMemories, ...answer.rejectedMemories].map(({ dedupStatus }) => dedupStatus);

describe('what is told again', () => {
  it('is stored once, and the repeat names what it repeats', async () => {
    const first = await tell('I live in Lisbon.');
    const again = await tell('i live in lisbon');
    expect(again.summary).toEqual({ candidates: 1, accepted: 0, rejected: 1 });
    const [stored] = first.acceptedMemories;
    expect(again.rejectedMemories[0]).toMatchObject({ dedupStatus: 'duplicate', duplicateOf: stored.memoryId });
    expect(again.rejectedMemories[0].reason).toContain(stored.memoryId);
  });

  it('is recognised in other words', async () => {
    await tell('I moved to Porto in May.');
    expect(statuses(await tell('I live in Porto.'))).toEqual(['near_duplicate']);
  });

  it('is stored once when ten tell it at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => tell('My brother Teo is allergic to wasps.')));
    expect(answers.reduce((sum, answer) => sum + answer.summary.accepted, 0)).toBe(1);
    expect((await api.get('/memories/stats')).body.data.total).toBe(1);
  });
});

describe('a fact that changes', () => {
  it('takes the place of the earlier one, which stays in history', async () => {
    const [lisbon] = (await tell('I live in Lisbon.', { occurredAt: '2026-01-01T10:00:00Z' })).acceptedMemories;
    const [porto] = (await tell('I moved to Porto.', { occurredAt: '2026-03-01T10:00:00Z' })).acceptedMemories;
    expect(porto).toMatchObject({ dedupStatus: 'conflict', supersedes: [lisbon.memoryId] });

    const old = (await api.get(`/memories/${lisbon.memoryId}`)).body.data;
    expect(old).toMatchObject({ invalidAt: '2026-03-01T10:00:00.000Z', supersededById: porto.memoryId });
    const history = (await api.get(`/memories/${lisbon.memoryId}/history`)).body.data.history;
    expect(history.map(({ change }: { change: string }) => change)).toEqual(['created', 'superseded']);

    expect(await ask('Where do I live?')).toEqual(['I moved to Porto.']);
    const { rawMemories } = (await api.post('/context/build', { currentInput: 'Where do I live?' })).body.data;
    expect(rawMemories.map((row: { memory: { content: string } }) => row.memory.content)).toEqual([
      'I moved to Porto.',
    ]);
    expect(await ask('Where do I live?', { includeSuperseded: true })).toHaveLength(2);
    expect(await ask('Where do I live?', { asOf: '2026-02-01T00:00:00Z' })).toEqual(['I live in Lisbon.']);
    expect((await api.get('/memories')).body.data.total).toBe(1);
  });

  it('does not give way to a tale of earlier times', async () => {
    const [now] = (await tell('I live in Porto.', { occurredAt: '2026-03-01T10:00:00Z' })).acceptedMemories;
    const [then] = (await tell('I live in Lisbon.', { occurredAt: '2026-01-01T10:00:00Z' })).acceptedMemories;
    expect(then.dedupStatus).toBe('conflict');
    const earlier = (await api.get(`/memories/${then.memoryId}`)).body.data;
    expect(earlier).toMatchObject({ invalidAt: '2026-03-01T10:00:00.000Z', supersededById: now.memoryId });
    expect(await ask('Where do I live?')).toEqual(['I live in Porto.']);
  });

  it('may be denied', async () => {
    const [tea] = (await tell('I like green tea.')).acceptedMemories;
    const [denied] = (await tell('I do not like green tea.')).acceptedMemories;
    expect(denied).toMatchObject({ dedupStatus: 'conflict', supersedes: [tea.memoryId] });
  });

  it('may be one that a client created', async () => {
    const created = (await api.post('/memories', { tier: 'semantic', content: 'I live in Lisbon.' })).body.data;
    const [porto] = (await tell('I moved to Porto.')).acceptedMemories;
    expect(porto.supersedes).toEqual([created.id]);
  });

  it('is never touched by something merely similar', async () => {
    await tell('I live in Lisbon. I work at the harbour museum. My sister Ida lives in Faro.');
    const answer = await tell('Ida lived in Lisbon in 2010. Tom says he lives in Rome. I would love to live in Oslo.');
    expect(answer.acceptedMemories.every(({ dedupStatus }: { dedupStatus: string }) => dedupStatus === 'new')).toBe(
      true,
    );
    expect((await api.get('/memories?includeSuperseded=false')).body.data.total).toBe(3 + answer.summary.accepted);
  });
});

describe('whose fact it is', () => {
  it('keeps owners apart, whether they say the same or the opposite', async () => {
    const said = ['I live in Lisbon.', 'I live in Porto.', 'I live in Lisbon.'];
    const owners = [OWNER_A, OWNER_B, undefined];
    for (const [place, content] of said.entries()) {
      const owner = owners[place];
      expect(statuses(await tell(content, owner ? { ownerEntityId: owner } : {}))).toEqual(['new']);
    }
    expect(await ask('Where do I live?', { ownerEntityId: OWNER_A })).toEqual(['I live in Lisbon.']);
    expect(await ask('Where do I live?', { ownerEntityId: OWNER_B })).toEqual(['I live in Porto.']);
  });

  it('keeps actors of one owner apart', async () => {
    await tell('I live in Lisbon.', { ownerEntityId: OWNER_A, actorId: 'ann' });
    const answer = await tell('I live in Porto.', { ownerEntityId: OWNER_A, actorId: 'ben' });
    expect(statuses(answer)).toEqual(['new']);
  });
});

describe('artifacts and the list of ingests', () => {
  it('keep the raw text, which goes with the last memory drawn from it', async () => {
    const text = 'Mara: I am allergic to hazelnuts.\nJonas: I moved to Tollgate Lane 9.';
    const answer = await tell(text, { source: 'chat' });
    const ids = answer.acceptedMemories.map(({ memoryId }: { memoryId: string }) => memoryId);
    const { sourceArtifactId } = (await api.get(`/memories/${ids[0]}`)).body.data;
    const artifact = (await api.get(`/artifacts/${sourceArtifactId}`)).body.data;
    expect(artifact).toMatchObject({ content: text, source: 'chat', ingestTraceId: answer.traceId });

    await api.delete(`/memories/${ids[0]}`);
    expect((await api.get(`/artifacts/${sourceArtifactId}`)).status).toBe(200);
    await api.delete(`/memories/${ids[1]}`);
    expect((await api.get(`/artifacts/${sourceArtifactId}`)).status).toBe(404);
    const ingest = (await api.get(`/ingest/${answer.traceId}`)).body.data;
    expect(JSON.stringify(ingest)).not.toContain('hazelnuts');
    expect(ingest.warnings[0].code).toBe('erased');
  });

  it('can be deleted by themselves', async () => {
    const answer = await tell('I live in Lisbon.');
    const memory = (await api.get(`/memories/${answer.acceptedMemories[0].memoryId}`)).body.data;
    expect((await api.delete(`/artifacts/${memory.sourceArtifactId}`)).body).toEqual({ data: { deleted: true } });
    expect((await api.delete(`/artifacts/${memory.sourceArtifactId}`)).status).toBe(404);
    expect((await api.get(`/memories/${memory.id}`)).status).toBe(200);
  });

  it('list ingests newest first, by state, in pages', async () => {
    const traces: string[] = [];
    for (const city of ['Lisbon', 'Porto', 'Faro']) traces.unshift((await tell(`My friend ${city} sails.`)).traceId);
    const first = (await api.get('/ingest?limit=2&state=done')).body.data;
    const second = (await api.get(`/ingest?limit=2&state=done&cursor=${first.nextCursor}`)).body.data;
    const listed = [...first.ingests, ...second.ingests].map(({ traceId }: { traceId: string }) => traceId);
    expect(listed).toEqual(traces);
    expect([first.total, second.nextCursor]).toEqual([3, null]);
    expect((await api.get('/ingest?state=failed')).body.data.total).toBe(0);
  });

  it('forget stored answers with the memory', async () => {
    const key = { 'idempotency-key': 'only-once' };
    const memory = { tier: 'semantic', content: 'The safe opens with 4711.' };
    const { id } = (await api.post('/memories', memory, key)).body.data;
    await api.delete(`/memories/${id}`);
    const again = await api.post('/memories', memory, key);
    expect(again.status).toBe(409);
    expect((await api.get('/memories/stats')).body.data.total).toBe(0);
  });
});
