import type { MemoryHistory } from '@hippocamp/shared/schemas/memories';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { create, find, foundIds, read, total } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectProblem, expectRefused } from './expectations.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

describe('PATCH /memories/:id', () => {
  it.each<[string, unknown]>([
    ['content', 'Ann moved to Turku.'],
    ['tier', 'semantic'],
    ['importanceScore', 0],
    ['tags', ['b', 'a']],
    ['tags', []],
    ['metadata', { deep: { er: [1] } }],
    ['metadata', {}],
  ])('changes %s to %j and nothing else', async (member, value) => {
    const before = await create(api, 'Ann lives in Oslo.', {
      tags: ['home'],
      metadata: { a: 1, b: 2 },
      importanceScore: 0.25,
    });
    const answer = await api.patch(`/memories/${before.id}`, { [member]: value });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers.get('etag')).toBe('"2"');
    const after = answer.body.data;
    const { embeddingId: _indexed, recencyScore: _then, updatedAt, ...rest } = before;
    expect(after).toMatchObject({ ...rest, [member]: value, version: 2 });
    expect(after[member]).toEqual(value);
    expect(after.updatedAt > updatedAt).toBe(true);
    expect((await read(api, before.id)).updatedAt).toBe(after.updatedAt);
  });

  it('changes several members at once, whole', async () => {
    const { id } = await create(api, 'Old.', { metadata: { a: 1 }, tags: ['x'] });
    const change = { content: 'New.', tier: 'short_term', importanceScore: 1, tags: ['y'], metadata: { b: 2 } };
    expect((await api.patch(`/memories/${id}`, change)).body.data).toMatchObject(change);
  });

  it.each<[string, object, string]>([
    ['nothing', {}, ''],
    ['only a member that it does not know', { contents: 'x' }, ''],
    ['null', { content: null }, '/content'],
    ['an empty content', { content: '' }, '/content'],
    ['an unknown tier', { tier: 'long_term' }, '/tier'],
    ['a score above 1', { importanceScore: 1.1 }, '/importanceScore'],
    ['one bad member beside a good one', { content: 'good', tags: 'bad' }, '/tags'],
  ])('refuses %s and changes nothing', async (_name, change, path) => {
    const before = await create(api, 'Stays.');
    expectRefused(await api.patch(`/memories/${before.id}`, change), path);
    expect(await read(api, before.id)).toMatchObject({ content: 'Stays.', version: 1, updatedAt: before.updatedAt });
  });

  it('is found at once by its new words and no more by its old', async () => {
    const { id } = await create(api, 'The submarine cable ship docked in Reykjavik.');
    await create(api, 'Something else entirely about tax forms.');
    await api.patch(`/memories/${id}`, { content: "Grandmother's lasagne needs fresh basil." });
    const options = { weights: { semantic: 1 }, explain: true };
    const byNew = await find(api, 'lasagne basil', options);
    expect(foundIds(byNew)[0]).toBe(id);
    expect(byNew.results[0]?.explain?.own).toBeGreaterThan(0.5);
    expect(byNew.results[0]?.memory.content).toBe("Grandmother's lasagne needs fresh basil.");
    const byOld = await find(api, 'submarine cable ship Reykjavik', options);
    for (const { explain } of byOld.results) expect(explain?.lexical).toBe(0);
  });

  it('is filtered at once by its new tags, tier and metadata', async () => {
    const { id } = await create(api, 'Coffee with milk.', { tags: ['old'], metadata: { at: 'home' } });
    await api.patch(`/memories/${id}`, { tags: ['new'], tier: 'semantic', metadata: { at: 'work', sessionId: 's2' } });
    const hits = async (filter: object) => foundIds(await find(api, 'coffee', { ...filter }));
    for (const filter of [
      { tags: ['new'] },
      { tiers: ['semantic'] },
      { metadata: { at: 'work' } },
      { sessionId: 's2' },
    ])
      expect(await hits(filter)).toEqual([id]);
    for (const filter of [{ tags: ['old'] }, { tiers: ['episodic'] }, { metadata: { at: 'home' } }])
      expect(await hits(filter)).toEqual([]);
  });
});

describe('GET /memories/:id/history', () => {
  it('tells every change with before and after, oldest first', async () => {
    const created = await create(api, 'First words.', { tags: ['a'] });
    const path = `/memories/${created.id}`;
    const updated = (await api.patch(path, { content: 'Second words.', tags: ['a'] })).body.data;
    await api.patch(path, { importanceScore: 0.75 });
    await api.post(`${path}/access`);
    const { history } = (await api.get(`${path}/history`)).body.data;
    expect(history).toEqual([
      {
        version: 1,
        change: 'created',
        at: created.createdAt,
        before: null,
        after: { content: 'First words.', tier: 'episodic', importanceScore: 0.5, tags: ['a'], metadata: {} },
      },
      {
        version: 2,
        change: 'updated',
        at: updated.updatedAt,
        before: { content: 'First words.' },
        after: { content: 'Second words.' },
      },
      {
        version: 3,
        change: 'updated',
        at: history[2].at,
        before: { importanceScore: 0.5 },
        after: { importanceScore: 0.75 },
      },
    ]);
  });

  it('comes in pages of so many changes, or of so much text', async () => {
    const { id } = await create(api, 'a'.repeat(50_000));
    for (const letter of 'bcdefg') await api.patch(`/memories/${id}`, { content: letter.repeat(50_000) });
    const pagesOf = async (query: string) => {
      const pages: MemoryHistory[] = [];
      for (let after = query; ; ) {
        const { status, body } = await api.get(`/memories/${id}/history?${after}`);
        expect([status, JSON.stringify(body).length < 1_000_000]).toEqual([200, true]);
        pages.push(body.data);
        if (body.data.nextCursor === null) return pages;
        after = `${query}&cursor=${body.data.nextCursor}`;
      }
    };
    const versionsOf = (pages: MemoryHistory[]) => pages.map(({ history }) => history.map(({ version }) => version));
    expect(versionsOf(await pagesOf('limit=4'))).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7],
    ]);
    const byText = versionsOf(await pagesOf(''));
    expect(byText.length).toBeGreaterThan(1);
    expect(byText.flat()).toEqual(Array.from({ length: 7 }, (_, place) => place + 1));
    const cursor = (await pagesOf('limit=4'))[0]?.nextCursor;
    const other = await create(api, 'Another.');
    expectProblem(await api.get(`/memories/${other.id}/history?cursor=${cursor}`), 'validation-failed');
  });

  it('goes on from whatever version a changed cursor names', async () => {
    const { id } = await create(api, 'a');
    await api.patch(`/memories/${id}`, { content: 'b' });
    const { body } = await api.get(`/memories/${id}/history?limit=1`);
    const [, ...rest] = JSON.parse(Buffer.from(String(body.data.nextCursor), 'base64url').toString());
    const versionsAfter = async (value: number) => {
      const cursor = Buffer.from(JSON.stringify([value, ...rest])).toString('base64url');
      const answer = await api.get(`/memories/${id}/history?cursor=${cursor}`);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data.history.map(({ version }: { version: number }) => version);
    };
    expect(await versionsAfter(1.5)).toEqual([2]);
    expect(await versionsAfter(-1)).toEqual([1, 2]);
    expect(await versionsAfter(253_402_300_799_999)).toEqual([]);
  });
});

describe('POST /memories/:id/access', () => {
  it('counts, refreshes recency, and changes neither updatedAt nor ETag nor history', async () => {
    const occurredAt = new Date(Date.now() - 30 * 86_400_000).toISOString();
    const before = await create(api, 'A month ago.', { occurredAt });
    expect(before.recencyScore).toBeLessThan(0.05);
    const answer = await api.post(`/memories/${before.id}/access`, {});
    expect(answer.status).toBe(200);
    const after = answer.body.data;
    expect(after).toMatchObject({ accessCount: 1, version: 1, updatedAt: before.updatedAt, occurredAt });
    expect(after.lastAccessedAt > before.lastAccessedAt).toBe(true);
    expect(after.recencyScore).toBeGreaterThan(0.99);
    expect((await api.get(`/memories/${before.id}`)).headers.get('etag')).toBe('"1"');
    expect((await api.get(`/memories/${before.id}/history`)).body.data.history).toHaveLength(1);
  });

  it('takes a request without a body', async () => {
    const { id } = await create(api, 'x');
    const answer = await fetch(`${api.url}/memories/${id}/access`, {
      method: 'POST',
      headers: { 'x-tenant-id': api.tenant },
    });
    expect(answer.status).toBe(200);
  });

  it('is the only thing that counts as an access', async () => {
    const { id } = await create(api, 'Looked at often.');
    await read(api, id);
    await find(api, 'looked at');
    await api.get('/memories');
    await api.patch(`/memories/${id}`, { tags: ['x'] });
    expect((await read(api, id)).accessCount).toBe(0);
  });

  it('counts 50 at once as 50', async () => {
    const { id } = await create(api, 'Popular.');
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.post(`/memories/${id}/access`)));
    const counts = answers.map(({ body }) => body.data.accessCount as number).sort((first, second) => first - second);
    expect(counts).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect((await read(api, id)).accessCount).toBe(50);
  });
});

describe('GET /memories/stats', () => {
  const today = () => new Date().toISOString().slice(0, 10);

  it('counts by tier and by day, zero-filled, oldest first', async () => {
    for (const tier of ['short_term', 'episodic', 'episodic', 'semantic']) await create(api, 'x', { tier });
    const day = today();
    const { total: all, byTier, byDay } = (await api.get('/memories/stats')).body.data;
    expect({ all, byTier }).toEqual({ all: 4, byTier: { short_term: 1, episodic: 2, semantic: 1 } });
    expect(byDay).toHaveLength(30);
    const dates = byDay.map(({ date }: { date: string }) => date);
    const last = Date.parse(`${dates.at(-1)}T00:00:00Z`);
    expect(dates).toEqual(
      dates.map((_: string, index: number) => new Date(last - (29 - index) * 86_400_000).toISOString().slice(0, 10)),
    );
    expect([day, today()]).toContain(dates.at(-1));
    const sum = byDay.reduce((before: number, { count }: { count: number }) => before + count, 0);
    expect(sum).toBe(4);
    expect(byDay.slice(0, 28).every(({ count }: { count: number }) => count === 0)).toBe(true);
  });

  it('counts nothing in an empty tenant, and for as many days as asked', async () => {
    for (const days of [1, 365]) {
      const { total: all, byDay } = (await api.get(`/memories/stats?days=${days}`)).body.data;
      expect(all).toBe(0);
      expect(byDay).toHaveLength(days);
    }
    expect(await total(api)).toBe(0);
  });

  it.each(['0', '366', '-1', '1.5', 'ten', '1e2', ''])('refuses %j days', async (days) => {
    expectRefused(await api.get(`/memories/stats?days=${days}`), 'query.days');
  });
});
