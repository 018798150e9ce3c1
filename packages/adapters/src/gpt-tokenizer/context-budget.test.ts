import { createContextService } from '@hippocamp/core/modules/context/context-service';
import type { FactReader } from '@hippocamp/core/modules/facts/facts';
import { createMemoryEmbedder } from '@hippocamp/core/modules/indexing/memory-vectors';
import { defaultPolicies } from '@hippocamp/core/modules/policies';
import type { Recall } from '@hippocamp/core/modules/retrieval/recall';
import type { Embedder } from '@hippocamp/core/ports/embedder';
import type { Language } from '@hippocamp/core/ports/language';
import type { Records } from '@hippocamp/core/ports/records';
import type { Tokenizer } from '@hippocamp/core/ports/tokenizer';
import {
  minutesAfter,
  NOON,
  newEntity,
  newMemory,
  recordOf,
  sequentialIds,
  tenantNamed,
} from '@hippocamp/core/testing/builders';
import { isProblem } from '@hippocamp/shared/problems';
import { tierNames } from '@hippocamp/shared/schemas/common';
import { contextRequest } from '@hippocamp/shared/schemas/context';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenizer } from './tokenizer.js';

const caller = { tenant: tenantNamed('t'), scopes: new Set<never>(), requestId: 'r' };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const scorer = {
  weights: { semantic: 1, recency: 0, importance: 0 },
  lo: 0,
  hi: 1,
  alpha: 0,
  scale: { doubtful: 0.2, clear: 0.6 },
  namesSpeaker: false,
};
const parts = { dense: 0, own: 0, context: 0, recency: 0, importance: 0, session: 0 };
const facts = { ofMemories: async () => new Map() } as unknown as FactReader;
const language: Pick<Language, 'tellsOfSelf'> = {
  tellsOfSelf: (text) => /\bI\b/.test(text),
};

/** The first two characters decide, so that some memories are alike. */
const embedder: Embedder = {
  id: 'test',
  dimensions: 2,
  calibration: { lo: 0, hi: 1, same: 0.9, alpha: 0.5, scale: { doubtful: 0.2, clear: 0.6 } },
  embed: async (texts) =>
    texts.map((text) => (text.length < 5 ? null : Float32Array.of(text.charCodeAt(0) % 7, text.charCodeAt(1) % 5))),
  likeness: (first, second) => (first.every((value, place) => value === second[place]) ? 1 : 0.2),
};

/** A whole text counts more than its parts here, unlike with a real tokenizer; the budget must hold all the same. */
const unfriendly: Tokenizer = {
  encoding: 'unfriendly',
  count: async (text) => Math.ceil(text.length ** 1.2 / 4),
};

/** Only one of the two owners has a name. */
const ownerIds = ['0195ffff-0000-7000-8000-000000000001', '0195ffff-0000-7000-8000-000000000002'] as const;
const owners = [newEntity(ownerIds[0], { name: 'Mara 😀 Lind' })];

const memory = fc.record({
  content: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
    fc.lorem({ maxCount: 30 }),
    fc.constantFrom('I live in Porto.', 'line one\nline two\n\n line three', '😀'.repeat(300), '- 2026-01-01: nested'),
  ),
  tier: fc.constantFrom(...tierNames),
  ownerEntityId: fc.constantFrom(null, ...ownerIds),
  score: fc.double({ min: 0, max: 1, noNaN: true }),
  minutes: fc.integer({ min: -1000, max: -1 }),
});
const cap = fc.nat({ max: 12 });
const asked = fc.record({
  maxTokens: fc.integer({ min: 16, max: 1500 }),
  caps: fc.record({ semantic: cap, episodic: cap, short_term: cap }),
  tiers: fc.shuffledSubarray([...tierNames], { minLength: 1 }),
  input: fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), fc.lorem({ maxCount: 12 })),
  goal: fc.option(fc.lorem({ maxCount: 20 }), { nil: undefined }),
});

type Given = typeof memory extends fc.Arbitrary<infer Value> ? Value : never;
type Asked = typeof asked extends fc.Arbitrary<infer Value> ? Value : never;

const recallOf = (given: readonly Given[]): Recall => {
  const ids = sequentialIds();
  const rows = given.map(({ score, minutes, ...rest }) => ({
    score,
    record: recordOf(newMemory(ids.next(), { ...rest, createdAt: minutesAfter(minutes) })),
  }));
  return async (_tenant, { questions, filter }) => {
    const found = rows.filter(({ record }) => filter.tiers?.includes(record.tier));
    const ranked = found.map(({ score, record }) => ({ id: record.id, score, parts, session: null, message: null }));
    const work = {
      staged: false,
      named: { speaker: null, periods: [] },
      rounds: 1,
      rowsRead: 0,
      randomAccesses: 0,
      approximate: false,
      scorer,
      degraded: false,
    };
    return {
      rankings: questions.map(() => ({ ranked, ...work })),
      records: new Map(found.map(({ record }) => [record.id, record])),
      unreached: 0,
      cut: false,
      unembedded: 0,
      milliseconds: {},
    };
  };
};

const build = (given: readonly Given[], { caps, tiers, input, ...rest }: Asked, tokenizer: Tokenizer) => {
  const service = createContextService({
    records: { forTenant: () => ({ entities: { namesOf: async () => owners } }) } as unknown as Records,
    recall: recallOf(given),
    screen: async (_tenant, names) => names.map(({ text }) => text),
    comparer: embedder,
    embedMemories: createMemoryEmbedder(embedder),
    facts,
    language,
    tokenizer,
    policies: defaultPolicies,
    clock: { now: () => NOON },
    log,
  });
  const strategy = { tiers, perTierCaps: caps };
  return service.build(
    caller,
    contextRequest.parse({ ...rest, currentInput: `${input}?`.replaceAll('\0', ''), strategy }),
  );
};

const real = createTokenizer('o200k_base');

describe.each([real, unfriendly])('with the tokenizer $encoding any context', (tokenizer) => {
  it('keeps to its budget and caps, and holds no memory twice', { tags: ['long'] }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(memory, { maxLength: 40 }), asked, async (given, request) => {
        const answer = await build(given, request, tokenizer).catch((error: unknown) => {
          // The input alone was too long.
          expect(isProblem(error) && error.problem).toBe('unprocessable');
          return null;
        });
        if (!answer) return;
        const { messages, rawMemories, metadata } = answer;
        const counts = await Promise.all(messages.map(({ content }) => tokenizer.count(content)));
        const total = counts.reduce((sum, count) => sum + count + 4, 0);
        expect(metadata.totalTokensEstimated).toBe(total);
        expect(total).toBeLessThanOrEqual(request.maxTokens);
        expect(messages.at(-1)?.metadata.source).toBe('current_input');
        const ids = rawMemories.map(({ memory: { id } }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(messages.find(({ metadata: { source } }) => source === 'memory')?.metadata.memoryIds ?? []).toEqual(ids);
        for (const tier of tierNames) {
          const most = request.tiers.includes(tier) ? request.caps[tier] : 0;
          expect(rawMemories.filter((each) => each.tier === tier).length).toBeLessThanOrEqual(most);
        }
        const left = metadata.dropped.filter(({ source }) => source === 'memory');
        expect(ids.length + left.length).toBe(metadata.memoriesQueried);
        expect((await build(given, request, tokenizer)).messages).toEqual(messages);
      }),
      { seed: 20_260_430, numRuns: 150 },
    );
  });
});
