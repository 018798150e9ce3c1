import type { Candidate } from '@hippocamp/shared/schemas/ingest';
import type { Memory, MemoryHistory } from '@hippocamp/shared/schemas/memories';
import { beforeEach, describe, expect, it } from 'vitest';
import { find, ingest, listAll, read } from './actions.js';
import { type Api, createApi } from './client.js';
import { useModelReader } from './read-by-model.js';

const gatewayUrl = useModelReader();
let api: Api;
beforeEach(() => {
  api = createApi(gatewayUrl());
});

const say = async (content: string): Promise<Candidate[]> => {
  const { acceptedMemories, rejectedMemories } = await ingest(api, content, { source: 'chat' });
  return [...acceptedMemories, ...rejectedMemories];
};

const told = async (content: string): Promise<Memory> => {
  const [candidate, ...others] = await say(content);
  expect(others).toEqual([]);
  return read(api, candidate?.memoryId ?? '');
};

const contents = async () => (await listAll(api)).map(({ content }) => content).toSorted();

const firstFound = async (text: string) =>
  (await find(api, text, { k: 1, weights: { semantic: 1 } })).results[0]?.memory.content;

const reviews = async () => (await api.get('/reviews')).body.data.total as number;

describe('one statement of a memory', () => {
  const [home, cello] = ['My sister Ida lives in Porto.', 'My sister Ida plays the cello in an orchestra.'];
  const moved = 'My sister Ida lives in Faro.';
  let both: Memory;
  let later: Memory;
  beforeEach(async () => {
    both = await told(`${home} ${cello}`);
    later = await told(moved);
  });

  const changes = async () =>
    ((await api.get(`/memories/${both.id}/history`)).body.data as MemoryHistory).history.map(({ change }) => change);

  it('is replaced by itself: the rest holds, and each is found in its own words', async () => {
    expect(both.content).toBe(`${home} ${cello}`);
    expect(await read(api, both.id)).toMatchObject({ content: cello, invalidAt: null, supersededById: null });
    expect(await firstFound('Where does Ida live?')).toBe(moved);
    expect(await firstFound('What instrument does Ida play?')).toBe(cello);
    expect(await contents()).toEqual([moved, cello]);
  });

  it('stays in history with the whole, and is related to what took its place', async () => {
    const { history } = (await api.get(`/memories/${both.id}/history`)).body.data as MemoryHistory;
    expect(history.at(-1)).toMatchObject({
      change: 'part_superseded',
      before: { content: `${home} ${cello}` },
      after: { content: cello, byId: later.id },
    });
    const { relations } = (await api.get(`/relations?nodeId=${both.id}`)).body.data;
    expect(relations).toMatchObject([
      { type: 'supersedes', fromId: later.id, toId: both.id, metadata: { part: true } },
    ]);
  });

  it('is given back by a change of invalidAt', async () => {
    const back = await api.patch(`/memories/${both.id}`, { invalidAt: null });
    expect(back.status, back.text).toBe(200);
    expect((await read(api, both.id)).content).toBe(`${home} ${cello}`);
    expect(await changes()).toEqual(['created', 'part_superseded', 'part_revived']);
    expect(await contents()).toEqual([moved, both.content]);
  });

  it('is given back where what took its place is deleted', async () => {
    expect((await api.delete(`/memories/${later.id}`)).status).toBe(200);
    expect(await contents()).toEqual([`${home} ${cello}`]);
    expect(await changes()).toEqual(['created', 'part_superseded', 'part_revived']);
    expect(await firstFound('Where does Ida live?')).toBe(`${home} ${cello}`);
  });
});

/** Each text takes the statements of "I live in Berlin. I work at Siemens." one by one. */
describe.each<[string, string[]]>([
  ['one text', ['I live in Paris now. I work at Bosch now.']],
  ['two texts', ['I live in Paris now.', 'I work at Bosch now.']],
])('all statements of a memory that %s takes the place of', (_how, texts) => {
  const [home, work] = ['I live in Berlin.', 'I work at Siemens.'];
  let id: string;
  let takers: string[];
  beforeEach(async () => {
    const made = await api.post('/memories', { tier: 'semantic', content: `${home} ${work}` });
    id = made.body.data.id;
    takers = [];
    for (const text of texts) takers.push(...(await say(text)).flatMap(({ memoryId }) => memoryId ?? []));
  });

  const remove = async (place: number) => expect((await api.delete(`/memories/${takers[place]}`)).status).toBe(200);

  it('are one version each, and with the last the memory is replaced, with what was left of it', async () => {
    expect(takers).toHaveLength(2);
    const [paris, bosch] = takers;
    expect(await read(api, id)).toMatchObject({ content: work, supersededById: bosch, invalidAt: expect.any(String) });
    const { history } = (await api.get(`/memories/${id}/history`)).body.data as MemoryHistory;
    expect(history).toMatchObject([
      { change: 'created' },
      { change: 'part_superseded', after: { content: work, byId: paris } },
      { change: 'superseded', after: { supersededById: bosch } },
    ]);
    expect(await contents()).toEqual(['I live in Paris now.', 'I work at Bosch now.']);
  });

  it('leave nothing that an import refuses', async () => {
    const lines = (await api.get('/export')).text;
    const back = createApi(gatewayUrl());
    const imported = await back.sendText('POST', '/import', lines, { 'content-type': 'application/x-ndjson' });
    expect(imported.status, imported.text).toBe(200);
    expect(imported.body.data).toMatchObject({ problemsTotal: 0 });
    expect((await read(back, id)).content).toBe(work);
  });

  it('are given back with their own taker, the last first', async () => {
    await remove(1);
    expect(await contents()).toEqual(['I live in Paris now.', work]);
    await remove(0);
    expect(await contents()).toEqual([`${home} ${work}`]);
  });

  it('are given back with their own taker, the first first', async () => {
    await remove(0);
    expect(await contents()).toEqual([home, 'I work at Bosch now.']);
    await remove(1);
    expect(await contents()).toEqual([`${home} ${work}`]);
  });
});

describe('who asks to remember', () => {
  it.each<[string, string]>([
    ['Remember that the bicycle pump belongs to the Adeyemis.', 'the bicycle pump belongs to the Adeyemis'],
    ['can you remember that I park in bay 12', 'I park in bay 12'],
    ['Add this to your memory: my blood type is A+', 'my blood type is A+'],
    ['from now on answer in French', 'from now on answer in French'],
  ])('is kept, and not reviewed: %s', async (words, kept) => {
    expect((await told(words)).content).toContain(kept);
    expect(await reviews()).toBe(0);
  });

  it('is not held for one who asks a question: that replaces nothing', async () => {
    const { id } = await told('Anna works at the bank.');
    const asked = await say('does anna work at the school now');
    expect(asked.flatMap(({ supersedes = [], mayReplace = [] }) => [...supersedes, ...mayReplace])).toEqual([]);
    expect(await read(api, id)).toMatchObject({ invalidAt: null, supersededById: null });
    expect(await reviews()).toBe(0);
  });
});
