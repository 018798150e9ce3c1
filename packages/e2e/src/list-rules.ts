import { expect } from 'vitest';
import type { Api } from './client.js';
import { expectRefused } from './expectations.js';

async function walk(api: Api, path: string, name: string, between: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body, status, text } = await api.get(`${path}?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
    expect(status, text).toBe(200);
    seen.push(...body.data[name].map(({ id }: { id: string }) => id));
    cursor = body.data.nextCursor;
    await between();
  }
  return seen;
}

/** The rules of every list. `ids` are all rows in order; `add` writes one more. */
export async function expectListRules(
  api: Api,
  { path, ids, add }: { path: string; ids: readonly string[]; add: () => Promise<unknown> },
): Promise<void> {
  const name = path.slice(1);
  const pageOf = async (query: string) => {
    const { data } = (await api.get(`${path}?${query}`)).body;
    return { ...data, [name]: data[name].map(({ id }: { id: string }) => id) };
  };
  const total = ids.length;
  expect(await pageOf('')).toEqual({ [name]: ids, total, offset: 0, limit: 20, nextCursor: null });
  const middle = await pageOf('offset=1&limit=2');
  expect(middle).toMatchObject({ [name]: ids.slice(1, 3), total, offset: 1, limit: 2 });
  expect((await pageOf('offset=1000'))[name]).toEqual([]);
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'offset=-1']) {
    expectRefused(await api.get(`${path}?${query}`), `query.${query.split('=')[0]}`);
  }
  const type = path === '/events' ? 'eventType' : 'type';
  for (const query of ['cursor=x', `cursor=${middle.nextCursor}&${type}=other`]) {
    expectRefused(await api.get(`${path}?${query}`), 'query.cursor');
  }
  for (const value of [1e300, -1e16, 8.64e15]) {
    const [, ...rest] = JSON.parse(Buffer.from(middle.nextCursor, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify([value, ...rest])).toString('base64url');
    expectRefused(await api.get(`${path}?cursor=${forged}`), 'query.cursor');
  }
  let added = 0;
  const seen = await walk(api, path, name, async () => {
    added += 1;
    if (added < 3) await add();
  });
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((id) => ids.includes(id))).toEqual(ids);
}
