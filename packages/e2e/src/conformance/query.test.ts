import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createApi } from '../client.js';
import { dataOf, expectMember, idOf, type Row } from './answers.js';
import { share, tierNames } from './kinds.js';
import { memory } from './resources.js';

const api = createApi(inject('gatewayUrl'));
const text = 'Who tends the bees?';
const owner = randomUUID();
const artifact = randomUUID();
const kept = [
  { tier: 'semantic', content: 'Runa tends the bees.', tags: ['bees'], importanceScore: 0.2 },
  { tier: 'episodic', content: 'Runa bought three hives.', ownerEntityId: owner, importanceScore: 1 },
  { tier: 'short_term', content: 'The kettle is on.', sourceArtifactId: artifact, importanceScore: 0.4 },
];

let ids: string[];
let between: string;
beforeAll(async () => {
  ids = [];
  for (const given of kept) {
    ids.push(await idOf(api, '/memories', given));
  }
  between = dataOf(await api.get(`/memories/${ids[1]}`)).createdAt;
});

const query = async (given: object = {}) => dataOf(await api.post('/memories/query', { text, ...given }));
const found = async (given: object) => {
  const { results } = await query({ k: 100, ...given });
  return results.map((result: { memory: { id: string } }) => ids.indexOf(result.memory.id)).sort();
};

describe('4.2 POST /memories/query: request body', () => {
  const send = (member: string) => (value: unknown) => api.post('/memories/query', { text, [member]: value });

  it.each<Row>([
    ['text', [text], ['', 5, undefined]],
    ['k', [1, 10, 100], [0, 101, 1.5, '3']],
    ['ownerEntityId', [owner], ['runa', 5]],
    ['tiers', [['semantic'], tierNames], ['semantic', ['long_term']]],
    ['tags', [['bees']], ['bees', [5]]],
    ['sourceArtifactId', [artifact], ['letter', 5]],
    ['createdAfter', ['2026-01-02T03:04:05Z'], ['yesterday', 5]],
    ['createdBefore', ['2030-01-02T03:04:05.000Z'], ['tomorrow', 5]],
    [
      'weights',
      [{ semantic: 1, recency: 2, importance: 3 }, { recency: 0.5 }],
      ['x', { semantic: 'x' }, { recency: -1 }],
    ],
    ['minScore', [0, 0.5, 1], [-0.1, 1.1, 'x']],
    ['minRelevance', [0, 0.5, 1], [-0.1, 1.1, 'x']],
  ])('%s', (member, taken, refused) => expectMember(send(member), [`/${member}`, taken, refused]));

  it.each<[string, () => object, number[]]>([
    ['ownerEntityId', () => ({ ownerEntityId: owner }), [1]],
    ['tiers', () => ({ tiers: ['semantic', 'short_term'] }), [0, 2]],
    ['tags', () => ({ tags: ['bees', 'none'] }), [0]],
    ['sourceArtifactId', () => ({ sourceArtifactId: artifact }), [2]],
    ['createdAfter', () => ({ createdAfter: between }), [1, 2]],
    ['createdBefore', () => ({ createdBefore: between }), [0]],
    ['nothing', () => ({}), [0, 1, 2]],
  ])('%s filters', async (_name, given, places) => expect(await found(given())).toEqual(places));

  it('k is the number of results', async () => expect((await query({ k: 2 })).results).toHaveLength(2));

  it('k is 10 by default', async () => expect((await query()).query.k).toBe(10));

  it('text and k win over query and limit', async () => {
    const { query: echo } = await query({ k: 2, query: 'Who sails?', limit: 3 });
    expect(echo).toMatchObject({ text, k: 2 });
  });

  it('minScore leaves out what scores less', async () => {
    const { results } = await query();
    const minScore = results[1].score - 1e-6;
    expect((await query({ minScore })).results).toHaveLength(2);
  });

  it('another example names them query and limit', async () => {
    const { results, query: echo } = dataOf(await api.post('/memories/query', { query: text, limit: 1 }));
    expect(results).toHaveLength(1);
    expect(echo).toMatchObject({ text, k: 1 });
  });
});

describe('4.2 POST /memories/query: response', () => {
  it('results hold a Memory each', async () => {
    const { results } = await query();
    expect(results).toHaveLength(3);
    for (const result of results) expect(result.memory).toMatchObject(memory);
  });

  it('score is a number, highest first', async () => {
    const scores: number[] = (await query()).results.map(({ score }: { score: number }) => score);
    expect(scores).toEqual([share, share, share]);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
  });

  it.each(['semantic', 'recency', 'importance'])('reasons.%s', async (reason) => {
    for (const { reasons } of (await query()).results) expect(reasons[reason]).toEqual(share);
  });

  it('query echoes text and k', async () => expect((await query({ k: 3 })).query).toMatchObject({ text, k: 3 }));

  it.each(['semantic', 'recency', 'importance'])('a weight of %s alone makes it the score', async (weight) => {
    for (const { score, reasons } of (await query({ weights: { [weight]: 2 } })).results) {
      expect(score).toBeCloseTo(reasons[weight], 6);
    }
  });

  it('the score is the weighted sum of the reasons, recency and importance as far as it is relevant', async () => {
    for (const { score, reasons } of (await query({ weights: { semantic: 5, recency: 3, importance: 2 } })).results) {
      const relevant = Math.min(1, reasons.semantic / 0.7);
      const lifted = relevant * (0.3 * reasons.recency + 0.2 * reasons.importance);
      expect(score).toBeCloseTo(0.5 * reasons.semantic + lifted, 6);
    }
  });

  it('the score is the plain sum where meaning has no weight', async () => {
    for (const { score, reasons } of (await query({ weights: { recency: 3, importance: 1 } })).results) {
      expect(score).toBeCloseTo(0.75 * reasons.recency + 0.25 * reasons.importance, 6);
    }
  });

  it('minRelevance compares with the semantic reason', async () => {
    const [best, second] = (await query({ weights: { semantic: 1 } })).results;
    const { results } = await query({ minRelevance: (best.reasons.semantic + second.reasons.semantic) / 2 });
    expect(results.map(({ memory }: { memory: { id: string } }) => memory.id)).toEqual([best.memory.id]);
  });
});

describe('1 What the service does: hybrid query', () => {
  it('scores by semantic similarity', async () => {
    expect((await query({ weights: { semantic: 1 } })).results[0].memory.id).toBe(ids[0]);
  });

  it('scores by recency', async () => {
    const { results } = await query({ weights: { recency: 1 } });
    const scores = results.map(({ memory: { recencyScore } }: { memory: { recencyScore: number } }) => recencyScore);
    expect(scores).toEqual([...scores].sort().reverse());
  });

  it('scores by importance', async () => {
    const { results } = await query({ weights: { importance: 1 } });
    const order = results.map((result: { memory: { id: string } }) => ids.indexOf(result.memory.id));
    expect(order).toEqual([1, 2, 0]);
  });
});
