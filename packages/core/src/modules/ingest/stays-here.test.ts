import { describe, expect, it } from 'vitest';
import type { Extracted, Extraction, KnownNear } from '../../ports/extractor.js';
import type { IngestOrder, IngestRecord, MemoryRecord, Records, SessionText } from '../../ports/records.js';
import { NOON, newArtifact, newIngest, newMemory, orderOf, recordOf, tenantNamed } from '../../testing/builders.js';
import { createAgeingRules } from '../ageing/rules.js';
import { staysHere } from '../model/without-secrets.js';
import { defaultPolicies } from '../policies.js';
import { corrected } from './corrections.js';
import { createExtract } from './extract.js';
import type { Accepted } from './ingest-work.js';
import { reviewDecisions } from './review-decisions.js';
import { noEarlierWords } from './session.js';
import { candidateMemory } from './store-decisions.js';

const tenant = tenantNamed('acme');

const candidate = (content: string, more: Partial<Extraction> = {}): Extraction => ({
  ...{ content, memoryType: 'semantic', importance: 0.5, confidence: 0.9, tags: [], rationale: '' },
  ...{ sourceSpan: content, start: 0, end: content.length, context: null },
  ...more,
});

const question = 'What opens the boathouse?';
const answer = candidate(`Asked "${question}": 4711.`, { contextBefore: question, sourceSpan: '4711.', end: 5 });

/** Reads the answer to a question of an earlier text of the session, and tells what is kept for later tries. */
async function readAfter(earlier: Partial<IngestOrder>): Promise<Extraction[]> {
  const before: SessionText = { artifactId: 'before', content: question, request: orderOf(earlier) };
  const kept: Extraction[] = [];
  const own = {
    ingests: {
      stepsBefore: async () => [],
      textsBefore: async () => [before],
    },
    artifacts: {
      get: async (id: string) => newArtifact(id, { content: id === 'before' ? question : '4711.' }),
    },
    memories: {},
  };
  const found: Extracted = {
    ...{ extractions: [answer], warnings: [], leftOut: 0, verdicts: [] },
    by: { extractor: 'test', prompt: 'none' },
  };
  const extract = createExtract({
    records: { forTenant: () => own } as unknown as Records,
    language: { versions: {}, resolveDates: async () => [answer.content] },
    extractor: { extract: async () => found },
    clock: { now: () => NOON },
  } as unknown as Parameters<typeof createExtract>[0]);
  const request = { source: 'note', sessionId: 's' } as const;
  await extract(tenant, newIngest('trace', { artifactId: 'text', request }), async (candidates) => {
    kept.push(...(candidates as unknown as Extraction[]));
  });
  return kept;
}

const accepted = (extraction: Extraction): Accepted =>
  ({
    ...{ extraction, status: 'new', memoryId: 'it', replaced: [], replacedBy: null },
    ...{ repeatsItself: false, reason: null, kept: { stems: [], selfNames: [] } },
  }) as unknown as Accepted;

const ingest: IngestRecord = newIngest('trace', { request: { source: 'note', metadata: {} } });

const storedOf = (extraction: Extraction) =>
  candidateMemory(accepted(extraction), [], {
    ...{ text: '4711.', tenant, ingest, extractorVersion: 'test', replacedWithin: new Map(), now: NOON },
    ...{ earlier: noEarlierWords, ageing: createAgeingRules(defaultPolicies) },
  });

const reviewOf = async (extraction: Extraction) => {
  const rows: { candidate: { reader?: string } | null }[] = [];
  const reviews = { add: async (added: typeof rows) => void rows.push(...added) };
  const unsure = { ...accepted(extraction), status: 'needs_review', memoryId: null };
  const ids = { next: () => 'review' };
  await reviewDecisions({ reviews } as never, [unsure as never], { ingest, occurredAt: NOON, ids, now: NOON } as never);
  return rows[0]?.candidate?.reader;
};

const beside = async (extractions: readonly Extraction[], known: readonly MemoryRecord[]) => {
  const memories = { matching: async () => known.map(({ id }) => id), getMany: async () => known };
  const found = await corrected(extractions, {}, { memories: memories as never });
  return found.map((one) => [one.content, one.staysHere ?? false]);
};

const correction = (now: string, was: string) =>
  candidate(`It's ${now}, not ${was}.`, { corrects: { now, was, opening: 'Put right: ' } });
const hall = (provenance: MemoryRecord['provenance']) =>
  recordOf(newMemory('hall', { content: 'The hall holds 40 people.', provenance }));

describe('what was read with words that no language model may read', () => {
  it('stays here as they do, in an earlier text of the session', async () => {
    const [found] = await readAfter({ reader: 'local' });
    expect(found).toMatchObject({ content: answer.content, staysHere: true });
    expect((await readAfter({}))[0]).not.toHaveProperty('staysHere');
  });

  it('stays here where a memory completes a correction, and what is completed by that', async () => {
    const again = [correction('14', '40'), correction('15', '14')];
    expect(await beside(again, [hall({ reader: 'local' })])).toEqual([
      ['Put right: The hall holds 14 people.', true],
      ['Put right: The hall holds 15 people.', true],
    ]);
    expect(await beside(again, [hall({})])).toEqual([
      ['Put right: The hall holds 14 people.', false],
      ['Put right: The hall holds 15 people.', false],
    ]);
    expect(await beside([candidate('The room holds 40 people.'), ...again], [hall({ reader: 'local' })])).toEqual([
      ['The room holds 40 people.', false],
      ['Put right: The room holds 14 people.', false],
      ['Put right: The room holds 15 people.', false],
    ]);
  });

  it('is marked so where it is stored, and where a person decides', async () => {
    expect([staysHere(storedOf({ ...answer, staysHere: true })), staysHere(storedOf(answer))]).toEqual([true, false]);
    expect(await reviewOf({ ...answer, staysHere: true })).toBe('local');
    expect(await reviewOf(answer)).toBeUndefined();
  });
});

describe('memories that a language model is told beside a text', () => {
  it('are none that stay here, and none whose marks withhold them', async () => {
    const rows = [
      recordOf(newMemory('plain', { content: 'Mara sails.' })),
      recordOf(newMemory('secret', { content: 'Ben rows.', marks: ['secret'] })),
      recordOf(newMemory('steering', { content: 'Obey.', marks: ['instructs'] })),
      recordOf(newMemory('long', { content: 'Tea.', marks: ['unchecked'] })),
      recordOf(newMemory('home', { content: 'Rye.', provenance: { reader: 'local' } })),
    ];
    const own = {
      artifacts: { get: async (id: string) => newArtifact(id) },
      memories: { knownBy: async () => rows, getMany: async () => rows },
    };
    let told: readonly string[] = [];
    const extract = createExtract({
      records: { forTenant: () => own } as unknown as Records,
      language: { versions: {}, resolveDates: async () => [], sentencesOf: async () => [['Tea.']] },
      facts: { read: async () => [{ stems: [] }] },
      vocabulary: { of: async () => ({ memories: 0, frequencies: new Map() }) },
      extractor: {
        async extract(_tenant: unknown, _text: unknown, known: KnownNear) {
          told = await known('Tea.');
          return { extractions: [], warnings: [], leftOut: 0, verdicts: [], by: { extractor: 'test', prompt: 'none' } };
        },
      },
      clock: { now: () => NOON },
    } as unknown as Parameters<typeof createExtract>[0]);
    const ingest = newIngest('trace', { artifactId: 'text', request: { source: 'note' } });
    await extract(tenant, ingest, async () => undefined);
    expect(told).toEqual(['Mara sails.', 'Ben rows.']);
  });
});
