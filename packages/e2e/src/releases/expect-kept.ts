import type { ImportAnswer } from '@hippocamp/shared/schemas/transfer';
import { expect } from 'vitest';
import { find, ingest, listAll } from '../actions.js';
import { type Api, createApi } from '../client.js';
import type { Expectations, Mode, Release } from './releases.js';

type Expected = Expectations['tenants'][number];

const parse = (lines: readonly string[]) =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ kind }) => kind !== 'header');

const exportOf = async (api: Api) => parse((await api.get('/export')).text.trimEnd().split('\n'));

const contentOf = async (api: Api, id: string | undefined): Promise<string> =>
  (await api.get(`/memories/${id}`)).body.data?.content;

async function expectAnswers(api: Api, { finds, repeats, replaces, replays }: Expected): Promise<void> {
  for (const { text, content } of finds) {
    expect((await find(api, text, { k: 1, weights: { semantic: 1 } })).results[0]?.memory.content).toBe(content);
  }
  for (const { path, body, key, answer } of replays) {
    const again = await api.post(path, body, { 'idempotency-key': key });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toMatchObject(JSON.parse(answer));
  }
  for (const {
    ingest: { content: said, ...given },
    content,
  } of repeats) {
    const { acceptedMemories, rejectedMemories } = await ingest(api, String(said), given);
    expect(acceptedMemories).toEqual([]);
    expect(await contentOf(api, rejectedMemories[0]?.duplicateOf)).toBe(content);
  }
  for (const {
    ingest: { content: said, ...given },
    content,
  } of replaces) {
    const { acceptedMemories } = await ingest(api, String(said), given);
    expect(await contentOf(api, acceptedMemories[0]?.supersedes?.[0])).toBe(content);
  }
}

/** A later release may add members to a record, but not lose or change any. */
async function expectExport(api: Api, kept: readonly Record<string, unknown>[]): Promise<void> {
  expect(await exportOf(api)).toMatchObject(kept);
}

async function expectImport(from: readonly string[], to: Api, counts: Record<string, number>): Promise<void> {
  const type = { 'content-type': 'application/x-ndjson' };
  const answer = await to.sendText('POST', '/import', from.join('\n'), type);
  expect(answer.body.data as ImportAnswer).toMatchObject({ imported: counts, problems: [], complete: true });
  await expectExport(to, parse(from));
}

export async function expectKept(url: string, release: Release, mode: Mode): Promise<void> {
  const { tenants } = await release.expectations(mode);
  for (const expected of tenants) {
    const [api, other] = [createApi(url, expected.tenant), createApi(url)];
    const lines = await release.exported(mode, expected.tenant);
    await expectExport(api, parse(lines));
    expect((await listAll(api)).length).toBeGreaterThan(0);
    await expectImport(lines, other, expected.counts);
    await expectAnswers(api, expected);
    await expectAnswers(other, { ...expected, replays: [] });
  }
}
