import { tierNames } from '@hippocamp/shared/schemas/common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, type SelectionRequest, select } from './select.js';

const candidate = (id: string, given: Partial<Candidate> = {}): Candidate => ({
  id,
  tier: 'semantic',
  score: 0.5,
  relevance: given.score ?? 0.5,
  semantic: given.score ?? 0.5,
  tokens: 10,
  ...given,
});
const request = (given: Partial<SelectionRequest> = {}): SelectionRequest => ({
  caps: { semantic: 10, episodic: 10, short_term: 10 },
  budget: 1000,
  likeness: () => 0,
  repeats: () => false,
  ...given,
});
const idsOf = (candidates: readonly Candidate[]) => candidates.map(({ id }) => id);

describe('the selection', () => {
  it('takes the best first', async () => {
    const given = [candidate('a', { score: 0.2 }), candidate('b', { score: 0.9 }), candidate('c', { score: 0.4 })];
    expect(idsOf((await select(given, request())).chosen)).toEqual(['b', 'c', 'a']);
  });

  it('prefers what is new to what is like what it has', async () => {
    const given = [candidate('a', { score: 0.9 }), candidate('a2', { score: 0.85 }), candidate('b', { score: 0.7 })];
    const likeness: SelectionRequest['likeness'] = (first, second) => (first.id[0] === second.id[0] ? 0.95 : 0);
    const caps = { semantic: 2, episodic: 0, short_term: 0 };
    expect(idsOf((await select(given, request({ likeness, caps }))).chosen)).toEqual(['a', 'b']);
  });

  it('prefers what was asked for to what is merely unlike it, however short', async () => {
    const asked = [
      candidate('a1', { score: 0.54, relevance: 0.24 }),
      candidate('a2', { score: 0.43, relevance: 0.13 }),
    ];
    const filler = ['b', 'c', 'd'].map((id) => candidate(id, { score: 0.3, relevance: 0, tokens: 4 }));
    const likeness: SelectionRequest['likeness'] = (first, second) => (first.id[0] === second.id[0] ? 1 : 0);
    expect(idsOf((await select([...filler, ...asked], request({ likeness, budget: 21 }))).chosen)).toEqual([
      'a1',
      'a2',
    ]);
  });

  it('says the same thing once', async () => {
    const given = [candidate('a', { score: 0.9 }), candidate('b', { score: 0.8 })];
    const { chosen, left } = await select(given, request({ repeats: () => true }));
    expect(idsOf(chosen)).toEqual(['a']);
    expect(left).toEqual([{ candidate: given[1], reason: 'repeats', repeats: 'a' }]);
  });

  it('looks at length only where not all fit', async () => {
    const given = [candidate('long', { score: 0.9, tokens: 90 }), candidate('short', { score: 0.8, tokens: 10 })];
    expect(idsOf((await select(given, request({ budget: 100 }))).chosen)).toEqual(['long', 'short']);
    expect(idsOf((await select(given, request({ budget: 95 }))).chosen)).toEqual(['short']);
  });

  it('fills what a long one leaves', async () => {
    const given = [candidate('huge', { score: 1, tokens: 5000 }), candidate('small', { score: 0.1 })];
    const { chosen, left } = await select(given, request({ budget: 100 }));
    expect(idsOf(chosen)).toEqual(['small']);
    expect(left.map(({ reason }) => reason)).toEqual(['token_budget']);
  });

  it('lets others run while it compares many', async () => {
    const given = Array.from({ length: 40 }, (_, index) => candidate(`a${index}`, { score: index / 100 }));
    const likeness = () => {
      const until = performance.now() + 0.2;
      while (performance.now() < until);
      return 0;
    };
    let turns = 0;
    let open = true;
    const turn = () => {
      turns += 1;
      if (open) setImmediate(turn);
    };
    setImmediate(turn);
    const caps = { semantic: 40, episodic: 0, short_term: 0 };
    expect((await select(given, request({ caps, likeness }))).chosen).toHaveLength(40);
    open = false;
    expect(turns).toBeGreaterThan(5);
  });
});

const anyCandidates = fc.uniqueArray(
  fc
    .record({
      id: fc.uuid(),
      tier: fc.constantFrom(...tierNames),
      score: fc.double({ min: 0, max: 1, noNaN: true }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      tokens: fc.integer({ min: 1, max: 400 }),
    })
    .map(({ share, ...rest }): Candidate => ({ ...rest, relevance: share * rest.score, semantic: share })),
  { selector: ({ id }) => id, maxLength: 60 },
);
const cap = fc.nat({ max: 12 });
const anyRequest = fc
  .record({
    caps: fc.record({ semantic: cap, episodic: cap, short_term: cap }),
    budget: fc.nat({ max: 4000 }),
    /** Candidates with the same first digit of the id, modulo this, are alike. */
    alike: fc.integer({ min: 1, max: 16 }),
  })
  .map(({ alike, ...rest }): SelectionRequest => {
    const group = ({ id }: Candidate) => Number.parseInt(id[0] ?? '0', 16) % alike;
    return {
      ...rest,
      likeness: (first, second) => (group(first) === group(second) ? 0.9 : 0.1),
      repeats: (first, second) => first.id.slice(0, 1) === second.id.slice(0, 1) && first.id[1] === second.id[1],
    };
  });

describe('any selection', () => {
  const holds = (check: (candidates: Candidate[], asked: SelectionRequest) => Promise<void>) =>
    fc.assert(fc.asyncProperty(anyCandidates, anyRequest, check), { seed: 20_260_410, numRuns: 500 });

  it('stays within the budget and the caps, and loses nobody', async () => {
    await holds(async (candidates, asked) => {
      const { chosen, left } = await select(candidates, asked);
      expect(chosen.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(asked.budget);
      for (const tier of tierNames) {
        expect(chosen.filter((each) => each.tier === tier).length).toBeLessThanOrEqual(asked.caps[tier]);
      }
      const all = [...idsOf(chosen), ...left.map((each) => each.candidate.id)];
      expect(all.toSorted()).toEqual(idsOf(candidates).toSorted());
    });
  });

  it('is the same whatever the order of the candidates', async () => {
    await holds(async (candidates, asked) => {
      const { chosen } = await select(candidates, asked);
      expect((await select(candidates.toReversed(), asked)).chosen).toEqual(chosen);
    });
  });

  it('leaves out for the budget only what did not fit any more', async () => {
    await holds(async (candidates, asked) => {
      const { chosen, left } = await select(candidates, asked);
      const spent = chosen.reduce((sum, { tokens }) => sum + tokens, 0);
      for (const { candidate: dropped, reason } of left) {
        if (reason === 'token_budget') expect(dropped.tokens).toBeGreaterThan(asked.budget - spent);
      }
    });
  });

  it('stays the same with any bigger budget once all fit', async () => {
    await holds(async (candidates, asked) => {
      const enough = { ...asked, budget: 400 * 60 };
      const { chosen } = await select(candidates, enough);
      const needed = chosen.reduce((sum, { tokens }) => sum + tokens, 0);
      expect((await select(candidates, { ...asked, budget: needed })).chosen).toEqual(chosen);
    });
  });
});
