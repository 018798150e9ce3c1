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
});
