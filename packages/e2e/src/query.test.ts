import { randomUUID } from 'node:crypto';
import { queryAnswer } from '@hippocamp/shared/schemas/query';
import { calibrated } from '@hippocamp/shared/scoring/score';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { create, createAll, find, foundIds } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectRefused } from './expectations.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const item = (content: string, given: object = {}) => ({ tier: 'episodic', content, ...given });
const query = async (body: object) => {
  const answer = await api.post('/memories/query', body);
  expect(answer.status, answer.text).toBe(200);
  return queryAnswer.strict().parse(answer.body.data);
};

describe('POST /memories/query', () => {
  it('finds a memory at once after each create', async () => {
    for (let number = 1; number <= 20; number += 1) {
      const { id } = await create(api, `Locker ${number}00${number} holds the spare oars.`);
      const found = await find(api, `locker ${number}00${number}`, { k: 1, weights: { semantic: 1 } });
      expect(foundIds(found)).toEqual([id]);
    }
  });

  it('answers whole memories with score and reasons, and echoes the question', async () => {
    const memory = await create(api, 'Ann is allergic to hazelnuts.', { tier: 'semantic', tags: ['health'] });
    const { results, query: echo, ...rest } = await query({ text: 'What is Ann allergic to?', k: 3 });
    expect(echo).toEqual({ text: 'What is Ann allergic to?', k: 3 });
    expect(rest).toEqual({});
    expect(results).toHaveLength(1);
    const { embeddingId: _indexed, recencyScore: _then, ...same } = memory;
    expect(results[0]?.memory).toMatchObject(same);
    expect(Object.keys(results[0] ?? {}).sort()).toEqual(['memory', 'reasons', 'score']);
  });

  it('takes both spellings; text and k win', async () => {
    await createAll(
      api,
      Array.from({ length: 12 }, (_, index) => item(`Tea number ${index}.`)),
    );
    for (const body of [
      { text: 'tea', k: 2 },
      { query: 'tea', limit: 2 },
      { text: 'tea', query: 'coffee', k: 2, limit: 5 },
    ]) {
      const { results, query: echo } = await query(body);
      expect(echo).toEqual({ text: 'tea', k: 2 });
      expect(results).toHaveLength(2);
    }
    expect((await query({ text: 'tea' })).query.k).toBe(10);
    expect((await query({ text: 'tea' })).results).toHaveLength(10);
  });

  it.each<[string, object, string]>([
    ['no text', {}, '/text'],
    ['an empty text', { text: '' }, '/text'],
    ['a text that cannot be seen', { text: ' \u200B\n' }, '/text'],
    ['8,001 code points', { text: '😀'.repeat(8001) }, '/text'],
    ['NUL', { text: 'a\0b' }, '/text'],
    ['k of 0', { text: 'x', k: 0 }, '/k'],
    ['k of 101', { text: 'x', k: 101 }, '/k'],
    ['k of 1.5', { text: 'x', k: 1.5 }, '/k'],
    ['a limit of 101', { text: 'x', limit: 101 }, '/limit'],
    ['a negative weight', { text: 'x', weights: { semantic: -1 } }, '/weights/semantic'],
    ['no weight above 0', { text: 'x', weights: { semantic: 0 } }, '/weights'],
    ['empty weights', { text: 'x', weights: {} }, '/weights'],
    ['a minScore above 1', { text: 'x', minScore: 1.01 }, '/minScore'],
    ['an unknown tier', { text: 'x', tiers: ['semantic', 'x'] }, '/tiers/1'],
    ['65 tags', { text: 'x', tags: Array.from({ length: 65 }, String) }, '/tags'],
    ['metadata beyond 64 KiB', { text: 'x', metadata: { a: 'x'.repeat(65_536) } }, '/metadata/a'],
    ['a condition of 1,025 characters', { text: 'x', metadata: { a: 'x'.repeat(1023) } }, '/metadata/a'],
    ['a condition with a long name', { text: 'x', metadata: { ['n'.repeat(129)]: 1 } }, `/metadata/${'n'.repeat(129)}`],
    [
      '17 conditions',
      { text: 'x', metadata: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [n, n])) },
      '/metadata',
    ],
    ['a long session', { text: 'x', sessionId: 's'.repeat(257) }, '/sessionId'],
    ['no tier', { text: 'x', tiers: [] }, '/tiers'],
    ['a day that does not exist', { text: 'x', asOf: '2025-02-30T00:00:00Z' }, '/asOf'],
    ['a time without a zone', { text: 'x', createdAfter: '2025-02-03T00:00:00' }, '/createdAfter'],
  ])('refuses %s', async (_name, body, path) => expectRefused(await api.post('/memories/query', body), path));

  it('takes 8,000 code points', async () => {
    expect((await query({ text: '😀'.repeat(8000) })).results).toEqual([]);
  });

  it('answers an empty tenant, and a question that nothing reaches, with no results', async () => {
    expect((await query({ text: 'anything' })).results).toEqual([]);
    await create(api, 'The cat sleeps.');
    expect((await query({ text: 'quarterly revenue', weights: { semantic: 1 }, minScore: 0.5 })).results).toEqual([]);
    expect((await query({ text: 'quarterly revenue' })).results).toHaveLength(1);
  });

  it.each(['what is it', 'the', 'to be or not to be', '?!', '😀'])('answers %j, which says nothing', async (text) => {
    await createAll(api, [item('Apples.', { importanceScore: 1 }), item('Pears.', { importanceScore: 0 })]);
    const { results } = await query({ text, weights: { importance: 1 } });
    expect(results.map(({ score }) => score)).toEqual([1, 0]);
    for (const { reasons } of (await query({ text })).results) expect(reasons.recency).toBeGreaterThan(0.99);
  });

  it.each([
    ['Russian', 'Анна живёт в Хельсинки.', 'Хельсинки'],
    ['Greek', 'Η βιβλιοθήκη κλείνει στις οκτώ.', 'βιβλιοθήκη'],
    ['Arabic', 'المكتبة تفتح في الصباح', 'المكتبة'],
    ['Japanese', '東京に引っ越しました', '東京に引っ越しました'],
    ['German', 'Die Straßenbahn fährt zum Bahnhof.', 'Straßenbahn'],
  ])('finds %s by its words', async (_language, content, text) => {
    await createAll(api, [item('Nothing to do with it.'), item('Completely other matters.')]);
    const { id } = await create(api, content);
    const { results } = await query({ text, weights: { semantic: 1 }, explain: true });
    expect(results[0]?.memory.id).toBe(id);
    expect(results[0]?.explain?.own).toBeGreaterThan(0);
  });

  it('explains when asked to', async () => {
    await createAll(api, [item('A heron stands in the pond.'), item('The pond is frozen.')]);
    const { results, explain } = await query({ text: 'heron pond', explain: true, weights: { semantic: 2 } });
    expect(explain?.weights).toEqual({ semantic: 1, recency: 0, importance: 0 });
    expect(explain?.rounds).toBe(1);
    expect(Object.keys(explain?.milliseconds ?? {}).length).toBeGreaterThan(0);
    const alpha = explain?.alpha ?? 0;
    for (const { reasons, explain: parts } of results) {
      if (!parts) throw new Error('a result is not explained');
      expect(parts.lexical).toBeCloseTo((parts.own + parts.context) / 2, 6);
      const evidence = alpha * parts.dense + (1 - alpha) * parts.lexical + parts.length + parts.speaker + parts.time;
      const scale = { doubtful: 0.2, clear: 0.6 };
      expect(reasons.semantic).toBeCloseTo(calibrated(evidence, { scale, namesSpeaker: false }), 5);
    }
  });
});

describe('the filters of a query', () => {
  const owner = randomUUID();
  const artifact = randomUUID();
  const day = (number: number) => `2026-01-0${number}T00:00:00.000Z`;

  const seed = () =>
    createAll(api, [
      item('one fish', { tier: 'semantic', tags: ['a', 'b'], metadata: { sessionId: 's1', n: 1 }, occurredAt: day(1) }),
      item('two fish', { tags: ['b', 'c'], ownerEntityId: owner, metadata: { sessionId: 's2' }, occurredAt: day(2) }),
      item('red fish', { tier: 'short_term', sourceArtifactId: artifact, metadata: { n: 1 }, occurredAt: day(3) }),
    ]);

  it.each<[string, object, string[]]>([
    ['one tier', { tiers: ['semantic'] }, ['one fish']],
    ['two tiers', { tiers: ['semantic', 'short_term'] }, ['one fish', 'red fish']],
    ['any tag', { tags: ['a', 'c'] }, ['one fish', 'two fish']],
    ['all tags', { tagsAll: ['b', 'c'] }, ['two fish']],
    ['all tags, one of them unknown', { tagsAll: ['b', 'x'] }, []],
    ['both kinds of tags', { tags: ['a'], tagsAll: ['b'] }, ['one fish']],
    ['owner', { ownerEntityId: owner }, ['two fish']],
    ['artifact', { sourceArtifactId: artifact }, ['red fish']],
    ['session', { sessionId: 's1' }, ['one fish']],
    ['metadata', { metadata: { n: 1 } }, ['one fish', 'red fish']],
    ['all together', { tiers: ['semantic'], tags: ['a'], metadata: { n: 1 }, sessionId: 's1' }, ['one fish']],
    ['together, though none passes all', { tiers: ['semantic'], ownerEntityId: owner }, []],
    ['asOf', { asOf: day(2) }, ['one fish', 'two fish']],
    ['asOf before everything', { asOf: '2025-12-31T00:00:00Z' }, []],
    ['a minScore', { weights: { semantic: 1 }, minScore: 0.999 }, []],
  ])('%s', async (_name, filter, expected) => {
    await seed();
    const { results } = await query({ text: 'fish', ...filter });
    expect(results.map(({ memory }) => memory.content).sort()).toEqual(expected);
  });

  it('createdAfter is inclusive, createdBefore exclusive', async () => {
    const early = await create(api, 'early fish');
    const late = await create(api, 'late fish');
    const contents = async (filter: object) =>
      (await query({ text: 'fish', ...filter })).results.map(({ memory }) => memory.content).sort();
    expect(await contents({ createdAfter: late.createdAt })).toEqual(['late fish']);
    expect(await contents({ createdBefore: late.createdAt })).toEqual(['early fish']);
    expect(await contents({ createdAfter: early.createdAt, createdBefore: late.createdAt })).toEqual(['early fish']);
    expect(await contents({ createdAfter: early.createdAt })).toEqual(['early fish', 'late fish']);
  });

  it('minScore lets its own value pass', async () => {
    await createAll(api, [item('half', { importanceScore: 0.5 }), item('less', { importanceScore: 0.25 })]);
    const { results } = await query({ text: 'x', weights: { importance: 1 }, minScore: 0.5 });
    expect(results.map(({ memory }) => memory.content)).toEqual(['half']);
  });
});
