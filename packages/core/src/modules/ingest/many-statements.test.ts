import { nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
import { describe, expect, it } from 'vitest';
import type { KnownMemory } from '../../ports/records.js';
import { NOON, newMemory, recordOf, tenantNamed } from '../../testing/builders.js';
import { contentHash, type ReadableMemory } from '../facts/facts.js';
import { type Candidate, comparablesOf, type KnownFact, statementTexts } from './candidates.js';
import { type NearnessDependencies, nearPairs, nearPairsPaced } from './pairs.js';
import { type PreparingDependencies, prepare } from './prepare.js';

const tenant = tenantNamed('acme');

/** A text of sentences of one sign. */
const textOf = (statements: number) => '走。'.repeat(statements);
const readingOf = (statements: number): TextReading => ({
  ...nothingRead,
  words: ['走'],
  statements: Array.from({ length: statements }, (_, place) => ({
    ...{ start: 2 * place, end: 2 * place + 2, stems: [], words: ['走'] },
  })),
});

const candidate = (place: number, statements: number): Candidate => {
  const content = `${textOf(statements)}${place}`;
  const reading = readingOf(statements);
  const told = { content, memoryType: 'semantic' as const, importance: 0.5, confidence: 0.8, tags: [] };
  const from = { sourceSpan: content, start: 0, end: content.length, rationale: 'test', context: null };
  return { extraction: { ...told, ...from }, reading, kept: { ...reading, by: 'test' }, hash: contentHash(content) };
};

const memory = (id: number, statements: number): KnownMemory => {
  const content = `${textOf(statements)} ${id}`;
  return recordOf(newMemory(String(id), { content, contentHash: contentHash(content) }));
};

/** Compares so many candidates with so many memories, and counts. */
async function prepared(given: { candidates: number; own: number; memories: number; known: number }) {
  const counts = { likenesses: 0, embedded: 0, mostEmbedded: 0, mostRead: 0 };
  const dependencies = {
    language: {
      tellsOfSelf: () => false,
      readable: async (_tenant: unknown, pairs: readonly unknown[]) => [...pairs],
      compare: async (_tenant: unknown, pairs: readonly unknown[]) =>
        pairs.map(() => ({ verdict: 'unrelated', sure: 1 })),
    },
    pairReader: null,
    facts: {
      async ofMemories(_tenant: unknown, memories: readonly ReadableMemory[]) {
        counts.mostRead = Math.max(counts.mostRead, memories.length);
        return new Map(memories.map(({ id }) => [id, readingOf(given.known)]));
      },
    },
    comparer: {
      likeness() {
        counts.likenesses += 1;
        return 0;
      },
      calibration: { same: 0.8 },
    },
    async embedMemories(_tenant: unknown, contents: readonly string[]) {
      counts.embedded += contents.length;
      counts.mostEmbedded = Math.max(counts.mostEmbedded, contents.length);
      return contents.map((_content, place) => Float32Array.of(place));
    },
  } as unknown as PreparingDependencies;
  const memories = { knownBy: async () => Array.from({ length: given.memories }, (_, id) => memory(id, given.known)) };
  const candidates = Array.from({ length: given.candidates }, (_, place) => candidate(place, given.own));
  const { proposals, versions } = await prepare(
    { tenant, ownerEntityId: null, actorId: undefined, artifactId: null, candidates, latest: [], sought: {} },
    { occurredAt: NOON, carried: [], before: new Map(), messageAt: (place) => place },
    memories,
    dependencies,
  );
  return { counts, statements: proposals.map(({ statements }) => statements.length), versions };
}

describe('a text of very many statements', () => {
  it('is compared as one, also where a reading of an earlier release holds each', () => {
    const given = { content: textOf(41), own: null, amends: null, hash: 'hash', speaker: null, self: 'self' };
    expect(statementTexts(given.content, readingOf(41))).toEqual([given.content]);
    expect(comparablesOf(given, readingOf(41), [null])).toMatchObject([{ content: given.content, part: null }]);
    expect(statementTexts(given.content, readingOf(40))).toHaveLength(40);
    expect(comparablesOf(given, readingOf(40), [])).toHaveLength(40);
  });

  it('is one beside a hundred like it', async () => {
    const { counts, statements } = await prepared({ candidates: 1, own: 499, memories: 100, known: 450 });
    expect(statements).toEqual([1]);
    expect(counts.embedded).toBe(101);
    expect(counts.likenesses).toBeLessThanOrEqual(100);
  });
});

describe('what is known beside fifty candidates', () => {
  it('is compared with them in a bounded number of statements, and read and embedded in parts', async () => {
    const { counts, statements, versions } = await prepared({ candidates: 50, own: 40, memories: 850, known: 40 });
    expect(statements.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(250);
    expect(counts.embedded).toBeLessThanOrEqual(5000 + 850 + 250);
    expect(counts.mostEmbedded).toBeLessThanOrEqual(500);
    expect(counts.mostRead).toBeLessThanOrEqual(50);
    expect(versions.split(',')).toHaveLength(850);
  });

  it('is compared statement by statement where all are as many as texts mostly have', async () => {
    const { counts, statements } = await prepared({ candidates: 50, own: 3, memories: 850, known: 4 });
    expect(statements).toEqual(Array.from({ length: 50 }, () => 3));
    expect(counts.embedded).toBe(50 * 3 + 850 * 4);
  });
});

describe('a correction', () => {
  const own = { own: null, hash: 'hash', speaker: null, self: 'self' };
  const corrected = (statements: number) => {
    const text = { ...own, content: textOf(statements), amends: null };
    const reading = readingOf(statements);
    return comparablesOf(text, reading, []).map((one) => ({ ...one, id: 'm', of: 1, occurredAt: NOON }));
  };
  const amends = { told: '走。', sure: 0.9 };
  const [statement] = comparablesOf({ ...own, content: '不。', amends }, nothingRead, []);
  const dependencies = {
    language: { tellsOfSelf: () => false },
    comparer: { likeness: () => 0, calibration: { same: 0.8 } },
  } as unknown as NearnessDependencies;
  const corrects = (facts: KnownFact[]) => {
    const candidate = statement ? [{ ...statement, id: 'c', of: 1, occurredAt: NOON }] : [];
    const pairs = candidate.flatMap((one) => nearPairs(one, facts, new Set(), dependencies));
    return pairs.some(({ pair }) => pair.amends !== undefined);
  };

  it('never takes a text of very many statements for what it corrects', () => {
    expect(corrects(corrected(40))).toBe(true);
    expect(corrects(corrected(41))).toBe(false);
  });
});

describe('pairs among thousands of facts', () => {
  const fact = (id: number, over: Partial<KnownFact> = {}): KnownFact => {
    const content = id % 9 === 0 ? 'I moved.' : `I moved to house ${id}.`;
    const known = { own: null, amends: null, hash: content, textHash: content, words: [], self: 'self', speaker: null };
    const vector = Float32Array.of(((id * 7919) % 101) / 101);
    return { ...known, content, vector, part: null, id: String(id), of: 1, occurredAt: NOON, ...over };
  };
  const facts = Array.from({ length: 3500 }, (_, id) => fact(id));
  const dependencies: NearnessDependencies = {
    language: { tellsOfSelf: () => false },
    comparer: {
      likeness: (_statement, [value = 0]) => value,
      calibration: { lo: 0, hi: 1, same: 0.8, alpha: 0.5, scale: { doubtful: 0.2, clear: 0.6 } },
    },
  };
  const told = 'I moved to house 2001.';

  it.each([
    ['of its own words', fact(9)],
    ['stored after another', fact(1, { content: `After "${told}": no, to 7.`, own: 'no, to 7.' })],
    ['that puts one right', fact(1, { content: 'no', own: 'no', amends: { told, sure: 0.7 } })],
  ])('of a statement %s are the same part by part', async (_kind, statement) => {
    const latest = new Set(['1234', '3499']);
    const found = await nearPairsPaced(statement, facts, latest, dependencies);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(nearPairs(statement, facts, latest, dependencies));
  });
});
