import { describe, expect, it } from 'vitest';
import { readLine } from './read-line.js';

const time = '2026-01-01T00:00:00.000Z';
const id = '01900000-0000-7000-8000-000000000001';

const memoryWith = (provenance: object) => ({
  ...{ kind: 'memory', id, ownerEntityId: null, tier: 'semantic', content: 'The kettle leaks.', context: null },
  ...{ contextSourceIds: [], distilledFrom: [], sourceArtifactId: null, sourceEventId: null, importanceScore: 0.5 },
  ...{ accessCount: 0, lastAccessedAt: time, recencyAt: time, occurredAt: time, metadata: {}, tags: [] },
  ...{ createdAt: time, updatedAt: time, tierSince: time, archivedAt: null, invalidAt: null, supersededById: null },
  ...{ distilledAt: null, heldUntil: null, version: 1, confidence: null, provenance, span: null, history: [] },
});

const readMemory = (provenance: object) => readLine({ line: 1, value: memoryWith(provenance), bytes: 1 });

describe('a line with a memory', () => {
  it('is read with the longest text that an ingest names as its source', async () => {
    const provenance = { sourceSpan: '\u0001'.repeat(50_000), rationale: '\u0001'.repeat(4000) };
    expect(await readMemory(provenance)).toMatchObject({ value: { provenance } });
  });

  it('is refused where its provenance is longer, since a list shows a hundred of them', async () => {
    expect(await readMemory({ a: 'x'.repeat(500_000) })).toMatchObject({
      ...{ line: 1, path: '/provenance', code: 'too_big' },
      message: expect.stringContaining('bytes of JSON'),
    });
  });

  it('is read with a thousand sentences of what is distilled, and refused with many small values', async () => {
    const sentence = { sourceId: id, start: 0, end: 1 };
    const distilled = {
      method: 'extractive-1',
      sentences: Array.from({ length: 1000 }, () => sentence),
      sources: [id],
    };
    expect(await readMemory(distilled)).toMatchObject({ value: { provenance: distilled } });
    expect(await readMemory({ a: Array.from({ length: 95_000 }, () => ({})) })).toMatchObject({
      ...{ path: '/provenance', code: 'too_many' },
    });
  });
});

const misfitOf = async (value: object) => {
  const read = await readLine({ line: 1, value, bytes: 1 });
  return 'code' in read ? { path: read.path, code: read.code } : null;
};

/** Misfits that count how many of them are looked at. */
const misfits = (length: number) => {
  const seen = new Set<number>();
  const note = (place: number) => new Proxy({}, { ownKeys: () => [], get: () => void seen.add(place) });
  return { list: Array.from({ length }, (_, place) => note(place)), seen };
};

const answer = {
  ...{ success: true, traceId: id, status: 'done', acceptedMemories: [], rejectedMemories: [], warnings: [] },
  summary: { candidates: 0, accepted: 0, rejected: 0 },
};
const debug = { normalizedInput: '', extractorVersion: '', promptVersion: '', durationMs: 1 };
const candidate = {
  ...{ content: 'x', memoryType: 'semantic', importance: 1, confidence: 1, tags: [], sourceSpan: 'x', rationale: '' },
  dedupStatus: 'new',
};

const ingestWith = (result: object, request: object = {}) => ({
  ...{ kind: 'ingest', traceId: id, state: 'done', artifactId: null, error: null, createdAt: time, finishedAt: time },
  request: { source: 'chat', warnings: [], ...request },
  result: { ...answer, ...result },
});

describe('a line with a long list', () => {
  it.each([
    ['/result/debug/verdicts/0', (list: object[]) => ingestWith({ debug: { ...debug, verdicts: list } })],
    ['/result/acceptedMemories/0', (list: object[]) => ingestWith({ acceptedMemories: list })],
    ['/result/rejectedMemories/0/tags/0', (tags) => ingestWith({ rejectedMemories: [{ ...candidate, tags }] })],
    ['/result/warnings/0', (warnings) => ingestWith({ warnings })],
    ['/request/warnings/0', (warnings) => ingestWith({}, { warnings })],
    ['/request/turns/0', (turns) => ingestWith({}, { turns })],
    ['/tags/0', (tags) => ({ ...memoryWith({}), tags })],
    ['/contextSourceIds/0', (contextSourceIds) => ({ ...memoryWith({}), contextSourceIds })],
    ['/history/0', (history) => ({ kind: 'history', memoryId: id, history })],
  ] satisfies [string, (list: object[]) => object][])(
    'is refused for the first element that does not fit, and the others are not looked at: %s',
    async (path, lineOf) => {
      const { list, seen } = misfits(500);
      expect((await misfitOf(lineOf(list)))?.path).toContain(path);
      expect(Math.max(0, ...seen)).toBe(0);
    },
  );

  it('is refused for its first unknown members, however many there are', async () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, place) => [`k${place}`, 1]));
    const seen = new Set<string>();
    const counted = new Proxy(many, {
      get(target, name) {
        seen.add(String(name));
        return Reflect.get(target, name);
      },
    });
    const { path, code } = (await misfitOf({ ...memoryWith({}), span: counted })) ?? {};
    expect({ path, code, looked: seen.size < 50 }).toEqual({ path: '/span/k0', code: 'unknown_member', looked: true });
  });

  it('is read where all of its elements fit', async () => {
    const verdict = { start: 0, end: 1, isKept: true, keep: 1, importance: 1, asks: 0, unmeant: 0 };
    const whole = {
      ...{ ...verdict, steers: 0, corrects: 0 },
      tiers: { short_term: 0, episodic: 0, semantic: 1 },
      whose: { self: 1, other: 0, assistant: 0 },
    };
    const line = ingestWith({
      acceptedMemories: [candidate, candidate],
      debug: { ...debug, verdicts: [whole, whole] },
    });
    expect(await readLine({ line: 1, value: line, bytes: 1 })).toMatchObject({ value: { result: line.result } });
  });
});
