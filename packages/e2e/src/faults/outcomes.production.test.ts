/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listAll } from '../actions.js';
import { type Api, type ApiAnswer, createApi } from '../client.js';
import { waitUntil } from '../wait-until.js';
import { useRig } from './rig.js';

const rig = useRig('suite');

let url: string;
let api: Api;
beforeAll(async () => {
  // The gateway does no work of its own, so only the requests of a test reach the database.
  url = (await rig().start('gateway', { STATEMENT_TIMEOUT_SECONDS: '2' })).url;
});
beforeEach(async () => {
  rig().calm();
  api = createApi(url);
  await waitUntil('the database answers', async () => (await api.get('/readyz')).status === 200);
});

let numbers = 0;
const text = () => {
  numbers += 1;
  return `Crate ${numbers} holds ${randomUUID()}.`;
};

interface Write {
  name: string;
  send(content: string, headers?: Record<string, string>): Promise<ApiAnswer>;
  count(content: string): Promise<number>;
}

const countIn = async (path: string, list: string, content: string) => {
  const answer = await api.get(path);
  return JSON.stringify(answer.body.data?.[list] ?? answer.body[list]).split(content).length - 1;
};
const countMemories = async (content: string) => (await listAll(api)).filter((each) => each.content === content).length;

const writes: Write[] = [
  {
    name: 'a memory',
    send: (content, headers) => api.post('/memories', { tier: 'semantic', content }, headers),
    count: countMemories,
  },
  {
    name: 'a batch',
    send: (content, headers) => api.post('/memories/batch', { memories: [{ tier: 'semantic', content }] }, headers),
    count: countMemories,
  },
  {
    name: 'an entity',
    send: (name, headers) => api.post('/entities', { type: 'crate', name }, headers),
    count: (name) => countIn('/entities?limit=100', 'entities', name),
  },
  {
    name: 'an event',
    send: (eventType, headers) => api.post('/events', { eventType }, headers),
    count: (eventType) => countIn('/events?limit=100', 'events', eventType),
  },
];

const isDone = ({ status, body }: ApiAnswer) =>
  status === 201 ||
  (status === 207 && body.data.results[0].status === 201) ||
  (status === 200 && body.data?.results?.[0]?.status === 201);

const expectTrue = async ({ count }: Write, content: string, answer: ApiAnswer) => {
  const found = await waitUntil('the database answers', async () => (await api.get('/readyz')).status === 200).then(
    () => count(content),
  );
  if (isDone(answer)) expect(found, answer.text).toBe(1);
  else if (answer.body.outcome === 'unknown') expect(found, answer.text).toBeLessThanOrEqual(1);
  else expect([answer.status, found], answer.text).toEqual([503, 0]);
};

describe.each(writes)('$name whose answer gets lost on the way from the database', (write) => {
  it('is what the gateway says of it, however many answers are lost', async () => {
    for (let left = 1; left <= 5; left += 1) {
      const content = text();
      rig().database.set({ kind: 'drop answers', left });
      const answer = await write.send(content);
      rig().database.set({ kind: 'clear' });
      await expectTrue(write, content, answer);
    }
  });

  it('is there once, for who sends it again with its key until it is done', async () => {
    const content = text();
    const headers = { 'idempotency-key': randomUUID() };
    rig().database.set({ kind: 'drop answers', left: 2 });
    await waitUntil('it is done', async () => isDone(await write.send(content, headers)));
    expect(await write.count(content)).toBe(1);
  });
});

describe('a database that stands still', () => {
  it('is waited for by a memory without a key, which is told to be stored, and is there once', async () => {
    const content = text();
    // This opens a connection, so that the statement is sent.
    await api.get('/memories');
    rig().database.set({ kind: 'silent' });
    const sent = writes[0]?.send(content) ?? Promise.reject(new Error('there is a first one'));
    await waitUntil('its time is up', async () => (await api.get('/readyz')).status === 503);
    rig().database.set({ kind: 'clear' });
    const answer = await sent;
    expect(answer.status, answer.text).toBe(201);
    expect(await countMemories(content)).toBe(1);
  });

  it('for longer is answered with what is not known, and how to go on', async () => {
    const [keyed, bare] = [text(), text()];
    const key = { 'idempotency-key': randomUUID() };
    await api.get('/memories');
    rig().database.set({ kind: 'silent' });
    const memory = writes[0] as Write;
    const answers = await Promise.all([memory.send(keyed, key), memory.send(bare)]);
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(['/problems/outcome-unknown', '/problems/dependency-unavailable']).toContain(answer.body.type);
      expect(answer.body.outcome === 'unknown').toBe(answer.body.type === '/problems/outcome-unknown');
    }
    expect(answers.some(({ body }) => body.outcome === 'unknown')).toBe(true);
    for (const answer of answers.filter(({ body }) => body.outcome === 'unknown')) {
      const isKeyed = answer === answers[0];
      expect(answer.headers.get('retry-after') !== null).toBe(isKeyed);
      expect(answer.body.detail).toContain(isKeyed ? 'with the same Idempotency-Key' : 'Look whether it is there');
    }
    rig().database.set({ kind: 'clear' });
    await waitUntil('it is done', async () => isDone(await memory.send(keyed, key)), { deadline: 60_000 });
    expect(await countMemories(keyed)).toBe(1);
    expect(await countMemories(bare)).toBeLessThanOrEqual(1);
  });
});
