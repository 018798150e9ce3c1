import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { finishedIngest, listAll } from './actions.js';
import { type Api, createApi } from './client.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const session = { source: 'chat', sessionId: 'a talk' };
const say = (content: string, role = 'user', more: object = {}) => ({ role, content, ...more });

const ingested = async (...messages: object[]): Promise<IngestAnswer> => {
  const answer = await api.post('/ingest', { ...session, messages });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

const accepted = async (content: string): Promise<string> => {
  const answer = await api.post('/ingest', { ...session, content }, { prefer: 'respond-async' });
  expect(answer.status, answer.text).toBe(202);
  return answer.body.data.traceId;
};

interface Listed {
  traceId: string;
  artifactId: string;
  finishedAt: string;
}
const listed = async (): Promise<Listed[]> => (await api.get('/ingest?limit=100')).body.data.ingests;

const artifactOf = async ({ traceId }: IngestAnswer) =>
  (await listed()).find((one) => one.traceId === traceId)?.artifactId;

const exported = async () => (await api.get('/export')).text;

describe('ingests of a session', () => {
  it('are read in the order in which they were accepted', async () => {
    const cities = ['Lisbon', 'Porto', 'Faro', 'Braga', 'Evora'];
    const traces: string[] = [];
    for (const [at, city] of cities.entries()) {
      // The first texts are the longest, so they would end last if read at once.
      const talk = `I lived in ${city} for ${at + 2} years. `.repeat(6 - at);
      traces.push(await accepted(`${talk}I live in ${city} now.`));
    }
    const answers = await Promise.all(traces.map((traceId) => finishedIngest(api, traceId)));
    const finished = new Map((await listed()).map((one) => [one.traceId, one.finishedAt]));
    // On a busy machine a text may have waited long enough; its answer says so.
    const waited = answers.filter(({ warnings }) => warnings.every(({ code }) => code !== 'session_order'));
    const times = waited.map(({ traceId }) => finished.get(traceId) ?? '');
    expect(times).toEqual([...times].sort());
    expect(waited.length).toBeGreaterThan(1);
  });
});

describe('a message off the record', () => {
  it('leaves no trace', async () => {
    const key = { 'idempotency-key': 'talk' };
    const messages = [
      say('My name is Tova and I live in Bergen.'),
      say('Between us, my alias is Quartzwing and I owe Ida 900 euros.', 'user', { keep: false }),
      say('Do you owe Quartzwing anything?', 'assistant', { keep: false }),
      say('No. My sister lives in Oslo.', 'user', { keep: true }),
    ];
    const answer = await api.post('/ingest', { ...session, messages, debug: true }, key);
    expect(answer.status, answer.text).toBe(200);
    const { traceId, acceptedMemories } = answer.body.data as IngestAnswer;
    expect(acceptedMemories.map(({ content }) => content).join(' ')).toContain('Bergen');
    const later = await ingested(say('And my brother lives in Voss.'));
    const repeated = await api.post('/ingest', { ...session, messages, debug: true }, key);
    const seen = [answer.text, repeated.text, JSON.stringify(later), await exported()];
    seen.push((await api.get(`/ingest/${traceId}`)).text, (await api.get('/reviews')).text);
    seen.push(JSON.stringify(await listAll(api)));
    const artifactId = await artifactOf({ traceId } as IngestAnswer);
    const artifact = (await api.get(`/artifacts/${artifactId}`)).body.data;
    expect(artifact.content).toBe('My name is Tova and I live in Bergen.\nNo. My sister lives in Oslo.');
    for (const text of seen) expect(text).not.toMatch(/Quartzwing|euros/);
  });

  it('may be all of a call', async () => {
    const answer = await ingested(say('I live in Quartzheim.', 'user', { keep: false }));
    expect(answer).toMatchObject({ status: 'done', acceptedMemories: [], rejectedMemories: [] });
    expect(await exported()).not.toContain('Quartzheim');
  });
});
