import { createHolding } from '@hippocamp/core/modules/facts/holding';
import type { KnownFact } from '@hippocamp/core/modules/ingest/known-fact';
import { compare } from '@hippocamp/language/compare/compare';
import type { Slot } from '@hippocamp/shared/language/reading';
import { nothingRead } from '@hippocamp/shared/language/reading';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const NOON = new Date('2026-03-01T12:00:00Z');

const slot = fc.record<Slot>({
  subject: fc.constantFrom('mara', 'jonas'),
  attribute: fc.constantFrom('lives_in', 'likes'),
  value: fc.constantFrom('porto', 'tea', 'lisbon'),
  polarity: fc.boolean(),
  single: fc.boolean(),
});
const words = fc.array(fc.constantFrom('boat', 'harbour', 'left', 'the', 'not', 'mara', '.'), { maxLength: 5 });
const statement = fc.record({ words, slots: fc.array(slot, { maxLength: 2 }), negated: fc.boolean() });

const factOf = (
  { words: said, slots, negated }: { words: string[]; slots: Slot[]; negated: boolean },
  id: string,
): KnownFact => ({
  id,
  stems: new Set(said),
  words: said,
  reading: { ...nothingRead, slots, negated },
  hash: said.join(' '),
  content: said.join(' '),
  key: id,
  vector: null,
  speaker: null,
  self: 'self',
  part: null,
  of: 1,
  occurredAt: NOON,
});

const verdictOf = (first: KnownFact, second: KnownFact) => compare({ first, second, likeness: 1 }).verdict;
const isRepeat = (first: KnownFact, second: KnownFact) => ['same', 'repeats'].includes(verdictOf(first, second));

describe('what holds', () => {
  it('is looked through in part, and found as if all of it were', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(
        fc.array(statement, { maxLength: 12 }),
        fc.array(fc.nat(11), { maxLength: 4 }),
        statement,
        (given, gone, asked) => {
          const known = given.map((each, place) => factOf(each, String(place)));
          const removed = new Set(gone.map(String));
          const left = known.filter(({ id }) => !removed.has(id));
          const candidate = factOf(asked, 'candidate');
          const holding = createHolding(known);
          holding.remove([...removed]);
          expect(holding.withHash(candidate.hash)[0]?.id).toBe(left.find(({ hash }) => hash === candidate.hash)?.id);
          const near = holding.near(candidate);
          expect(near.find((fact) => isRepeat(candidate, fact))?.id).toBe(
            left.find((fact) => isRepeat(candidate, fact))?.id,
          );
          const opposed = (facts: readonly KnownFact[]) =>
            facts.filter((fact) => verdictOf(candidate, fact) === 'replaces').map(({ id }) => id);
          expect(opposed(holding.about(candidate.reading))).toEqual(opposed(left));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
