import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tierNames } from '../schemas/common.js';
import { dot, emptyVocabulary, memoryFields, questionTerms, type Vocabulary } from './lexical.js';
import { halfLife, recency } from './recency.js';
import { normaliseWeights, type Parts, type Scorer, score } from './score.js';

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const parts = fc.record({
  dense: fc.double({ min: -1, max: 1, noNaN: true }),
  own: unit,
  context: unit,
  recency: unit,
  importance: unit,
});
const positive = fc.double({ min: 0, max: 1e300, noNaN: true });
const weights = fc
  .record({ semantic: positive, recency: positive, importance: positive })
  .filter(({ semantic, recency: recent, importance }) => semantic + recent + importance > 0);
const scorerOf = (given: { semantic: number; recency: number; importance: number }, alpha: number): Scorer => ({
  weights: normaliseWeights(given),
  lo: 0.1,
  hi: 0.6,
  alpha,
});
const runs = { seed: 20_260_304, numRuns: 2000 };

describe('the score', () => {
  it('lies in 0..1 for any parts and weights', () => {
    fc.assert(
      fc.property(parts, weights, unit, (given, asked, alpha) => {
        const value = score(given, scorerOf(asked, alpha));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }),
      runs,
    );
  });

  it('never falls when a part rises', () => {
    fc.assert(
      fc.property(
        parts,
        weights,
        unit,
        fc.constantFrom<keyof Parts>('dense', 'own', 'context', 'recency', 'importance'),
        unit,
        (given, asked, alpha, part, rise) => {
          const scorer = scorerOf(asked, alpha);
          const raised = { ...given, [part]: Math.min(1, given[part] + rise) };
          expect(score(raised, scorer)).toBeGreaterThanOrEqual(score(given, scorer) - 1e-12);
        },
      ),
      runs,
    );
  });

  it('counts a weight left out as nothing, and all left out as the defaults', () => {
    expect(normaliseWeights({ recency: 2 })).toEqual({ semantic: 0, recency: 1, importance: 0 });
    const { semantic, recency: recent, importance } = normaliseWeights(undefined);
    expect([semantic, recent, importance].map((weight) => Math.round(weight * 10) / 10)).toEqual([0.6, 0.2, 0.2]);
  });
});

describe('recency', () => {
  const now = new Date('2026-03-01T00:00:00Z');

  it.each(tierNames)('halves in the half-life of %s', (tier) => {
    expect(recency(tier, now, now)).toBe(1);
    expect(recency(tier, new Date(now.getTime() - halfLife[tier]), now)).toBeCloseTo(0.5, 12);
  });

  it('is 1 for a time to come', () => {
    expect(recency('semantic', new Date(now.getTime() + 3_600_000), now)).toBe(1);
  });

  it('decays by 0.995 an hour for episodes', () => {
    expect(recency('episodic', new Date(now.getTime() - 3_600_000), now)).toBeCloseTo(0.995, 4);
  });
});

describe('words', () => {
  const vocabulary: Vocabulary = { version: 1, memories: 1000, frequencies: new Map() };
  const own = (question: string, memory: string) =>
    dot(questionTerms(question, vocabulary), memoryFields(memory, null).own);

  it('score in 0..1, and higher the more of the question a memory says', () => {
    const question = 'When does the kiosk open?';
    const both = own(question, 'The kiosk opens in April.');
    const one = own(question, 'The kiosk is blue.');
    expect(both).toBeGreaterThan(one);
    expect(one).toBeGreaterThan(0);
    expect(own(question, 'Nothing of the sort.')).toBe(0);
  });

  it('never leave 0..1', () => {
    const words = fc.array(fc.constantFrom('tea', 'kiosk', 'ferry', 'blue', 'april', 'museum'), { maxLength: 60 });
    fc.assert(
      fc.property(words, words, (question, memory) => {
        const value = own(question.join(' '), memory.join(' '));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }),
      runs,
    );
  });

  it('that are rare for the tenant weigh more', () => {
    const common = new Map([...questionTerms('tea', emptyVocabulary).indices].map((id): [number, number] => [id, 900]));
    const known: Vocabulary = { version: 1, memories: 1000, frequencies: common };
    const [tea, kiosk] = ['I like tea.', 'I like the kiosk.'].map((memory) =>
      dot(questionTerms('tea kiosk', known), memoryFields(memory, null).own),
    );
    expect(kiosk).toBeGreaterThan(tea ?? 1);
  });
});
