import { describe, expect, it } from 'vitest';
import { METADATA_BYTES, MOST_VALUES, MOST_ZEROS, metadata } from './common.js';
import { exportLine, historyEntry } from './transfer.js';

const at = '2026-01-01T00:00:00.000Z';
const traceId = '01900000-0000-7000-8000-000000000001';

/** Metadata with as many digits as a request may bring. */
const full = { numbers: [...Array.from({ length: 54 }, () => 1e300), Number(`1e${MOST_ZEROS - 54 * 300}`)] };

const updated = (after: object) => ({ version: 2, change: 'updated', at, before: { metadata: {} }, after });

const ingestOf = (request: object, result: object = {}) => ({
  ...{ kind: 'ingest', traceId, state: 'done', artifactId: null, error: null, createdAt: at, finishedAt: at },
  request: { source: 'chat', warnings: [], ...request },
  result: {
    ...{ success: true, traceId, status: 'done', acceptedMemories: [], rejectedMemories: [], warnings: [] },
    ...{ summary: { candidates: 0, accepted: 0, rejected: 0 }, ...result },
  },
});

const codesOf = (given: ReturnType<typeof exportLine.safeParse> | ReturnType<typeof historyEntry.safeParse>) =>
  given.error?.issues.map((issue) => ('params' in issue ? issue.params?.code : issue.code)) ?? [];

const issuesOf = (request: object) => codesOf(exportLine.safeParse(ingestOf(request)));

describe('the request of an ingest', () => {
  it('is read where it is as long as one can be that was sent', () => {
    const turns = Array.from({ length: 1000 }, (_, place) => ({
      ...{ start: 48_000 + place, end: 48_001 + place, role: 'assistant', name: '\u0001'.repeat(128), at },
    }));
    const longest = '\u0001'.repeat(256);
    const named = {
      actorId: longest,
      sessionId: longest,
      owner: longest,
      timeZone: 'America/Argentina/ComodRivadavia',
    };
    const sent = { metadata: { a: 'x'.repeat(METADATA_BYTES - 8) }, autoStore: true, debug: true, ...named };
    const places = Array.from({ length: 6 }, () => ({ artifactId: traceId, start: 48_000, end: 49_000 }));
    expect(issuesOf({ ...sent, turns, read: { extractor: 'judge-1', prompt: 'none', before: places } })).toEqual([]);
  });

  it('is refused beyond it, since lists read it', () => {
    expect(issuesOf({ turns: 'x'.repeat(2 * 1024 * 1024) })).toEqual(['too_big']);
  });

  it('leaves verdicts out, which its answer holds', () => {
    const verdicts = Array.from({ length: 40_000 }, () => ({ start: 48_000, end: 49_000, keep: 0.123_456_789_012 }));
    const { data } = exportLine.safeParse(ingestOf({ read: { extractor: 'judge-1', leftOut: 2, verdicts } }));
    const read = data?.kind === 'ingest' ? Object.keys(data.request.read ?? {}) : [];
    expect(read).toEqual(['extractor', 'leftOut']);
  });
});

const requestOf = (request: object) => {
  const { data } = exportLine.safeParse(ingestOf(request));
  return data?.kind === 'ingest' ? data.request : null;
};

describe('what later work trusts in the request of an ingest', () => {
  const turn = { role: 'user', name: null, at: null };

  it('is each turn after the one before, and no more of them than can be sent', () => {
    const turns = [
      { start: 0, end: 0, ...turn },
      { start: 0, end: 3, ...turn },
      { start: 4, end: 8, ...turn },
    ];
    expect(requestOf({ turns })).toMatchObject({ turns });
    expect(issuesOf({ turns: turns.toReversed() })).toEqual(['out_of_order']);
    expect(issuesOf({ turns: [{ start: 3, end: 2, ...turn }] })).toEqual(['out_of_order']);
    expect(issuesOf({ turns: [0] })).toEqual(['invalid_type']);
    expect(issuesOf({ turns: Array.from({ length: 1001 }, () => ({ start: 0, end: 0, ...turn })) })).toEqual([
      'too_big',
    ]);
    expect(issuesOf({ turns: Array.from({ length: 150_000 }, () => 0) })).toEqual(['too_big']);
  });

  it('is metadata that its memories may have, with the ids beside it', () => {
    expect(issuesOf({ metadata: { a: 'x'.repeat(2 * METADATA_BYTES) } })).toEqual(['too_big']);
    expect(issuesOf({ metadata: { a: Array.from({ length: 2 * MOST_VALUES }, () => 0) } })).toEqual(['too_many']);
    expect(issuesOf({ metadata: [] })).toEqual(['invalid_type']);
  });

  it('is a time, a zone and an actor as they can be sent', () => {
    const sent = { occurredAt: at, timeZone: 'Europe/Berlin', actorId: 'alice' };
    expect(requestOf(sent)).toMatchObject(sent);
    expect(requestOf({ ...sent, reader: 'local' })).toMatchObject({ reader: 'local' });
    expect(issuesOf({ reader: 'nobody' })).toEqual(['invalid_value']);
  });

  it('does without what never was looked at, since earlier releases kept it as it came', () => {
    const odd = { occurredAt: 'yesterday', timeZone: 'Mars/Olympus', actorId: 'x'.repeat(257), debug: 'yes', again: 1 };
    expect(requestOf(odd)).toEqual({ source: 'chat', warnings: [] });
    const none = {
      actorId: null,
      occurredAt: null,
      timeZone: null,
      turns: null,
      read: null,
      model: null,
      metadata: null,
    };
    expect(requestOf({ ...none, reader: null })).toEqual({ source: 'chat', warnings: [] });
  });

  it('is nothing that is not known, and nothing off the record', () => {
    const kept = { autoStore: true, debug: false, again: true, model: { state: 'done', added: 2 } };
    const unkept = [{ turn: 0, role: 'user', name: null, content: 'Between us.' }];
    const request = requestOf({ ...kept, unkept, other: 1, read: { extractor: 'judge-1', other: 1 } });
    expect(request).toEqual({ source: 'chat', warnings: [], ...kept, read: { extractor: 'judge-1' } });
  });

  it('is a reading that names few earlier texts', () => {
    const before = Array.from({ length: 101 }, () => ({ artifactId: traceId, start: 0, end: 1 }));
    expect(issuesOf({ read: { before } })).toEqual(['too_big']);
    expect(issuesOf({ read: { before: [{ artifactId: 'x', start: 0, end: 1 }] } })).toEqual(['invalid_format']);
    expect(issuesOf({ read: 1 })).toEqual(['invalid_type']);
  });
});

describe('what is free in a line', () => {
  const valuesIn = (most: number) => ({ a: Array.from({ length: most - 1 }, () => ({})) });
  const artifact = { kind: 'artifact', id: traceId, content: '', source: 'note', ownerEntityId: null };
  const artifactWith = (metadata: object) =>
    codesOf(exportLine.safeParse({ ...artifact, metadata, ingestTraceId: null, createdAt: at }));

  it('has twice the values of what is sent, since lists show a hundred of them', () => {
    expect(artifactWith(valuesIn(2 * MOST_VALUES))).toEqual([]);
    expect(artifactWith(valuesIn(2 * MOST_VALUES + 1))).toEqual(['too_many']);
  });

  it('has as many values in an entry of a history as a line, since nothing reads many entries at once', () => {
    expect(codesOf(historyEntry.safeParse(updated({ metadata: valuesIn(48 * MOST_VALUES) })))).toEqual([]);
  });
});

describe('an entry of a history', () => {
  const longest = { content: '\u0001'.repeat(100_000), tags: Array.from({ length: 64 }, () => '\u0001'.repeat(64)) };

  it('is read with the longest texts that a memory can have had', () => {
    const metadata = { a: 'x'.repeat(2 * METADATA_BYTES - 8) };
    expect(codesOf(historyEntry.safeParse(updated({ ...longest, metadata })))).toEqual([]);
  });

  it('is refused where its text or all of it is longer, since a deletion goes through all of them', () => {
    const longer = { content: 'x'.repeat(100_001) };
    expect(codesOf(historyEntry.safeParse(updated(longer)))).toEqual(['too_big']);
    expect(codesOf(historyEntry.safeParse({ ...updated({}), before: longer }))).toEqual(['too_big']);
    expect(codesOf(historyEntry.safeParse(updated({ other: 'x'.repeat(2 * 1024 * 1024) })))).toEqual(['too_big']);
  });
});

describe('a line with the metadata of a request among more of its numbers', () => {
  it('is read, since what is kept beside the metadata has digits too', () => {
    expect(metadata.safeParse(full).success).toBe(true);
    expect(metadata.safeParse({ ...full, one: 1e300 }).success).toBe(false);
    expect(codesOf(historyEntry.safeParse(updated({ metadata: full, importanceScore: 1e-300 })))).toEqual([]);
    expect(codesOf(exportLine.safeParse(ingestOf({ metadata: full, read: { keep: 1e-300 } })))).toEqual([]);
    expect(codesOf(exportLine.safeParse(ingestOf({}, { of: full, keep: 1e-300 })))).toEqual([]);
  });

  it('is refused beyond twice the digits', () => {
    const twice = { one: full, other: full, importanceScore: 1e-300 };
    expect(codesOf(historyEntry.safeParse(updated(twice)))).toEqual(['many_digits']);
    expect(codesOf(historyEntry.safeParse({ ...updated({}), before: twice }))).toEqual(['many_digits']);
    expect(codesOf(exportLine.safeParse(ingestOf(twice)))).toEqual(['many_digits']);
    expect(codesOf(exportLine.safeParse(ingestOf({}, twice)))).toEqual(['many_digits']);
  });
});
