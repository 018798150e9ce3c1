import { beforeEach, describe, expect, it } from 'vitest';
import { ingest, listAll } from './actions.js';
import { type Api, createApi } from './client.js';
import { useModelReader } from './read-by-model.js';
import { runShell } from './shell-process.js';

/** A text that an earlier reader read is read anew: what was left out is kept, and nothing else changes. */

const gatewayUrl = useModelReader();
let told: Api;
let api: Api;
beforeEach(() => {
  told = createApi(gatewayUrl());
  api = createApi(gatewayUrl());
});

type Line = Record<string, unknown> & { kind: string };

const exported = async (): Promise<Line[]> =>
  (await told.get('/export')).text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const byEarlierReader = (line: Line): Line => {
  const request = line.request as { read?: object } | undefined;
  return request?.read ? { ...line, request: { ...request, read: { ...request.read, extractor: 'before' } } } : line;
};

/** Imports what was told, without this memory, as an earlier reader would have kept it. */
async function asKeptBefore(leftOut: string, keepsIngests = true): Promise<void> {
  const lines = (await exported())
    .filter(({ kind, content }) => !(kind === 'memory' && content === leftOut))
    .filter(({ kind }) => keepsIngests || kind !== 'ingest')
    .map((line) => (line.kind === 'end' ? { kind: 'end' } : byEarlierReader(line)));
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  const answer = await api.sendText('POST', '/import', text, { 'content-type': 'application/x-ndjson' });
  expect(answer.body.data).toMatchObject({ problems: [], complete: true });
}

const settings = () => ({ HIPPOCAMP_URL: gatewayUrl(), HIPPOCAMP_TENANT: api.tenant });
const readAgain = async (...flags: string[]) => {
  const { code, out, aside } = await runShell(['read-again', ...flags], settings());
  expect({ code, aside }).toEqual({ code: 0, aside: '' });
  return JSON.parse(out) as Record<string, unknown>;
};
const contents = async () => (await listAll(api)).map(({ content }) => content).sort();
const memoryOf = async (content: string) => (await listAll(api)).find((memory) => memory.content === content)?.id;

const note = 'Ann lives in Turku.\nBen sold the boat.';
const occurredAt = '2026-01-02T10:00:00.000Z';

describe('hippocamp read-again', () => {
  it('keeps what was left out, as told when it was, and adds nothing a second time', async () => {
    await ingest(told, note, { occurredAt, metadata: { page: 7 } });
    await asKeptBefore('Ben sold the boat.');
    expect(await contents()).toEqual(['Ann lives in Turku.']);
    expect(await readAgain('--dry-run')).toEqual({ texts: 1, dryRun: true });
    expect(await readAgain()).toMatchObject({ texts: 1, read: 1, kept: 1, repeats: 1, refused: [] });
    expect(await contents()).toEqual(['Ann lives in Turku.', 'Ben sold the boat.']);
    const { body } = await api.get(`/memories/${await memoryOf('Ben sold the boat.')}`);
    expect(body.data).toMatchObject({ occurredAt, metadata: { page: 7 } });
    expect(await readAgain()).toMatchObject({ texts: 0, read: 0 });
  });

  it('reads a note whose ingest is past its retention, and no talk', async () => {
    await ingest(told, note, { occurredAt, sessionId: 's' });
    await ingest(told, 'Cem plays the cello.', { source: 'chat' });
    await asKeptBefore('Ben sold the boat.', false);
    expect(await readAgain()).toMatchObject({ texts: 1, kept: 1 });
    const { body } = await api.get(`/memories/${await memoryOf('Ben sold the boat.')}`);
    expect(body.data).toMatchObject({ occurredAt, metadata: { sessionId: 's' } });
    expect(await readAgain()).toMatchObject({ texts: 0 });
  });

  it('takes no place of what was told since, and brings nothing back that was changed or forgotten', async () => {
    await ingest(told, 'I live in Lisbon. Ben sold the boat. Cem plays the cello. Dora bakes bread.', { occurredAt });
    await ingest(told, 'I moved to Porto.', { occurredAt: '2026-03-01T10:00:00.000Z' });
    await asKeptBefore('Dora bakes bread.');
    await api.patch(`/memories/${await memoryOf('Ben sold the boat.')}`, { content: 'Ben sold the canoe.' });
    await api.delete(`/memories/${await memoryOf('Cem plays the cello.')}`);
    expect(await readAgain()).toMatchObject({ texts: 2, kept: 1 });
    expect(await contents()).toEqual(['Ben sold the canoe.', 'Dora bakes bread.', 'I moved to Porto.']);
  });

  it('is told of texts by the list, and refuses what no ingest brought', async () => {
    await ingest(told, note, { sessionId: 'a talk' });
    await asKeptBefore('Ben sold the boat.');
    const { artifacts, total } = (await api.get('/artifacts?read=earlier')).body.data;
    expect({ artifacts, total }).toMatchObject({ artifacts: [{ readBy: 'before', sessionId: 'a talk' }], total: 1 });
    expect((await api.get('/artifacts?createdAfter=2100-01-01T00:00:00Z')).body.data.total).toBe(0);
    expect((await api.post(`/artifacts/${api.tenant.replace(/^\D*/, '')}/read`)).status).toBeGreaterThanOrEqual(400);
  });
});
