import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tierNames } from '../schemas/common.js';
import { dot } from '../text/terms.js';
import { emptyVocabulary, memoryFields, questionTerms, type Vocabulary } from './lexical.js';
import {
  calibrated,
  cosineOfWords,
  evidence,
  halfLife,
  lexicalEvidence,
  normaliseWeights,
  type Parts,
  recency,
  relevance,
  type Scorer,
  score,
  understood,
  wordsAlone,
} from './score.js';

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const parts = fc.record({
  dense: fc.double({ min: -1, max: 1, noNaN: true }),
  own: unit,
  context: unit,
  recency: unit,
  importance: unit,
  session: unit,
});
const positive = fc.double({ min: 0, max: 1e300, noNaN: true });
const weights = fc
  .record({ semantic: positive, recency: positive, importance: positive })
  .filter(({ semantic, recency: recent, importance }) => semantic + recent + importance > 0);
const scorerOf = (given: Partial<Scorer['weights']> | undefined, alpha: number, namesSpeaker = false): Scorer => ({
  weights: normaliseWeights(given),
  lo: 0.1,
  hi: 0.6,
  alpha,
  scale: wordsAlone,
  namesSpeaker,
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
        fc.constantFrom<Exclude<keyof Parts, 'most' | 'ofAssistant'>>(
          'dense',
          'own',
          'context',
          'recency',
          'importance',
          'session',
        ),
        fc.record({ rise: unit, named: fc.boolean() }),
        (given, asked, alpha, part, { rise, named }) => {
          const scorer = scorerOf(asked, alpha, named);
          const raised = { ...given, [part]: Math.min(1, given[part] + rise) };
          expect(score(raised, scorer)).toBeGreaterThanOrEqual(score(given, scorer) - 1e-12);
        },
      ),
      runs,
    );
  });

  it('counts what an assistant told for less, unless the question names it', () => {
    fc.assert(
      fc.property(parts, weights, unit, (given, asked, alpha) => {
        const scorer = scorerOf(asked, alpha);
        const told = { ...given, ofAssistant: true };
        expect(relevance(told, scorer)).toBeCloseTo(0.7 * relevance(given, scorer), 9);
        expect(score(told, { ...scorer, namesAssistant: true })).toBe(score(given, scorer));
      }),
      runs,
    );
  });

  it('judges a memory without a vector by its words alone, on the scale of those with one', () => {
    fc.assert(
      fc.property(unit, unit, unit, (own, context, alpha) => {
        const scorer = scorerOf(undefined, alpha);
        const dense = cosineOfWords({ own, context }, scorer);
        expect(evidence({ dense, own, context }, scorer)).toBeCloseTo(lexicalEvidence({ own, context }), 9);
      }),
      runs,
    );
  });

  it('lets recency and importance lift what is relevant, and nothing else', () => {
    const scorer = scorerOf(undefined, 0);
    const nothing = { dense: -1, own: 0, context: 0, recency: 1, importance: 1, session: 0 };
    expect(score(nothing, scorer)).toBe(0);
    const old = { ...nothing, own: 1.5, context: 1.5, recency: 0, importance: 0 };
    expect(score({ ...old, recency: 1, importance: 1 }, scorer) - score(old, scorer)).toBeCloseTo(0.4, 9);
    expect(score(nothing, scorerOf({ recency: 1 }, 0))).toBe(1);
  });

  it('puts what is doubtful near 0 and what is clear near 1, whether or not the question names a speaker', () => {
    const shifts = [0, 0.16];
    for (const [place, namesSpeaker] of [false, true].entries()) {
      const at = (value: number) => calibrated(value + (shifts[place] ?? 0), { scale: wordsAlone, namesSpeaker });
      expect(at(wordsAlone.doubtful)).toBeCloseTo(0.1, 9);
      expect(at(wordsAlone.clear)).toBeCloseTo(0.9, 9);
    }
    expect(calibrated(0, { scale: wordsAlone, namesSpeaker: true })).toBe(0);
  });

  it('counts a weight left out as nothing, and all left out as the defaults', () => {
    expect(normaliseWeights({ recency: 2 })).toEqual({ semantic: 0, recency: 1, importance: 0 });
    const { semantic, recency: recent, importance } = normaliseWeights(undefined);
    expect([semantic, recent, importance].map((weight) => Math.round(weight * 10) / 10)).toEqual([0.6, 0.2, 0.2]);
  });
});

describe('a question that its embedder understands in part', () => {
  const model = { alpha: 0.4, scale: { doubtful: 0.3, clear: 0.7 } };

  it('counts by words alone where it is understood not at all, and as any where it is fully', () => {
    expect(understood(0, model)).toEqual({ alpha: 0, scale: wordsAlone });
    expect(understood(1, model)).toEqual(model);
  });

  it('lies between otherwise', () => {
    const { alpha, scale } = understood(0.5, model);
    expect(alpha).toBeCloseTo(0.2, 9);
    expect(scale.doubtful).toBeCloseTo(0.25, 9);
    expect(scale.clear).toBeCloseTo(0.65, 9);
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
  const vocabulary: Vocabulary = { version: 1, memories: 1000, frequencies: new Map(), speakers: [] };
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
    const known: Vocabulary = { version: 1, memories: 1000, frequencies: common, speakers: [] };
    const [tea, kiosk] = ['I like tea.', 'I like the kiosk.'].map((memory) =>
      dot(questionTerms('tea kiosk', known), memoryFields(memory, null).own),
    );
    expect(kiosk).toBeGreaterThan(tea ?? 1);
  });
});
