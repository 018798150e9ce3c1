import fc from 'fast-check';
import { expect, it } from 'vitest';
import { messagesApart } from './messages-apart.js';
import { type Parts, relevance, type Scorer, score } from './score.js';
import { better, type Ranked } from './top-k.js';

const scorer: Scorer = {
  weights: { semantic: 0.6, recency: 0.2, importance: 0.2 },
  ...{ lo: 0, hi: 1, alpha: 1, scale: { doubtful: 0.2, clear: 0.6 }, namesSpeaker: false },
};
const none = { minScore: 0, minRelevance: 0 };

const row = (id: string, dense: number, message: string | null): Ranked => {
  const parts: Parts = { dense, own: 0, context: 0, recency: 0.5, importance: 0.5, session: 0 };
  return { id, parts, score: score(parts, scorer), session: null, message };
};
const order = (rows: readonly Ranked[]) => rows.map(({ id }) => id);

it('lets another message in before the second memory of the same one', () => {
  const rows = [row('first', 0.6, 'a'), row('second', 0.59, 'a'), row('other', 0.58, 'b'), row('alone', 0.3, null)];
  const [first, other, second] = messagesApart(rows, none, scorer);
  expect(order([first, other, second].flatMap((each) => each ?? []))).toEqual(['first', 'other', 'second']);
  expect(score(second?.parts as Parts, scorer)).toBe(second?.score);
  expect(first).toEqual(rows[0]);
});

it('leaves a memory before others where it answers clearly better', () => {
  const rows = [row('first', 0.6, 'a'), row('second', 0.59, 'a'), row('other', 0.3, 'b')];
  expect(order(messagesApart(rows, none, scorer))).toEqual(['first', 'second', 'other']);
});

it('leaves the order where nobody knows the message, and where meaning has no weight', () => {
  const rows = [row('first', 0.6, null), row('second', 0.59, null), row('other', 0.58, null)];
  expect(messagesApart(rows, none, scorer)).toEqual(rows);
  const recent = { ...scorer, weights: { semantic: 0, recency: 1, importance: 0 } };
  expect(messagesApart([row('first', 0.6, 'a'), row('second', 0.6, 'a')], none, recent)[1]?.parts.most).toBeUndefined();
});

it('loses no row, keeps the best of each message, and takes none below what was asked', () => {
  const rows = fc.array(
    fc.record({ dense: fc.double({ min: 0, max: 1, noNaN: true }), message: fc.constantFrom(null, 'a', 'b') }),
  );
  const least = fc.constantFrom(none, { minScore: 0.5, minRelevance: 0 }, { minScore: 0, minRelevance: 0.6 });
  fc.assert(
    fc.property(rows, least, (bare, asked) => {
      const ranked = bare
        .map(({ dense, message }, place) => row(String(place), dense, message))
        .filter(({ score, parts }) => score >= asked.minScore && relevance(parts, scorer) >= asked.minRelevance)
        .sort(better);
      const placed = messagesApart(ranked, asked, scorer);
      expect(order(placed).sort()).toEqual(order(ranked).sort());
      expect(placed).toEqual([...placed].sort(better));
      for (const each of placed) {
        expect(each.score).toBeGreaterThanOrEqual(asked.minScore);
        expect(relevance(each.parts, scorer)).toBeGreaterThanOrEqual(asked.minRelevance - 1e-9);
        const best = ranked.find(({ message }) => message === each.message);
        if (each.message === null || best?.id === each.id)
          expect(each).toEqual(ranked.find(({ id }) => id === each.id));
      }
    }),
    { seed: 20_261_129 },
  );
});
