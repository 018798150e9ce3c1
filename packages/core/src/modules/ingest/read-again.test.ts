import { describe, expect, it } from 'vitest';
import type { Extraction } from '../../ports/extractor.js';
import type { IngestOrder, IngestRecord, TenantRecords, TenantRepositories } from '../../ports/records.js';
import { NOON, newArtifact, newIngest } from '../../testing/builders.js';
import { contentHash } from '../facts/facts.js';
import { beginAgain, readable, unchanged } from './later-reading.js';

const again = { artifactId: 'text', readBy: 'local', lastReader: () => 'now', now: NOON, sweepAfter: 0 };

/** Memories of a text, the latest last. As many as `count` are told. */
function drawnAre(drawn: readonly Drawn[], count = drawn.length) {
  const read: string[][] = [];
  const rows = drawn.map((memory, at) => ({ id: String(at), metadata: {}, occurredAt: NOON, ...memory }));
  const memories = {
    async matching(_filter: object, { limit }: { limit: number } = { limit: Number.POSITIVE_INFINITY }) {
      return rows.toReversed().flatMap(({ id }, at) => (at < limit ? [id] : []));
    },
    async getMany(ids: string[]) {
      read.push(ids);
      return rows.filter(({ id }) => ids.includes(id));
    },
    async readersOf(_artifactId: string, traceId: string) {
      const staysHere = rows.some(({ provenance }) => provenance?.reader === 'local');
      return { count, staysHere, mayLeave: rows.some(({ provenance }) => provenance?.traceId === traceId) };
    },
  };
  return { read, memories: memories as unknown as TenantRepositories['memories'] };
}

interface Drawn {
  provenance: { traceId?: string; reader?: string } | null;
  metadata?: object;
}

const stored = (ingest: IngestRecord | null, given: { source?: string; ingestTraceId?: string | null } = {}) => {
  const steps: string[] = [];
  const artifact = newArtifact('text', { ingestTraceId: 'trace', ...given });
  const own = {
    artifacts: { lock: async () => [], get: async () => artifact },
    ingests: {
      get: async () => ingest,
      insert: async () => void steps.push('restored'),
      reopen: async () => void steps.push('reopened'),
      beginAgain: async () => void steps.push('begun'),
    },
    memories: drawnAre([]).memories,
    outbox: { enqueue: async () => void steps.push('enqueued') },
  };
  return { steps, own: own as unknown as TenantRepositories };
};

const readBy = (extractor: string) => newIngest('trace', { state: 'done', request: { read: { extractor } } });

const due = newIngest('trace', { state: 'done', request: { model: { state: 'due', added: 0 } } });

describe('reading a text anew', () => {
  it.each([
    ['another reader', readBy('before'), ['begun', 'enqueued']],
    ['the reader of now', readBy('now'), []],
    ['one behind whom a language model is due', due, []],
    ['nobody yet', newIngest('trace', { state: 'processing' }), []],
    ['a reader that failed', newIngest('trace', { state: 'failed' }), ['reopened', 'enqueued']],
    ['one whose ingest is gone', null, ['restored', 'begun', 'enqueued']],
  ])('of what was read by %s', async (_who, ingest, expected) => {
    const { own, steps } = stored(ingest, { source: 'note' });
    await beginAgain(own, again);
    expect(steps).toEqual(expected);
  });

  it('refuses a talk whose messages nobody knows, and what came by no ingest', async () => {
    const refused = { problem: 'unprocessable' };
    await expect(beginAgain(stored(null, { source: 'chat' }).own, again)).rejects.toMatchObject(refused);
    await expect(beginAgain(stored(null, { ingestTraceId: null }).own, again)).rejects.toMatchObject(refused);
  });

  const askedAfter = async (drawn: readonly Drawn[], count?: number) => {
    const { own } = stored(null, { source: 'note' });
    const { memories, read } = drawnAre(drawn, count);
    return { request: (await beginAgain({ ...own, memories }, again)).request, read };
  };
  const [home, away] = [{ provenance: { traceId: 'trace', reader: 'local' } }, { provenance: { traceId: 'trace' } }];

  it.each<[string, readonly Drawn[], number?]>([
    ['of which nobody knows', []],
    ['that was kept here', [home]],
    ['of which one memory stays here, whatever others say', [away, home, away]],
    ['of which only memories of others tell', [{ provenance: null }, { provenance: { traceId: 'another' } }]],
    ['of which too many memories would have to be looked at', [away], 5001],
  ])('keeps a text here %s', async (_which, drawn, count) => {
    expect((await askedAfter(drawn, count)).request.reader).toBe('local');
  });

  it('may send a text of whose memories none stays here', async () => {
    expect((await askedAfter([away, { provenance: null }])).request.reader).toBeUndefined();
  });

  it('takes the session of the latest memory, and reads no other', async () => {
    const told = ['first', 'last'].map((sessionId) => ({ ...away, metadata: { sessionId } }));
    const { request, read } = await askedAfter(told);
    expect([request.sessionId, read]).toEqual(['last', [['1']]]);
  });

  it('leaves out what was put in other words, replaced or archived since', async () => {
    const found = ['Ann.', 'Ben.', 'Cem.'].map((content, at) => ({ content, start: at * 5, end: at * 5 + 4 }));
    const memories = {
      rewordedIn: async () => [{ start: 0, end: 2 }],
      retiredHashes: async () => [contentHash('Ben.')],
    };
    const left = async (request: object) => {
      const ingest = newIngest('trace', { artifactId: 'text', request: request as IngestRecord['request'] });
      const own = { memories } as unknown as TenantRecords;
      return (await unchanged(own, ingest, found as Extraction[])).map(({ content }) => content);
    };
    expect(await left({ again: true })).toEqual(['Cem.']);
    expect(await left({})).toHaveLength(3);
  });

  it('takes what was redacted for a gap, and leaves bars of a first reading', () => {
    expect(readable('███ Ann.', { again: true } as IngestOrder)).toBe('    Ann.');
    expect(readable('███ Ann.', {} as IngestOrder)).toBe('███ Ann.');
  });
});
