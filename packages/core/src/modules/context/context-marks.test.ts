import { nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
import type { Mark } from '@hippocamp/shared/schemas/common';
import { contextRequest } from '@hippocamp/shared/schemas/context';
import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../ports/embedder.js';
import type { Records } from '../../ports/records.js';
import {
  minutesAfter,
  NOON,
  newMemory,
  quietLog,
  recordOf,
  sequentialIds,
  tenantNamed,
} from '../../testing/builders.js';
import type { FactReader } from '../facts/facts.js';
import { createMemoryEmbedder } from '../indexing/memory-vectors.js';
import { defaultPolicies } from '../policies.js';
import type { Recall } from '../retrieval/recall.js';
import { createContextService } from './context-service.js';

const caller = { tenant: tenantNamed('acme'), scopes: new Set<never>(), requestId: 'r' };
const id = sequentialIds().next();
const embedder: Embedder = {
  ...{ id: 'test', dimensions: 1 },
  calibration: { lo: 0, hi: 1, same: 0.9, alpha: 0.5, scale: { doubtful: 0.2, clear: 0.6 } },
  embed: async (texts) => texts.map(() => null),
  likeness: () => 0,
};

/** Why a context leaves out a memory of these marks whose text has another reading by now, or null. */
async function reasonFor(marks: Mark[], read: Mark[], strategy: object = {}): Promise<string | null> {
  const record = recordOf(newMemory(id, { marks, createdAt: minutesAfter(-1) }));
  const parts = { dense: 1, own: 1, context: 0, recency: 0, importance: 0, session: 0 };
  const ranked = [{ id, score: 1, parts, session: null, message: null }];
  const scorer = {
    ...{ weights: { semantic: 1, recency: 0, importance: 0 }, lo: 0, hi: 1, alpha: 0 },
    ...{ scale: { doubtful: 0.2, clear: 0.6 }, namesSpeaker: false },
  };
  const work = { staged: false, named: { speaker: null, periods: [] }, rounds: 1, rowsRead: 0, randomAccesses: 0 };
  const recall: Recall = async (_tenant, { questions }) => ({
    rankings: questions.map(() => ({ ranked, ...work, approximate: false, scorer, degraded: false })),
    records: new Map([[id, record]]),
    ...{ unreached: 0, cut: false, unembedded: 0, milliseconds: {} },
  });
  const reading: TextReading = { ...nothingRead, marks: read };
  const service = createContextService({
    records: { forTenant: () => ({ entities: { namesOf: async () => [] } }) } as unknown as Records,
    recall,
    screen: async (_tenant, names) => names.map(({ text }) => text),
    comparer: embedder,
    embedMemories: createMemoryEmbedder(embedder),
    facts: { ofMemories: async () => new Map([[id, reading]]) } as unknown as FactReader,
    language: { tellsOfSelf: () => false },
    tokenizer: { encoding: 'test', count: async () => 1 },
    policies: defaultPolicies,
    clock: { now: () => NOON },
    log: quietLog,
  });
  const { metadata } = await service.build(caller, contextRequest.parse({ currentInput: 'Tea?', strategy }));
  return metadata.dropped.find(({ source }) => source === 'memory')?.reason ?? null;
}

describe('a context', () => {
  it('leaves out a text that steers, also where a later text of the memory does not', async () => {
    expect(await reasonFor(['instructs'], [])).toBe('marked');
    expect(await reasonFor(['instructs'], [], { includeMarked: true })).toBeNull();
  });

  it('goes by the reading of a text that its own mark says nobody has read', async () => {
    expect(await reasonFor(['unchecked'], [])).toBeNull();
    expect(await reasonFor(['unchecked'], ['instructs'])).toBe('marked');
    expect(await reasonFor([], [])).toBeNull();
  });
});
