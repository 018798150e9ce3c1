import { describe, expect, it } from 'vitest';
import type { Extraction } from '../../ports/extractor.js';
import type { IngestOrder, IngestRecord, TenantRecords, TenantRepositories } from '../../ports/records.js';
import { NOON, newArtifact, newIngest } from '../../testing/builders.js';
import { contentHash } from '../facts/facts.js';
import { beginAgain, readable, unchanged } from './later-reading.js';

const again = { artifactId: 'text', readBy: 'local', lastReader: () => 'now', now: NOON, sweepAfter: 0 };

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
    memories: { matching: async () => [], getMany: async () => [] },
    outbox: { enqueue: async () => void steps.push('enqueued') },
  };
  return { steps, own: own as unknown as TenantRepositories };
};

const drawnAre = (drawn: object[]) =>
  ({ matching: async () => ['a'], getMany: async () => drawn }) as unknown as TenantRepositories['memories'];

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

  it('keeps a text here that was kept here, or of which nobody knows', async () => {
    const asked = async (drawn: object[]) => {
      const { own } = stored(null, { source: 'note' });
      const { request } = await beginAgain({ ...own, memories: drawnAre(drawn) } as TenantRepositories, again);
      return request.reader;
    };
    expect(await asked([])).toBe('local');
    expect(await asked([{ metadata: {}, occurredAt: NOON, provenance: { reader: 'local' } }])).toBe('local');
    expect(await asked([{ metadata: {}, occurredAt: NOON, provenance: {} }])).toBeUndefined();
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
