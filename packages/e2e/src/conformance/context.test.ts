import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createApi } from '../client.js';
import { dataOf, expectMember, idOf, type Row } from './answers.js';
import { integer, number, rowsOf, string, tier, tierNames, uuid } from './kinds.js';

const api = createApi(inject('gatewayUrl'));
const currentInput = 'What may Runa eat?';
const user = randomUUID();
const kept = [
  { tier: 'semantic', content: 'Runa is allergic to hazelnuts.', tags: ['food'] },
  { tier: 'semantic', content: 'Runa cannot eat shellfish.', tags: ['food'] },
  { tier: 'episodic', content: 'Runa baked a cake on Sunday.', ownerEntityId: user },
  { tier: 'short_term', content: 'Runa is eating an apple.' },
];

beforeAll(async () => {
  for (const given of kept) await idOf(api, '/memories', given);
});

const build = async (given: object = {}) => dataOf(await api.post('/context/build', { currentInput, ...given }));
const contentsOf = ({ rawMemories }: { rawMemories: { memory: { content: string } }[] }) =>
  rawMemories.map(({ memory }) => memory.content).sort();
const sourcesOf = ({ messages }: { messages: { metadata: { source: string } }[] }) =>
  messages.map(({ metadata }) => metadata.source);

describe('4.3 POST /context/build: request body', () => {
  const send = (member: string) => (value: unknown) => api.post('/context/build', { currentInput, [member]: value });

  it.each<Row>([
    ['agentEntityId', [randomUUID(), undefined], ['agent', 5]],
    ['userEntityId', [user, undefined], ['runa', 5]],
    ['goal', ['Plan a dinner.', undefined], [5]],
    ['currentInput', [currentInput], ['', 5, undefined]],
    ['maxTokens', [16, 4000, 200_000, undefined], [0, -5, 1.5, 'x', 200_001]],
    ['strategy', [{}, undefined], ['x', 5]],
  ])('%s', (member, taken, refused) => expectMember(send(member), [`/${member}`, taken, refused]));

  it.each<Row>([
    ['tiers', [['semantic'], tierNames], ['semantic', ['long_term']]],
    ['perTierCaps', [{ short_term: 1, episodic: 0, semantic: 2 }, {}], ['x', { semantic: 'x' }, { episodic: -1 }]],
    ['weights', [{ semantic: 1, recency: 0, importance: 0.5 }], ['x', { semantic: 'x' }]],
    ['tags', [['food']], ['food', [5]]],
    ['topics', [['cakes', 'allergies']], ['cakes', [5]]],
    ['includeSystemPrompt', [true, false], ['yes', 1]],
  ])('strategy.%s', (member, taken, refused) => {
    const sendStrategy = (value: unknown) => send('strategy')({ [member]: value });
    return expectMember(sendStrategy, [`/strategy/${member}`, taken, refused]);
  });
});

describe('4.3 POST /context/build: strategy', () => {
  it('tiers restricts', async () => {
    expect(contentsOf(await build({ strategy: { tiers: ['episodic'] } }))).toEqual([kept[2]?.content]);
  });

  it.each(tierNames)('perTierCaps.%s caps', async (name) => {
    const { rawMemories } = await build({ strategy: { perTierCaps: { [name]: 0 } } });
    expect(rawMemories.length).toBeGreaterThan(0);
    expect(rawMemories.filter(({ tier: of }: { tier: string }) => of === name)).toEqual([]);
  });

  it('perTierCaps caps to a number', async () => {
    const answer = await build({ strategy: { tiers: ['semantic'], perTierCaps: { semantic: 1 } } });
    expect(answer.rawMemories).toHaveLength(1);
    expect(answer.metadata).toMatchObject({ memoriesIncluded: 1, memoriesQueried: 2 });
  });

  it('weights order what is capped', async () => {
    const weighty = { tier: 'semantic', content: 'Runa mends nets.', importanceScore: 1 };
    const heavy = await idOf(api, '/memories', weighty);
    const strategy = { tiers: ['semantic'], perTierCaps: { semantic: 1 }, weights: { importance: 1 } };
    const { rawMemories } = await build({ strategy });
    expect(rawMemories).toMatchObject([{ memory: { id: heavy } }]);
    await api.delete(`/memories/${heavy}`);
  });

  it('goal stands in the system prompt', async () => {
    expect((await build({ goal: 'Plan a dinner.' })).messages[0].content).toContain('Plan a dinner.');
  });

  it('tags restricts', async () => {
    expect(contentsOf(await build({ strategy: { tags: ['food'] } }))).toEqual([kept[1]?.content, kept[0]?.content]);
  });

  it('includeSystemPrompt false leaves the system prompt out', async () => {
    expect(sourcesOf(await build({ strategy: { includeSystemPrompt: false } }))).toEqual(['memory', 'current_input']);
  });

  it('userEntityId leaves out what others own', async () => {
    expect(contentsOf(await build({ userEntityId: user }))).toContain(kept[2]?.content);
    expect(contentsOf(await build({ userEntityId: randomUUID() }))).not.toContain(kept[2]?.content);
  });
});

describe('4.3 POST /context/build: response', () => {
  it('messages come in the order shown', async () => {
    expect(sourcesOf(await build())).toEqual(['system_prompt', 'memory', 'current_input']);
  });

  it('the user message is the current input', async () => {
    expect((await build()).messages.at(-1)).toMatchObject({ role: 'user', content: currentInput });
  });

  it.each(rowsOf({ 'memory.id': uuid, 'memory.content': string, 'memory.tier': tier, score: number, tier }))(
    'rawMemories: %s',
    async (path, kind) => {
      const { rawMemories } = await build();
      expect(rawMemories.length).toBeGreaterThan(0);
      for (const raw of rawMemories) expect(raw).toHaveProperty(path, kind);
    },
  );

  it.each(['totalTokensEstimated', 'memoriesIncluded', 'memoriesQueried'])('metadata.%s', async (member) => {
    expect((await build()).metadata[member]).toEqual(integer);
  });

  it('metadata.tiersQueried', async () => {
    expect((await build()).metadata.tiersQueried.sort()).toEqual([...tierNames].sort());
    expect((await build({ strategy: { tiers: ['semantic'] } })).metadata.tiersQueried).toEqual(['semantic']);
  });

  it.each([40, 60, 100, 4000])('is sized to a budget of %i tokens', async (maxTokens) => {
    const { metadata, rawMemories } = await build({ maxTokens });
    expect(metadata.totalTokensEstimated).toBeLessThanOrEqual(maxTokens);
    expect(metadata.memoriesIncluded).toBe(rawMemories.length);
  });
});

describe('2.4 Context message: fields', () => {
  it('role', async () => {
    const { messages } = await build();
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'system', 'user']);
  });

  it('content', async () => {
    for (const message of (await build()).messages) expect(message.content).toEqual(string);
  });

  it('metadata.source', async () => {
    for (const source of sourcesOf(await build()))
      expect(['system_prompt', 'memory', 'current_input']).toContain(source);
  });

  it('metadata.memoryIds on the memory message', async () => {
    const { messages, rawMemories } = await build();
    const ids = rawMemories.map(({ memory: { id } }: { memory: { id: string } }) => id);
    expect(messages[1].metadata.memoryIds).toEqual(ids);
    expect(ids[0]).toEqual(uuid);
  });

  it('the memory message begins with a heading line for relevant memory context', async () => {
    expect((await build()).messages[1].content.split('\n')[0]).toMatch(/relevant memory context/i);
  });
});
