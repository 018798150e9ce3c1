/** @module-tag long */
import { randomUUID } from 'node:crypto';
import type { Candidate } from '@hippocamp/shared/schemas/ingest';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { create, createAll, ingest, listAll, read } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectProblem } from './expectations.js';
import { useModelReader } from './read-by-model.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const memoryOf = (found: readonly Candidate[], words: string): string => {
  const id = found.find(({ content }) => content.includes(words))?.memoryId;
  if (!id) throw new Error(`nothing was stored of ${words}: ${JSON.stringify(found)}`);
  return id;
};

const remove = async (id: string): Promise<unknown> => {
  const answer = await api.delete(`/memories/${id}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

const artifact = async (memoryId: string) => {
  const { sourceArtifactId } = await read(api, memoryId);
  return (await api.get(`/artifacts/${sourceArtifactId}`)).body.data;
};

const exported = async () => (await api.get('/export')).text;

/** The span of each exported memory must lead to its source text. */
const expectSpansRight = async () => {
  const lines = (await exported())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const texts = new Map(lines.filter(({ kind }) => kind === 'artifact').map(({ id, content }) => [id, content]));
  for (const { kind, span, sourceArtifactId, provenance } of lines) {
    if (kind !== 'memory' || !span) continue;
    expect(texts.get(sourceArtifactId)?.slice(span.start, span.end)).toBe(provenance.sourceSpan);
  }
};

describe('a memory that is deleted', () => {
  const text = '🦊 My sister Ida lives in Quartzheim.\r\nI am allergic to hazelnuts. I moved to Tollgate Lane 9.';

  it('leaves none of its words in the raw text, the ingest and the export; the others stay where they are', async () => {
    const told = await ingest(api, text, { debug: true });
    const nuts = memoryOf(told.acceptedMemories, 'hazelnuts');
    const ida = memoryOf(told.acceptedMemories, 'Quartzheim');
    expect(await exported()).toContain('hazelnuts');
    expect(await remove(nuts)).toEqual({ deleted: true });
    const kept = await artifact(ida);
    expect(kept.content).toHaveLength(text.length);
    expect(kept.content).toMatch(/^🦊 My sister Ida lives in Quartzheim\.\r\n█+ I moved to Tollgate Lane 9\.$/u);
    const answer = await api.get(`/ingest/${told.traceId}`);
    expect(answer.text).not.toContain('hazelnuts');
    expect(answer.body.data.summary).toEqual(told.summary);
    expect(answer.body.data.debug.normalizedInput).toBe(kept.content.replaceAll('\r\n', ' \n'));
    expect(answer.text).toContain('Quartzheim');
    expect(await exported()).not.toContain('hazelnuts');
    await expectSpansRight();
  });

  it('goes from repeats of it too, in the same text and in others', async () => {
    const told = await ingest(api, 'Ann lives in Turku. Ben sold the boat yesterday. Ann lives in Turku.');
    const other = await ingest(api, 'I am allergic to hazelnuts. Ann lives in Turku!');
    expect(other.rejectedMemories).toMatchObject([{ dedupStatus: 'duplicate' }]);
    const unstored = await ingest(api, 'Ann lives in Turku.', { autoStore: false, debug: true });
    await remove(memoryOf(told.acceptedMemories, 'Turku'));
    const everything = await exported();
    expect(everything).not.toContain('Turku');
    expect(everything).toContain('hazelnuts');
    for (const { traceId } of [told, other, unstored])
      expect((await api.get(`/ingest/${traceId}`)).text).not.toContain('Turku');
    await expectSpansRight();
  });

  it('goes from what repeats it in other words, and from stored answers of those', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const told = await ingest(api, 'Ann lives in Turku. Ben sold the boat yesterday.');
    const body = { content: 'Ann is living in Turku. My bike is red.', source: 'note' };
    const repeat = (await api.post('/ingest', body, key)).body.data;
    const status = repeat.rejectedMemories.map(({ dedupStatus }: Candidate) => dedupStatus);
    await remove(memoryOf(told.acceptedMemories, 'Turku'));
    if (status.length === 0) return;
    expect(await exported()).not.toContain('Turku');
    expectProblem(await api.post('/ingest', body, key), 'conflict');
  });

  it('is forgotten as it was first told, though it was changed since', async () => {
    const told = await ingest(api, text);
    const nuts = memoryOf(told.acceptedMemories, 'hazelnuts');
    await api.patch(`/memories/${nuts}`, { content: 'Mara is allergic to walnuts.' });
    await remove(nuts);
    expect(await exported()).not.toMatch(/hazelnuts|walnuts/);
    await expectSpansRight();
  });

  it('goes by a filter and with its owner as by its id', async () => {
    const ownerEntityId = randomUUID();
    const [one] = await Promise.all([ingest(api, text), ingest(api, text, { ownerEntityId })]);
    const nuts = memoryOf(one.acceptedMemories, 'hazelnuts');
    await api.patch(`/memories/${nuts}`, { tags: ['goes'] });
    expect((await api.post('/memories/delete', { tags: ['goes'] })).body.data).toMatchObject({ count: 1 });
    expect((await api.post('/erase', { ownerEntityId })).status).toBe(200);
    expect(await exported()).not.toContain('hazelnuts');
    expect(await exported()).toContain('Quartzheim');
  });

  it('takes the raw text along with the last that was drawn from it, archived ones counted', async () => {
    const told = await ingest(api, text);
    const ids = told.acceptedMemories.map(({ memoryId }) => String(memoryId));
    const { id } = await artifact(ids[0] ?? '');
    for (const memoryId of ids) {
      expect((await api.get(`/artifacts/${id}`)).status).toBe(200);
      await remove(memoryId);
    }
    expectProblem(await api.get(`/artifacts/${id}`), 'not-found');
  });
});

describe('words that belong to two memories', () => {
  const content = 'I live in Lisbon with Ida and keep a fox.';
  const [first, second] = [randomUUID(), randomUUID()];
  const lines = () => {
    const artifactId = randomUUID();
    const made = { createdAt: '2026-01-01T00:00:00Z' };
    const rest = {
      ...{
        kind: 'memory',
        ownerEntityId: null,
        tier: 'episodic',
        context: null,
        contextSourceIds: [],
        distilledFrom: [],
      },
      ...{
        sourceArtifactId: artifactId,
        sourceEventId: null,
        importanceScore: 0.5,
        accessCount: 0,
        metadata: {},
        tags: [],
      },
      ...{ lastAccessedAt: made.createdAt, recencyAt: made.createdAt, occurredAt: made.createdAt, ...made },
      ...{
        updatedAt: made.createdAt,
        tierSince: made.createdAt,
        archivedAt: null,
        invalidAt: null,
        supersededById: null,
      },
      ...{ distilledAt: null, heldUntil: null, version: 1, confidence: null, history: [] },
    };
    const at = (id: string, start: number, end: number) => {
      const words = content.slice(start, end);
      return { ...rest, id, content: words, span: { start, end }, provenance: { sourceSpan: words } };
    };
    const kept = { kind: 'artifact', id: artifactId, content, source: 'note', ownerEntityId: null, metadata: {} };
    return { artifactId, lines: [{ ...kept, ingestTraceId: null, ...made }, at(first, 0, 25), at(second, 17, 41)] };
  };
  const imported = async () => {
    const { artifactId, lines: all } = lines();
    const body = all.map((line) => JSON.stringify(line)).join('\n');
    const answer = await api.sendText('POST', '/import', body, { 'content-type': 'application/x-ndjson' });
    expect(answer.body.data).toMatchObject({ problemsTotal: 0, imported: { memory: 2 } });
    return artifactId;
  };

  it('stay while one of them does, which is named', async () => {
    const artifactId = await imported();
    expect(await remove(first)).toEqual({ deleted: true, keptIn: [second] });
    const kept = async () => (await api.get(`/artifacts/${artifactId}`)).body.data.content;
    expect(await kept()).toBe('█████████████████with Ida and keep a fox.');
    await remove(second);
    expect(await kept()).toBe('█'.repeat(content.length));
  });

  it('are gone when both go at once, and nobody is named', async () => {
    const artifactId = await imported();
    const answer = await api.post('/memories/delete', { sourceArtifactId: artifactId });
    expect(answer.body.data).toEqual({ deleted: true, count: 2, dryRun: false });
    expect((await api.get(`/artifacts/${artifactId}`)).body.data.content).toBe('█'.repeat(content.length));
  });
});

describe('DELETE /memories/{id}/history', () => {
  it('forgets what it said before, and keeps what it says', async () => {
    const told = await ingest(api, 'My sister Ida lives in Quartzheim. I am allergic to hazelnuts.');
    const nuts = memoryOf(told.acceptedMemories, 'hazelnuts');
    await api.patch(`/memories/${nuts}`, { content: 'Mara is allergic to walnuts.' });
    const before = await read(api, nuts);
    const answer = await api.delete(`/memories/${nuts}/history`);
    expect(answer.body).toEqual({ data: { deleted: true } });
    expect(await read(api, nuts)).toMatchObject({ content: before.content, tier: before.tier, tags: before.tags });
    expect((await api.get(`/memories/${nuts}/history`)).body.data.history).toEqual([]);
    const everything = await exported();
    expect(everything).not.toContain('hazelnuts');
    expect(everything).toContain('walnuts');
    expect(everything).toContain('Quartzheim');
    expect((await api.get(`/ingest/${told.traceId}`)).text).not.toContain('hazelnuts');
  });

  it('leaves all else as it is where the words never changed', async () => {
    const told = await ingest(api, 'My sister Ida lives in Quartzheim.');
    const ida = memoryOf(told.acceptedMemories, 'Ida');
    await api.patch(`/memories/${ida}`, { tags: ['family'] });
    const [kept, memory] = [await artifact(ida), await read(api, ida)];
    expect((await api.delete(`/memories/${ida}/history`)).status).toBe(200);
    expect(await artifact(ida)).toEqual(kept);
    expect(await read(api, ida)).toEqual({ ...memory, recencyScore: expect.any(Number) });
    expect((await api.get(`/memories/${ida}/history`)).body.data.history).toEqual([]);
  });

  it('empties contexts that quote it, and is 404 for what is not there', async () => {
    const [first, second] = await createAll(api, [
      { tier: 'episodic', content: 'Zanzibar smells of cloves.' },
      { tier: 'episodic', content: 'We stayed a week.' },
    ]);
    await api.patch(`/memories/${first?.id}`, { content: 'Pemba smells of cloves.' });
    expect((await read(api, String(second?.id))).context).toContain('Zanzibar');
    await api.delete(`/memories/${first?.id}/history`);
    expect((await read(api, String(second?.id))).context).toBeNull();
    expectProblem(await api.delete(`/memories/${randomUUID()}/history`), 'not-found');
  });
});

describe('what was replaced', () => {
  const modelUrl = useModelReader();
  beforeEach(() => {
    api = createApi(modelUrl());
  });

  const tell = async (place: string, day: number) => {
    const occurredAt = `2026-01-0${day}T10:00:00Z`;
    return memoryOf((await ingest(api, `I live in ${place}.`, { occurredAt })).acceptedMemories, place);
  };
  const holding = async () => (await listAll(api)).map(({ content }) => content);

  it.each([
    ['in the order of time', [1, 2, 3], [2, 1]],
    ['in the order of time, the last first', [1, 2, 3], [2, 1, 0]],
    ['the other way round', [3, 2, 1], [0, 1]],
    ['the last first', [3, 1, 2], [0, 2]],
    ['the middle one last', [1, 3, 2], [1, 0]],
  ])('holds again when what replaced it is deleted: told %s', async (_how, days, order) => {
    const places = ['Lisbon', 'Porto', 'Faro'];
    const told: { id: string; day: number; content: string }[] = [];
    for (const [at, day] of days.entries()) {
      const place = places[at] ?? '';
      told.push({ id: await tell(place, day), day, content: `I live in ${place}.` });
    }
    let left = told;
    for (const at of order) {
      await remove(told[at]?.id ?? '');
      left = left.filter((one) => one !== told[at]);
      const newest = left.toSorted((one, other) => other.day - one.day)[0];
      expect(await holding()).toEqual(newest ? [newest.content] : []);
    }
  });

  it('can be taken back by a patch, which takes nothing but null', async () => {
    const [lisbon, porto] = [await tell('Lisbon', 1), await tell('Porto', 2)];
    expectProblem(await api.patch(`/memories/${lisbon}`, { invalidAt: '2026-01-01T00:00:00Z' }), 'validation-failed');
    const patched = await api.patch(`/memories/${lisbon}`, { invalidAt: null });
    expect(patched.body.data).toMatchObject({ invalidAt: null, supersededById: null });
    expect((await holding()).sort()).toEqual(['I live in Lisbon.', 'I live in Porto.']);
    const { relations } = (await api.get(`/relations?type=supersedes&nodeId=${porto}`)).body.data;
    expect(relations).toEqual([]);
  });
});

describe('a memory of a client', () => {
  it('is redacted in the raw text that it names, as whole words only', async () => {
    const told = await ingest(api, 'user: My sister Ida lives in Quartzheim.\nsystem: Teapots? Tea?');
    const ida = memoryOf(told.acceptedMemories, 'Ida');
    const { sourceArtifactId } = await read(api, ida);
    const { id } = await create(api, 'Tea?', { sourceArtifactId });
    await remove(id);
    expect((await artifact(ida)).content).toBe('user: My sister Ida lives in Quartzheim.\nsystem: Teapots? ████');
  });
});
