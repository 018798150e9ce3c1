import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { create, createAll, find, foundIds, idsOf, ingest, list, listAll, read, total } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectProblem, expectRefused } from './expectations.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

describe('DELETE /memories/:id', () => {
  it('removes it from everywhere, once', async () => {
    const memory = await create(api, 'The lighthouse keeper collects stamps.');
    const kept = await create(api, 'The baker opens at six.');
    const answer = await api.delete(`/memories/${memory.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: { deleted: true } });
    const path = `/memories/${memory.id}`;
    for (const gone of [
      await api.get(path),
      await api.delete(path),
      await api.patch(path, { content: 'back' }),
      await api.post(`${path}/access`),
      await api.get(`${path}/history`),
    ]) {
      expectProblem(gone, 'not-found');
    }
    expect(idsOf((await list(api)).memories)).toEqual([kept.id]);
    expect(foundIds(await find(api, 'lighthouse keeper stamps', { k: 100 }))).toEqual([kept.id]);
    expect(await total(api)).toBe(1);
  });

  it('leaves nothing of its words in what came after it', async () => {
    const [first, second] = await createAll(api, [
      { tier: 'episodic', content: 'Zanzibar smells of cloves.' },
      { tier: 'episodic', content: 'We stayed a week.' },
    ]);
    expect(second?.context).toBe('Zanzibar smells of cloves.');
    await api.delete(`/memories/${first?.id}`);
    expect((await read(api, String(second?.id))).context).toBeNull();
    const { results } = await find(api, 'Zanzibar cloves', { explain: true });
    expect(results.map(({ memory, explain }) => [memory.id, explain?.lexical])).toEqual([[second?.id, 0]]);
    const history = await api.get(`/memories/${second?.id}/history`);
    expect(history.text).not.toContain('Zanzibar');
  });
});

describe('POST /memories/delete', () => {
  const owner = randomUUID();
  const artifact = randomUUID();
  const item = (content: string, given: object = {}) => ({ tier: 'episodic', content, ...given });
  const contents = async () => (await listAll(api)).map(({ content }) => content).sort();

  beforeEach(async () => {
    await createAll(api, [
      item('one', { tier: 'semantic', tags: ['a', 'b'], metadata: { sessionId: 's1', n: 1 } }),
      item('three', { tags: ['b'], ownerEntityId: owner }),
      item('two', { tier: 'short_term', sourceArtifactId: artifact, metadata: { n: 1 } }),
    ]);
  });

  it.each<[string, object, string[]]>([
    ['tier', { tiers: ['semantic'] }, ['three', 'two']],
    ['tags', { tags: ['b'] }, ['two']],
    ['all tags', { tagsAll: ['a', 'b'] }, ['three', 'two']],
    ['owner', { ownerEntityId: owner }, ['one', 'two']],
    ['artifact', { sourceArtifactId: artifact }, ['one', 'three']],
    ['session', { sessionId: 's1' }, ['three', 'two']],
    ['metadata', { metadata: { n: 1 } }, ['three']],
    ['time', { createdAfter: '2020-01-01T00:00:00Z' }, []],
    ['a time before all', { createdBefore: '2020-01-01T00:00:00Z' }, ['one', 'three', 'two']],
    ['two filters', { metadata: { n: 1 }, tiers: ['short_term'] }, ['one', 'three']],
  ])('removes what passes: %s', async (_name, filter, left) => {
    const count = 3 - left.length;
    const preview = await api.post('/memories/delete', { ...filter, dryRun: true });
    expect(preview.body).toEqual({ data: { deleted: false, count, dryRun: true } });
    expect(await contents()).toHaveLength(3);
    const answer = await api.post('/memories/delete', filter);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: { deleted: true, count, dryRun: false } });
    expect(await contents()).toEqual(left);
    const { results } = await find(api, 'one two three', { k: 100 });
    expect(results.map(({ memory }) => memory.content).sort()).toEqual(left);
    expect((await api.post('/memories/delete', filter)).body.data.count).toBe(0);
  });

  it.each([{}, { dryRun: true }, { includeArchived: true, includeSuperseded: true }, { everything: true }])(
    'refuses to remove without a filter: %j',
    async (body) => {
      expectRefused(await api.post('/memories/delete', body), '');
      expect(await total(api)).toBe(3);
    },
  );

  it.each<[object, string]>([
    [{ tiers: ['x'] }, '/tiers/0'],
    [{ tiers: [] }, '/tiers'],
    [{ ownerEntityId: null }, '/ownerEntityId'],
    [{ createdBefore: 'now' }, '/createdBefore'],
    [{ tags: ['a'], dryRun: 'yes' }, '/dryRun'],
  ])('refuses %j', async (body, path) => {
    expectRefused(await api.post('/memories/delete', body), path);
    expect(await total(api)).toBe(3);
  });

  it('removes 1,200 at once', { tags: ['long'] }, async () => {
    for (let batch = 0; batch < 3; batch += 1)
      await createAll(
        api,
        Array.from({ length: 400 }, (_, number) => item(`Number ${batch} ${number}.`, { tags: ['many'] })),
      );
    expect((await api.post('/memories/delete', { tags: ['many'] })).body.data.count).toBe(1200);
    expect(await contents()).toEqual(['one', 'three', 'two']);
    expect((await find(api, 'number', { k: 100 })).results).toHaveLength(3);
  });

  it('lets what was ingested be new again', async () => {
    const text = 'Ann lives in Turku. Ben sold the boat yesterday.';
    await ingest(api, text, { sessionId: 'gone' });
    expect((await api.post('/memories/delete', { sessionId: 'gone' })).body.data.count).toBe(2);
    expect((await ingest(api, text)).summary.accepted).toBe(2);
  });
});
