/** @module-tag long */
import type { QueryAnswer } from '@hippocamp/shared/schemas/query';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { create, createAll, find, foundIds, settledWords } from './actions.js';
import { type Api, createApi } from './client.js';
import { useOwnServices } from './own-service.js';
import { createRandom, type Random } from './random.js';
import { waitUntil } from './wait-until.js';

const SEED = 20_260_301;

type Weights = { semantic: number; recency: number; importance: number };
type Result = QueryAnswer['results'][number];

const nouns = 'harbour lantern bicycle violin orchard glacier teapot compass meadow lighthouse kettle anchor'.split(
  ' ',
);
const verbs = 'repaired painted borrowed carried admired forgot polished sketched'.split(' ');
const names = ['Ann', 'Ben', 'Cem', 'Dora', 'Eli'];

const sentence = (random: Random) =>
  `${random.pick(names)} ${random.pick(verbs)} the ${random.pick(nouns)} near the ${random.pick(nouns)} ${random.whole(1, 99)} times.`;

const memory = (random: Random) => ({
  tier: random.pick(['episodic', 'semantic'] as const),
  content: sentence(random),
  importanceScore: random.whole(0, 20) / 20,
  occurredAt: new Date(Date.now() - random.whole(0, 90) * 86_400_000).toISOString(),
});

/** Recency and importance count as far as a memory is relevant, and in full where meaning has no weight. */
const weigh = ({ reasons }: Result, { semantic, recency, importance }: Weights) => {
  const gate = semantic === 0 ? 1 : Math.min(1, reasons.semantic / 0.7);
  const others = recency * reasons.recency + importance * reasons.importance;
  return (semantic * reasons.semantic + gate * others) / (semantic + recency + importance);
};

const allWeights: Weights[] = [
  { semantic: 0.6, recency: 0.2, importance: 0.2 },
  { semantic: 1, recency: 0, importance: 0 },
  { semantic: 0, recency: 1, importance: 0 },
  { semantic: 0, recency: 0, importance: 5 },
  { semantic: 3, recency: 1, importance: 7 },
];

/** Compares scores rank by rank, since the order of equal scores is open. */
const expectBest = (found: QueryAnswer, all: readonly Result[], weights: Weights, k: number) => {
  const expected = all.map((result) => weigh(result, weights)).sort((first, second) => second - first);
  expect(found.results).toHaveLength(Math.min(k, all.length));
  found.results.forEach((result, rank) => {
    expect(result.score, `rank ${rank}`).toBeCloseTo(expected[rank] ?? -1, 5);
    expect(result.score).toBeCloseTo(weigh(result, weights), 9);
  });
  expect(found).not.toHaveProperty('approximate');
};

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

describe(`the score (seed ${SEED})`, () => {
  it('is the gated sum of reasons that all lie in 0..1, best first', async () => {
    const random = createRandom(SEED);
    await createAll(
      api,
      Array.from({ length: 60 }, () => memory(random)),
    );
    for (const weights of [undefined, ...allWeights]) {
      const { results } = await find(api, 'Who repaired the lantern?', { k: 100, ...(weights ? { weights } : {}) });
      expect(results).toHaveLength(60);
      const scores = results.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((first, second) => second - first));
      for (const result of results) {
        for (const part of Object.values(result.reasons)) {
          expect(part).toBeGreaterThanOrEqual(0);
          expect(part).toBeLessThanOrEqual(1);
        }
        expect(result.reasons.importance).toBe(result.memory.importanceScore);
        expect(result.reasons.recency).toBeCloseTo(result.memory.recencyScore, 6);
        expect(result.score).toBeCloseTo(weigh(result, weights ?? (allWeights[0] as Weights)), 9);
      }
    }
  });

  it('normalises weights, and counts a missing one as 0', async () => {
    await createAll(api, [memory(createRandom(SEED)), memory(createRandom(SEED + 1))]);
    const scores = async (weights: object) =>
      (await find(api, 'lantern', { weights })).results.map(({ score }) => score);
    expect(await scores({ importance: 0.001 })).toEqual(await scores({ importance: 1, semantic: 0, recency: 0 }));
    expect(await scores({ importance: 1e308, semantic: 1e308 })).toEqual(await scores({ importance: 1, semantic: 1 }));
    expect(await scores({ importance: 5e-324 })).toEqual(await scores({ importance: 1 }));
  });
});

describe(`the ranking (seed ${SEED})`, () => {
  const SIZE = 450;
  const GROUPS = 5;

  it(`equals a re-ranking by hand of all ${SIZE} memories, for each weighting and k`, async () => {
    const random = createRandom(SEED);
    const memories = Array.from({ length: SIZE }, (_, index) => ({ ...memory(random), tags: [`g${index % GROUPS}`] }));
    await createAll(api, memories);
    await settledWords(api, 'Who repaired the violin near the lighthouse?');
    for (const question of ['Who repaired the violin near the lighthouse?', 'glacier', 'Dora and the teapot 17']) {
      const groups = Array.from({ length: GROUPS }, (_, group) => find(api, question, { k: 100, tags: [`g${group}`] }));
      const all = (await Promise.all(groups)).flatMap(({ results }) => results);
      expect(new Set(foundIds({ results: all } as QueryAnswer)).size).toBe(SIZE);
      for (const weights of allWeights) {
        for (const k of [1, 10, 100]) expectBest(await find(api, question, { k, weights }), all, weights, k);
      }
    }
  });

  it('keeps to the filter and to minScore', async () => {
    const random = createRandom(SEED + 2);
    await createAll(
      api,
      Array.from({ length: 80 }, () => memory(random)),
    );
    await settledWords(api, 'violin');
    const [weights] = allWeights as [Weights];
    const all = (await find(api, 'violin', { k: 100 })).results;
    const facts = all.filter(({ memory: { tier } }) => tier === 'semantic');
    expectBest(await find(api, 'violin', { k: 10, tiers: ['semantic'] }), facts, weights, 10);
    const bar = ((all[20]?.score ?? 0) + (all[21]?.score ?? 0)) / 2;
    expect((await find(api, 'violin', { k: 100, minScore: bar })).results).toHaveLength(21);
  });
});

describe('short_term memories past their expiry', () => {
  const { start } = useOwnServices();

  it('leave search at once unless they were used, and stay in lists, by id and in stats', async () => {
    const gateway = await start({ SHORT_TERM_EXPIRY_SECONDS: '3' });
    const own = createApi(gateway.url);
    // A busy machine may let the three seconds pass before it is asked for.
    const passing = await waitUntil('it is found while it is fresh', async () => {
      const made = await create(own, 'The kettle is on.', { tier: 'short_term' });
      if (foundIds(await find(own, 'kettle')).join() === made.id) return made;
      await own.delete(`/memories/${made.id}`);
      return null;
    });
    const used = await create(own, 'The kettle is off.', { tier: 'short_term' });
    for (let count = 0; count < 3; count += 1) await own.post(`/memories/${used.id}/access`);
    const lasting = await create(own, 'The kettle is blue.', { tier: 'semantic' });
    const expected = [used.id, lasting.id].sort();
    await waitUntil(
      'the passing one has left',
      async () =>
        foundIds(await find(own, 'kettle'))
          .sort()
          .join() === expected.join(),
    );
    expect((await own.get(`/memories/${passing.id}`)).status).toBe(200);
    expect((await own.get('/memories')).body.data.total).toBe(3);
    expect((await own.get('/memories/stats')).body.data.byTier.short_term).toBe(2);
  });
});

it('tenants do not change each other’s scores', async () => {
  const [first, second] = [createApi(inject('gatewayUrl')), createApi(inject('gatewayUrl'))];
  const things = ['lantern', 'harbour', 'violin', 'orchard', 'kettle', 'compass', 'glacier', 'teapot'];
  const told = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      tier: 'episodic',
      content: `The ${things[index % 8]} stands beside the ${things[(index * 3 + 1) % 8]} in room ${index % 11}.`,
    }));
  const scores = async (api: Api) => {
    const { results } = await find(api, 'Which room has the lantern and the violin?', { k: 100, explain: true });
    return results
      .map(({ memory, reasons, explain }) => ({ id: memory.id, reasons, explain }))
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  };
  await createAll(first, told(40));
  await settledWords(first, 'lantern violin');
  const before = await scores(first);
  await createAll(second, told(300));
  await settledWords(second, 'lantern violin');
  const after = await scores(first);
  expect(after).toHaveLength(40);
  after.forEach(({ id, reasons, explain }, index) => {
    const then = before[index];
    expect(id).toBe(then?.id);
    expect(explain).toEqual(then?.explain);
    expect(reasons.semantic).toBe(then?.reasons.semantic);
    expect(reasons.importance).toBe(then?.reasons.importance);
    expect(reasons.recency).toBeCloseTo(then?.reasons.recency ?? -1, 3);
  });
});
