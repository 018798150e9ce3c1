import { describe, expect, inject, it } from 'vitest';
import { type Api, createApi } from '../client.js';
import { dataOf, idOf, type Unchecked } from './answers.js';

const url = inject('gatewayUrl');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const instants = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g;
const earlier = (lines: string, milliseconds: number) =>
  lines.replaceAll(instants, (at) => new Date(Date.parse(at) - milliseconds).toISOString());

/** The times of the memories are moved back by so many ms. */
async function aged(milliseconds: number, memories: readonly object[]): Promise<{ api: Api; ids: string[] }> {
  const source = createApi(url);
  const ids: string[] = [];
  for (const memory of memories) ids.push(await idOf(source, '/memories', memory));
  const { text } = await source.get('/export');
  const api = createApi(url);
  const headers = { 'content-type': 'application/x-ndjson' };
  const taken = await api.sendText('POST', '/import', earlier(text, milliseconds), headers);
  expect(taken.status, taken.text).toBe(200);
  return { api, ids };
}

async function run(api: Api, body: object = {}): Promise<Unchecked> {
  const answer = await api.post('/lifecycle/run', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const kettle = { tier: 'short_term', content: 'The kettle is on.' };
const sail = { tier: 'episodic', content: 'We sailed to Gotland.' };
const tea = ['Monday', 'Tuesday'].map((day) => ({ tier: 'episodic', content: `Runa drank green tea on ${day}.` }));

describe('3 States: default lifecycle rules, a minute before their age', () => {
  it.each([
    ['short-term expiry: 24 hours', DAY, [kettle]],
    ['episodic distillation: 7 days', 7 * DAY, tea],
    ['episodic archival: 30 days', 30 * DAY, [sail]],
  ])('%s', async (_rule, age, memories) => {
    const { api } = await aged(age - MINUTE, memories);
    const { summary, details } = await run(api, { dryRun: true });
    expect(details).toEqual([]);
    expect(summary).toMatchObject({ expired: 0, distilled: 0, archived: 0, unchanged: memories.length });
  });
});

describe('3 States: default lifecycle rules, at their age', () => {
  it('short-term expiry, 24 hours: expired, and gone', async () => {
    const { api, ids } = await aged(DAY, [kettle]);
    const { summary, details } = await run(api);
    expect(summary).toMatchObject({ expired: 1, unchanged: 0 });
    expect(details).toMatchObject([{ memoryId: ids[0], action: 'expired', fromTier: 'short_term', toTier: null }]);
    expect((await api.get(`/memories/${ids[0]}`)).status).toBe(404);
  });

  it('episodic distillation, 7 days: distilled into a semantic memory, the sources stay', async () => {
    const { api, ids } = await aged(7 * DAY, tea);
    const { summary, details } = await run(api);
    expect(summary).toMatchObject({ distilled: 2, unchanged: 0 });
    const detail = { action: 'distilled', fromTier: 'episodic', toTier: 'semantic' };
    expect(details).toMatchObject([detail, detail]);
    expect(details.map(({ memoryId }: Unchecked) => memoryId).sort()).toEqual([...ids].sort());
    expect(dataOf(await api.get(`/memories/${details[0].resultMemoryId}`)).tier).toBe('semantic');
    for (const id of ids) expect(dataOf(await api.get(`/memories/${id}`)).tier).toBe('episodic');
  });

  it('episodic archival, 30 days: archived, still readable by id, out of lists', async () => {
    const { api, ids } = await aged(30 * DAY, [sail]);
    const { summary, details } = await run(api);
    expect(summary).toMatchObject({ archived: 1, unchanged: 0 });
    expect(details).toMatchObject([{ memoryId: ids[0], action: 'archived', fromTier: 'episodic', toTier: 'episodic' }]);
    expect(dataOf(await api.get(`/memories/${ids[0]}`)).archivedAt).not.toBeNull();
    expect(dataOf(await api.get('/memories')).total).toBe(0);
  });

  it.each([
    ['expired', DAY, [kettle]],
    ['distilled', 7 * DAY, tea],
    ['archived', 30 * DAY, [sail]],
  ])('a dry run reports what would be %s and changes nothing', async (action, age, memories) => {
    const { api } = await aged(age, memories);
    expect((await run(api, { dryRun: true })).summary[action]).toBe(memories.length);
    const { total } = dataOf(await api.get('/memories?limit=100'));
    expect(total).toBe(memories.length);
    expect((await run(api, { dryRun: true })).summary[action]).toBe(memories.length);
  });

  it('a second run right after the first changes nothing', async () => {
    const { api } = await aged(30 * DAY, [kettle, sail, ...tea]);
    expect((await run(api)).details.length).toBeGreaterThan(0);
    expect((await run(api)).details).toEqual([]);
  });
});
