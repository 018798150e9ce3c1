import { randomUUID } from 'node:crypto';
import { type Candidate, ingestAnswer } from '@hippocamp/shared/schemas/ingest';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { find, foundIds, ingest, list, read, total } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectProblem, expectRefused } from './expectations.js';

const conversation = [
  'Ann: I live in Turku with my two cats.',
  'Ben: Yesterday we sold the old sailing boat for 4000 euros.',
  "Ann: I'm waiting at the station right now.",
].join('\n');

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const everything = ({
  acceptedMemories,
  rejectedMemories,
}: {
  acceptedMemories: Candidate[];
  rejectedMemories: Candidate[];
}) => [...acceptedMemories, ...rejectedMemories];

describe('POST /ingest', () => {
  it('answers what the document says, member by member', async () => {
    const answer = await api.post('/ingest', { content: conversation, source: 'chat' });
    expect(answer.status, answer.text).toBe(200);
    const data = ingestAnswer.strict().parse(answer.body.data);
    expect(data).toMatchObject({ success: true, status: 'done', rejectedMemories: [], warnings: [] });
    expect(data.traceId).toMatch(/^[0-9a-f-]{36}$/);
    expect(data.summary).toEqual({ candidates: 3, accepted: 3, rejected: 0 });
    const members =
      'confidence content dedupStatus importance memoryId memoryType owner ownerEntityId rationale sourceSpan tags'.split(
        ' ',
      );
    for (const candidate of data.acceptedMemories) {
      expect(Object.keys(candidate).sort()).toEqual(members);
      expect(candidate.dedupStatus).toBe('new');
      expect(candidate.rationale).not.toBe('');
    }
    expect(Object.keys(data).sort()).toEqual(
      'acceptedMemories rejectedMemories status success summary traceId warnings'.split(' '),
    );
  });

  it('stores each accepted candidate as a memory that points to one artifact', async () => {
    const given = {
      source: 'chat',
      ownerEntityId: randomUUID(),
      sessionId: 'session-7',
      actorId: 'ann',
      metadata: { channel: 'mail', nested: [1] },
      occurredAt: '2026-01-02T03:04:05.678Z',
    };
    const { acceptedMemories, traceId } = await ingest(api, conversation, given);
    const memories = await Promise.all(acceptedMemories.map(({ memoryId }) => read(api, String(memoryId))));
    memories.forEach((memory, index) => {
      const candidate = acceptedMemories[index];
      expect(memory).toMatchObject({
        content: candidate?.content,
        tier: candidate?.memoryType,
        importanceScore: candidate?.importance,
        confidence: candidate?.confidence,
        tags: candidate?.tags,
        ownerEntityId: given.ownerEntityId,
        metadata: { ...given.metadata, sessionId: 'session-7', actorId: 'ann' },
        occurredAt: given.occurredAt,
      });
      expect(memory.provenance).toMatchObject({ traceId, sourceSpan: candidate?.sourceSpan });
    });
    expect(new Set(memories.map(({ sourceArtifactId }) => sourceArtifactId)).size).toBe(1);
    expect(memories[0]?.sourceArtifactId).toMatch(/^[0-9a-f-]{36}$/);
    const listed = await list(api, `?sourceArtifactId=${memories[0]?.sourceArtifactId}`);
    expect(listed.total).toBe(3);
    expect(memories.map(({ context }) => context !== null)).toEqual([false, true, true]);
  });

  it('has what it stored found at once', async () => {
    const { acceptedMemories } = await ingest(api, conversation, { source: 'chat' });
    const boat = acceptedMemories.find(({ content }) => content.includes('boat'));
    expect(foundIds(await find(api, 'Who sold the boat?', { k: 1 }))).toEqual([boat?.memoryId]);
  });

  it('takes text for content; content wins; one of them is needed', async () => {
    const only = await api.post('/ingest', { text: 'Dora plays the cello in an orchestra.', source: 'note' });
    expect(only.body.data.acceptedMemories[0].content).toBe('Dora plays the cello in an orchestra.');
    const both = { content: 'Eli collects old maps.', text: 'Eli collects stamps.', source: 'note' };
    expect((await api.post('/ingest', both)).body.data.acceptedMemories[0].content).toBe('Eli collects old maps.');
    expectRefused(await api.post('/ingest', { source: 'note' }), '/content');
  });

  it.each<[string, object, string]>([
    ['no source', { source: undefined }, '/source'],
    ['an unknown source', { source: 'email' }, '/source'],
    ['an empty content', { content: '' }, '/content'],
    ['50,001 code points', { content: `${'😀'.repeat(50_000)}x` }, '/content'],
    ['a number as content', { content: 42 }, '/content'],
    ['an owner that is no UUID', { ownerEntityId: 'ann' }, '/ownerEntityId'],
    ['a string as autoStore', { autoStore: 'false' }, '/autoStore'],
    ['NUL in the session', { sessionId: 'a\0' }, '/sessionId'],
    ['NUL in metadata', { metadata: { 'a\0': 1 } }, '/metadata'],
    ['a time far ahead', { occurredAt: '2999-01-01T00:00:00Z' }, '/occurredAt'],
  ])('refuses %s and keeps nothing', async (_name, given, path) => {
    expectRefused(await api.post('/ingest', { content: 'Ann lives in Oslo.', source: 'note', ...given }), path);
    expect(await total(api)).toBe(0);
  });

  it('takes exactly 50,000 code points', async () => {
    const facts = Array.from(
      { length: 400 },
      (_, index) => `Shelf ${index} holds ${index + 7} books about whales. `,
    ).join('');
    const content = `${facts}${'😀'.repeat(50_000 - [...facts].length)}`;
    const { summary, acceptedMemories } = await ingest(api, content, { source: 'document' });
    expect(await total(api)).toBe(summary.accepted);
    for (const shelf of [0, 200, 399])
      expect(acceptedMemories.filter((memory) => memory.content.includes(`Shelf ${shelf} holds`))).toHaveLength(1);
  });

  it('debugs only when asked to', async () => {
    const { debug } = await ingest(api, 'Cem is a vegetarian.', { debug: true });
    expect(Object.keys(debug ?? {}).sort()).toEqual(
      'durationMs extractorVersion normalizedInput promptVersion verdicts'.split(' '),
    );
    expect(debug?.normalizedInput).toBe('Cem is a vegetarian.');
    expect(Number.isInteger(debug?.durationMs) && (debug?.durationMs ?? -1) >= 0).toBe(true);
    expect(await ingest(api, 'Cem owns a bakery.', { debug: false })).not.toHaveProperty('debug');
  });
});

describe('the text of an ingest', () => {
  it.each([' ', '\n\t \u00a0', '\u200B\u200B', '\uFEFF'])('may be blank: %j', async (content) => {
    const answer = await ingest(api, content);
    expect(answer).toMatchObject({ success: true, summary: { candidates: 0, accepted: 0, rejected: 0 } });
    expect(answer.warnings.map(({ code }) => code)).toEqual(['blank']);
    expect(await total(api)).toBe(0);
  });

  it('is repaired where it holds NUL or half characters, with a warning for each', async () => {
    const body = '{"source":"note","content":"Ann\\u0000 was born in \\ud83d Turku in 1990.\\ude00"}';
    const answer = await api.sendText('POST', '/ingest', body);
    expect(answer.status, answer.text).toBe(200);
    const { acceptedMemories, warnings } = answer.body.data;
    expect(acceptedMemories.map(({ content }: Candidate) => content).join(' ')).toContain(
      'Ann\uFFFD was born in \uFFFD Turku in 1990.',
    );
    expect(warnings.map(({ code }: { code: string }) => code)).toEqual(['nul_replaced', 'surrogate_replaced']);
    const paired = await api.sendText(
      'POST',
      '/ingest',
      '{"source":"note","content":"Ben moved to Oslo on Friday \\ud83d\\ude00"}',
    );
    expect(paired.body.data.warnings).toEqual([]);
  });

  it.each([
    [
      'lines that end with CR LF',
      'Maria: I bought a house in Turku.\r\nIt has a large garden.\r\nBen: I own\r\ntwo boats.',
    ],
    ['lines that end with CR', 'Maria: I bought a house in Turku.\rIt has a large garden.'],
    [
      'labels, bullets and indentation',
      'Notes\n\n  - Ann  likes   tea\t with milk.\n  * Ben hates it.\n1. Cem lives in Rome.',
    ],
    ['signs beyond the first plane', '😀 Ann plays 🏒 hockey every Tuesday. 👩‍👩‍👧 Ben has three kids.'],
    ['no full stop for 3,000 letters', `Ann bought ${'very '.repeat(600)}old cheese in Turku on Friday`],
    ['other scripts', 'Анна живёт в Хельсинки. 東京に引っ越しました。犬を飼っています。'],
    [
      'quotes and brackets',
      '“I am allergic to nuts,” she said. (My sister lives in Rome with “Tiger”, her cat.) [We own a boat.]',
    ],
  ])('is quoted to the letter: %s', async (_name, content) => {
    for (const source of ['chat', 'note']) {
      const tenant = createApi(api.url);
      const answer = await ingest(tenant, content, { source });
      expect(answer.summary.candidates).toBeGreaterThan(0);
      for (const { sourceSpan } of everything(answer)) {
        expect(sourceSpan).not.toBe('');
        expect(content).toContain(sourceSpan);
      }
      const { sourceArtifactId } = await read(tenant, String(answer.acceptedMemories[0]?.memoryId));
      expect((await tenant.get(`/artifacts/${sourceArtifactId}`)).body.data).toMatchObject({ content, source });
    }
  });
});

describe('GET /ingest/:traceId', () => {
  it('answers what the ingest answered', async () => {
    const done = await ingest(api, conversation, { source: 'chat', debug: true });
    expect((await api.get(`/ingest/${done.traceId}`)).body.data).toEqual(done);
  });

  it('answers 404 for an unknown id and 400 for what is no id', async () => {
    expectProblem(await api.get(`/ingest/${randomUUID()}`), 'not-found');
    expectRefused(await api.get('/ingest/latest'), 'path.traceId');
  });
});
