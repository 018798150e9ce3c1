import { neutral, type Stance } from '@hippocamp/shared/language/claim';
import { describe, expect, it } from 'vitest';
import { minutesAfter, NOON, newMemory, recordOf, sequentialIds } from '../../testing/builders.js';
import { combine, type Judgement, judge, placesShown, type Weighed } from './verdict.js';

const ids = sequentialIds();
const DAY = 24 * 60;

const supporting: Stance = { stance: 'supports', score: 0.95, reason: 'direct_entailment' };
const refuting: Stance = { stance: 'refutes', score: 0.93, reason: 'value_mismatch' };

const row = (stance: Stance, given: Partial<Weighed> & { at?: Date; confidence?: number } = {}): Weighed => {
  const { at = NOON, confidence = 1, ...rest } = given;
  const record = recordOf(newMemory(ids.next(), { createdAt: at, confidence }));
  return { record, relevance: 0.8, stance, valid: true, overtaken: false, ...rest };
};

describe('the verdict on one claim', () => {
  it.each<[string, Weighed[], string, string[]]>([
    ['nothing', [], 'not_enough_info', ['no_evidence']],
    ['what takes no stance', [row(neutral)], 'not_enough_info', ['no_evidence']],
    ['what has nothing to do with it', [row(neutral, { relevance: 0.01 })], 'not_enough_info', ['low_relevance']],
    ['support', [row(neutral), row(supporting)], 'supported', ['direct_entailment']],
    ['contradiction', [row(refuting), row(neutral)], 'refuted', ['value_mismatch']],
    ['weak support', [row({ ...supporting, score: 0.6 })], 'not_enough_info', ['no_evidence']],
    ['both at the same time', [row(supporting), row(refuting)], 'conflicting', ['unresolved_conflict']],
    [
      'support that is a day older',
      [row(supporting, { at: minutesAfter(-DAY) }), row(refuting)],
      'refuted',
      ['value_mismatch', 'superseded'],
    ],
    [
      'contradiction that is a day older',
      [row(supporting), row(refuting, { at: minutesAfter(-DAY) })],
      'supported',
      ['direct_entailment'],
    ],
    ['support that did not hold then', [row(supporting, { valid: false })], 'not_enough_info', ['temporal_mismatch']],
    ['support that was overtaken', [row(supporting, { valid: false, overtaken: true })], 'refuted', ['superseded']],
    [
      'support that was overtaken, and one that holds again',
      [row(supporting, { valid: false, overtaken: true }), row(supporting)],
      'supported',
      ['direct_entailment'],
    ],
  ])('by %s', (_by, rows, verdict, reasons) => {
    const judgement = judge(rows);
    expect([judgement.verdict, judgement.reasons]).toEqual([verdict, reasons]);
    for (const value of [judgement.confidence, judgement.supportScore, judgement.contradictionScore]) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
    }
  });

  it('trusts a doubtful memory less, and still takes its word', () => {
    const doubtful = judge([row(supporting, { confidence: 0.35 })]);
    expect(doubtful.supportScore).toBeLessThan(judge([row(supporting)]).supportScore);
    expect(doubtful.verdict).toBe('supported');
  });

  it('names what it rests on', () => {
    const rows = [row(supporting), row(neutral), row(refuting), row(supporting, { valid: false })];
    expect(judge(rows).rests).toEqual([rows[0]?.record.id, rows[2]?.record.id]);
  });
});

describe('the verdict on a claim of several parts', () => {
  const part = (verdict: Judgement['verdict'], confidence = 0.5): Judgement => ({
    verdict,
    confidence,
    supportScore: verdict === 'supported' ? 0.9 : 0.1,
    contradictionScore: verdict === 'refuted' ? 0.9 : 0.1,
    reasons: ['no_evidence'],
    rests: [],
  });
  it.each<[Judgement['verdict'][], Judgement['verdict']]>([
    [['supported', 'supported'], 'supported'],
    [['supported', 'refuted', 'conflicting'], 'refuted'],
    [['supported', 'conflicting', 'not_enough_info'], 'conflicting'],
    [['supported', 'not_enough_info'], 'not_enough_info'],
  ])('of %j is %s', (verdicts, expected) => {
    expect(combine(verdicts.map((verdict) => part(verdict))).verdict).toBe(expected);
  });

  it('shows of many parts first those that decide', () => {
    const parts = (['supported', 'refuted', 'supported', 'refuted'] as const).map((each) => part(each));
    expect(placesShown(parts, 'refuted', 3)).toEqual([1, 3, 0]);
    expect(placesShown(parts, 'refuted', 4)).toEqual([0, 1, 2, 3]);
  });

  it('is as sure as its least sure part, where all have to hold', () => {
    expect(combine([part('supported', 0.6), part('supported', 0.4)]).confidence).toBe(0.4);
    expect(combine([part('refuted', 0.6), part('supported', 0.4)])).toMatchObject({
      confidence: 0.6,
      supportScore: 0.1,
      contradictionScore: 0.9,
    });
  });
});
