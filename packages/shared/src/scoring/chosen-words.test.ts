import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TenantId } from '../schemas/common.js';
import { type SparseVector, sparseOf, termId, terms } from '../text/terms.js';
import { BY_CHANCE, chosenIds, chosenWords, fullestBucketOf } from '../text/testing/chosen.js';
import {
  averageLength,
  bm25,
  distinctTermIds,
  emptyVocabulary,
  knownSpeaker,
  memoryFields,
  memoryTerms,
  namedSpeaker,
  questionOf,
  withPriors,
} from './lexical.js';

const tenant = 'choir' as TenantId;
const occurredAt = new Date('2026-05-03T23:30:00Z');

/** The vectors as they were made with maps of ids, to the last bit. */
const byMap = (entries: readonly (readonly [number, number])[]): SparseVector => {
  const values = new Map<number, number>();
  for (const [id, value] of entries) values.set(id, (values.get(id) ?? 0) + value);
  const sorted = [...values].sort(([first], [second]) => first - second);
  return { indices: sorted.map(([id]) => id), values: sorted.map(([, value]) => value) };
};

const termsByMap = (text: string, average: number): SparseVector => {
  const ids = terms(text).map(termId);
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const divisor = bm25.k1 * (1 - bm25.b + (bm25.b * ids.length) / average);
  return byMap([...counts].map(([id, count]) => [id, (count * (bm25.k1 + 1)) / (count + divisor)]));
};

describe('vectors', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(fc.constantFrom('tea', 'Oslo', 'boiling', '茶', '鐵道', 'the', '7', "Ann's"), { maxLength: 60 })
      .map((words) => words.join(' ')),
  );

  it('are sums of equal ids, in the order of the entries', () => {
    const entry = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.double({ min: 1e-9, max: 10, noNaN: true }));
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        expect(sparseOf(entries)).toEqual(byMap(entries));
      }),
    );
  });

  it('are the weights of all words of a text', () => {
    fc.assert(
      fc.property(text, (each) => {
        expect(memoryTerms(each, averageLength.own)).toEqual(termsByMap(each, averageLength.own));
      }),
    );
  });

  it('hold the words of a question in the order in which they came', () => {
    fc.assert(
      fc.property(text, (each) => {
        expect(distinctTermIds(each)).toEqual([...new Set(terms(each).map(termId))]);
      }),
    );
  });
});

describe('words that were chosen for one bucket of a map', () => {
  const words = chosenWords(2000);
  const content = words.join(' ');

  it('are spread over all in a memory', async () => {
    const memory = { content, speaker: null, occurredAt };
    const write = () => withPriors(memoryFields(content, content).own, tenant, memory);
    expect(write().indices.length).toBeGreaterThan(words.length);
    expect(await fullestBucketOf(write)).toBeLessThan(BY_CHANCE);
  });

  it('are spread over all in a question', async () => {
    const ask = () => questionOf(distinctTermIds(content), emptyVocabulary);
    expect(ask().indices).toHaveLength(words.length);
    expect(await fullestBucketOf(ask)).toBeLessThan(BY_CHANCE);
  });

  it('are spread over all in the names of speakers', async () => {
    const speakers = chosenIds(10_000).map((term, dimension) => ({ dimension, terms: [term] }));
    const asked = speakers.slice(5000).flatMap(({ terms: name }) => name);
    expect(await fullestBucketOf(() => namedSpeaker(asked, speakers))).toBeLessThan(BY_CHANCE);
    expect(await fullestBucketOf(() => knownSpeaker(tenant, content))).toBeLessThan(BY_CHANCE);
  });
});
