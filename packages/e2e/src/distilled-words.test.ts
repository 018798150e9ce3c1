import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { allIndexed, importWhole, ingest, read } from './actions.js';
import { type Api, createApi } from './client.js';
import { useModelReader } from './read-by-model.js';
import { waitUntil } from './wait-until.js';

const gatewayUrl = useModelReader();
let api: Api;
beforeEach(() => {
  api = createApi(gatewayUrl());
});

const MADE = '2026-01-01T00:00:00Z';

const line = (id: string, content: string, given: object = {}) => ({
  ...{ kind: 'memory', id, ownerEntityId: null, tier: 'episodic', content, context: null, contextSourceIds: [] },
  ...{ distilledFrom: [], sourceArtifactId: null, sourceEventId: null, importanceScore: 0.5, accessCount: 0 },
  ...{ lastAccessedAt: MADE, recencyAt: MADE, occurredAt: MADE, createdAt: MADE, updatedAt: MADE, tierSince: MADE },
  ...{ metadata: {}, tags: [], archivedAt: null, invalidAt: null, supersededById: null, distilledAt: MADE },
  ...{ heldUntil: null, version: 1, confidence: null, provenance: null, span: null, history: [], ...given },
});

interface Told {
  source: number;
  text: string;
}

const eachOnce = (texts: readonly string[]): Told[] => texts.map((text, source) => ({ source, text }));

/** As a lifecycle run distils them, and archives all sources but the last later. */
async function distilledOf(texts: readonly string[], told: readonly Told[] = eachOnce(texts)) {
  // Told at the same time, they stand in the order of their ids.
  const sources = texts.map(() => randomUUID()).toSorted();
  let start = 0;
  const sentences = told.map(({ source, text }) => {
    const sentence = { sourceId: sources[source], start, end: start + text.length };
    start = sentence.end + 1;
    return sentence;
  });
  const content = told.map(({ text }) => text).join('\n');
  const provenance = { method: 'extractive-1', sentences, sources };
  const id = randomUUID();
  const lines = [
    { kind: 'header', format: 'hippocamp-export-1' },
    ...texts.map((text, place) =>
      line(sources[place] ?? '', text, place < texts.length - 1 ? { archivedAt: MADE } : {}),
    ),
    line(id, content, { tier: 'semantic', distilledFrom: sources, distilledAt: null, provenance }),
  ];
  const { problems, memories } = await importWhole(api, lines.map((one) => JSON.stringify(one)).join('\n'));
  expect(problems).toEqual([]);
  expect(memories).toBe(texts.length + 1);
  await allIndexed(api);
  return { id, sources };
}

const contentOf = async (id: string) => (await api.get(`/memories/${id}`)).body.data?.content as string | undefined;

const becomes = (id: string, content: string) =>
  waitUntil(`it says "${content}"`, async () => (await contentOf(id)) === content);

describe('what a later memory took from a distilled one', () => {
  const [home, cello, boat] = [
    'My sister Ida lives in Porto.',
    'My sister Ida plays the cello in an orchestra.',
    'My sister Ida owns a rowing boat.',
  ];
  const moved = 'My sister Ida lives in Faro.';

  it('is taken from its archived source too, does not come back with it, and is given back to both', async () => {
    const { id, sources } = await distilledOf([home, cello, boat]);
    const [porto = '', , rowing = ''] = sources;
    const { acceptedMemories } = await ingest(api, moved, { source: 'chat' });
    const later = acceptedMemories[0]?.memoryId ?? '';
    expect(acceptedMemories[0]).toMatchObject({ supersedes: expect.arrayContaining([id]) });
    expect(await read(api, porto)).toMatchObject({ supersededById: later, invalidAt: expect.any(String) });
    await becomes(id, `${cello}\n${boat}`);
    expect((await api.delete(`/memories/${rowing}`)).status).toBe(200);
    await becomes(id, cello);
    expect((await api.delete(`/memories/${later}`)).status).toBe(200);
    await becomes(id, `${home}\n${cello}`);
    expect(await read(api, porto)).toMatchObject({ supersededById: null, invalidAt: null });
  });

  it('is taken from a source that says more', async () => {
    const both = `${home} ${cello}`;
    const { id, sources } = await distilledOf([both, boat]);
    const [told = '', rowing = ''] = sources;
    await ingest(api, moved, { source: 'chat' });
    expect(await read(api, told)).toMatchObject({ content: cello, invalidAt: null });
    expect((await api.delete(`/memories/${rowing}`)).status).toBe(200);
    await becomes(id, cello);
  });

  it('is taken from a source with the sentence that leans on it, though they are lines in what is distilled', async () => {
    const since = 'She moved there in May.';
    const { id, sources } = await distilledOf(
      [`${home} ${since}`, cello, boat],
      [{ source: 0, text: home }, { source: 0, text: since }, ...eachOnce([home, cello, boat]).slice(1)],
    );
    const [porto = '', , rowing = ''] = sources;
    const { acceptedMemories } = await ingest(api, moved, { source: 'chat' });
    expect(await read(api, porto)).toMatchObject({ supersededById: acceptedMemories[0]?.memoryId });
    expect((await api.delete(`/memories/${rowing}`)).status).toBe(200);
    await becomes(id, cello);
  });

  it('is taken from each source that says it, also in other capitals and without a full stop', async () => {
    const again = 'my sister Ida lives in Porto';
    const { id, sources } = await distilledOf(
      [home, again, cello, boat],
      eachOnce([home, again, cello, boat]).filter(({ text }) => text !== again),
    );
    const [porto = '', same = '', , rowing = ''] = sources;
    const { acceptedMemories } = await ingest(api, moved, { source: 'chat' });
    for (const source of [porto, same])
      expect(await read(api, source)).toMatchObject({ supersededById: acceptedMemories[0]?.memoryId });
    expect((await api.delete(`/memories/${rowing}`)).status).toBe(200);
    await becomes(id, cello);
  });

  it('stays in sentences that hold its words and say something else', async () => {
    const ida = 'my sister Ida lives in Porto';
    const doubts =
      'Ben thinks my sister Ida lives in Porto, and he is wrong. Who says that my sister Ida lives in Porto is wrong.';
    const { sources } = await distilledOf([ida, `${cello} ${doubts}`, boat], eachOnce([ida, cello, boat]));
    const [porto = '', doubted = ''] = sources;
    const { acceptedMemories } = await ingest(api, moved, { source: 'chat' });
    expect(await read(api, porto)).toMatchObject({ supersededById: acceptedMemories[0]?.memoryId });
    expect(await read(api, doubted)).toMatchObject({ content: `${cello} ${doubts}`, version: 1 });
  });
});
