import { randomUUID } from 'node:crypto';
import { contextAnswer } from '@hippocamp/shared/schemas/context';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { create, createAll } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectProblem, expectRefused } from './expectations.js';
import { useOwnServices } from './own-service.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const build = async (body: object, of = api) => {
  const answer = await of.post('/context/build', body);
  expect(answer.status, answer.text).toBe(200);
  return contextAnswer.strict().parse(answer.body.data);
};
const sourcesOf = ({ messages }: Awaited<ReturnType<typeof build>>) => messages.map(({ metadata }) => metadata.source);
const contentsOf = ({ rawMemories }: Awaited<ReturnType<typeof build>>) =>
  rawMemories.map(({ memory }) => memory.content);

const nouns = ['lantern', 'harbour', 'violin', 'orchard', 'kettle', 'compass', 'glacier', 'teapot', 'bakery', 'ferry'];
const many = (tier: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    tier,
    content: `Note ${index} of the ${tier} kind about the ${nouns[index % 10]} and the ${nouns[(index * 3 + 1) % 10]} of Mara.`,
  }));

describe('POST /context/build', () => {
  it('answers the messages of a turn in their order', async () => {
    const fact = await create(api, 'Mara is allergic to hazelnuts.', {
      tier: 'semantic',
      occurredAt: '2026-01-02T10:00:00Z',
    });
    const event = await create(api, 'Mara baked a cake\nfor Jonas.', { occurredAt: '2026-01-05T10:00:00Z' });
    const answer = await build({ currentInput: 'Which cake may Mara eat?', goal: 'Plan a birthday.' });
    expect(answer.messages.map(({ role }) => role)).toEqual(['system', 'system', 'user']);
    expect(sourcesOf(answer)).toEqual(['system_prompt', 'memory', 'current_input']);
    expect(answer.messages[0]?.content).toContain('Plan a birthday.');
    expect(answer.messages[1]?.content.split('\n')).toEqual([
      expect.stringMatching(/^Relevant memory context/),
      '- 2026-01-02: Mara is allergic to hazelnuts.',
      '- 2026-01-05: Mara baked a cake',
      '  for Jonas.',
    ]);
    expect(answer.messages[1]?.metadata.memoryIds).toEqual([fact.id, event.id]);
    expect(answer.messages[2]).toEqual({
      role: 'user',
      content: 'Which cake may Mara eat?',
      metadata: { source: 'current_input' },
    });
    expect(answer.rawMemories.map(({ memory, tier }) => [memory.id, memory.tier, tier])).toEqual([
      [fact.id, 'semantic', 'semantic'],
      [event.id, 'episodic', 'episodic'],
    ]);
    expect(answer.metadata).toMatchObject({
      memoriesIncluded: 2,
      memoriesQueried: 2,
      tiersQueried: ['semantic', 'episodic', 'short_term'],
      maxTokens: 4000,
      tokenizer: 'o200k_base',
      dropped: [],
    });
  });

  it('has no memory message where nothing is remembered', async () => {
    const answer = await build({ currentInput: 'Hello.' });
    expect(sourcesOf(answer)).toEqual(['system_prompt', 'current_input']);
    expect(answer.rawMemories).toEqual([]);
    expect(answer.metadata).toMatchObject({ memoriesIncluded: 0, memoriesQueried: 0 });
    const bare = await build({ currentInput: 'Hello.', strategy: { includeSystemPrompt: false } });
    expect(sourcesOf(bare)).toEqual(['current_input']);
  });

  it('keeps to the default caps, and says what they left out', async () => {
    await createAll(api, [...many('semantic', 30), ...many('episodic', 9), ...many('short_term', 7)]);
    const { rawMemories, metadata } = await build({ currentInput: 'What about the lantern of Mara?' });
    const count = (tier: string) => rawMemories.filter((each) => each.tier === tier).length;
    expect([count('semantic'), count('episodic'), count('short_term')]).toEqual([10, 6, 4]);
    expect(metadata.memoriesQueried).toBeGreaterThan(20);
    expect(metadata.dropped).toHaveLength(metadata.memoriesQueried - 20);
    for (const { reason, source, memoryId } of metadata.dropped) {
      expect([reason, source]).toEqual(['tier_cap', 'memory']);
      expect(memoryId).toBeDefined();
    }
  });

  it('finds the few of one tier among the many of another', { tags: ['long'] }, async () => {
    await createAll(api, [
      ...many('episodic', 120),
      { tier: 'semantic', content: 'The spare oars are red.', importanceScore: 0 },
    ]);
    const answer = await build({ currentInput: 'What about the lantern and the harbour of Mara?' });
    expect(contentsOf(answer)[0]).toBe('The spare oars are red.');
    expect(answer.rawMemories).toHaveLength(7);
  });

  it('takes tiers in the order asked for, with caps of its own', async () => {
    await createAll(api, [...many('semantic', 5), ...many('episodic', 5), ...many('short_term', 5)]);
    const { rawMemories, metadata } = await build({
      currentInput: 'lantern',
      strategy: { tiers: ['episodic', 'semantic'], perTierCaps: { episodic: 1, semantic: 2, short_term: 5 } },
    });
    expect(rawMemories.map(({ tier }) => tier)).toEqual(['episodic', 'semantic', 'semantic']);
    expect(metadata.tiersQueried).toEqual(['episodic', 'semantic']);
  });

  it('never exceeds the budget, and drops the system prompt before the input', { tags: ['long'] }, async () => {
    await createAll(api, [...many('semantic', 30), ...many('episodic', 30)]);
    const currentInput = 'What do we know about the lantern?';
    let included = -1;
    for (const maxTokens of [16, 40, 60, 80, 120, 200, 400, 4000]) {
      const { messages, metadata } = await build({ currentInput, maxTokens });
      expect(metadata.totalTokensEstimated).toBeLessThanOrEqual(maxTokens);
      expect(messages.at(-1)?.content).toBe(currentInput);
      const asked = metadata.dropped.find(({ source }) => source === 'system_prompt');
      expect(asked === undefined).toBe(messages[0]?.metadata.source === 'system_prompt');
      if (maxTokens >= 120) {
        expect(metadata.memoriesIncluded).toBeGreaterThanOrEqual(included);
        included = metadata.memoriesIncluded;
      }
    }
    expect(included).toBe(16);
  });

  it('fills a small budget with what was asked for', async () => {
    const asked = [
      'User prefers vegetarian food.',
      'User likes vegetarian meals best.',
      'User does not eat meat or fish.',
    ];
    const others = [
      'User is 34 years old.',
      'User drives a grey Volvo.',
      'User lives in Porto.',
      'User was born in Lyon.',
      'User works as a nurse.',
    ];
    await createAll(
      api,
      [...asked, ...others].map((content) => ({ tier: 'semantic', content })),
    );
    for (const maxTokens of [80, 90, 130]) {
      const answer = await build({
        currentInput: 'What vegetarian meals should I cook for the user?',
        maxTokens,
        strategy: { includeSystemPrompt: false },
      });
      expect(contentsOf(answer)).toEqual(expect.arrayContaining(asked));
    }
  });

  it('gives memories the room of the system prompt where none would fit beside it', async () => {
    await create(api, 'Mara is allergic to hazelnuts.', { tier: 'semantic' });
    const answer = await build({ currentInput: 'What may Mara eat?', maxTokens: 60 });
    expect(sourcesOf(answer)).toEqual(['memory', 'current_input']);
    expect(answer.metadata.dropped).toMatchObject([{ source: 'system_prompt', reason: 'token_budget' }]);
  });

  it('says how many tokens an input needs that does not fit', async () => {
    const currentInput = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen';
    const answer = await api.post('/context/build', { currentInput, maxTokens: 16 });
    expectProblem(answer, 'unprocessable');
    const needed = Number(/at least (\d+)/.exec(answer.body.detail)?.[1]);
    expect((await api.post('/context/build', { currentInput, maxTokens: needed - 1 })).status).toBe(422);
    const answered = await build({ currentInput, maxTokens: needed });
    expect(answered.metadata.totalTokensEstimated).toBe(needed);
  });

  it('says the same thing once', async () => {
    await createAll(api, [
      { tier: 'semantic', content: 'I live in Porto.' },
      { tier: 'semantic', content: 'I live in  Porto!' },
      { tier: 'semantic', content: 'I like sardines.' },
    ]);
    const { rawMemories, metadata } = await build({ currentInput: 'Where do I live?' });
    expect(rawMemories).toHaveLength(2);
    expect(metadata.dropped.map(({ reason }) => reason)).toEqual(['repeats']);
    const ids = rawMemories.map(({ memory }) => memory.id);
    for (const { repeats } of metadata.dropped) expect(ids).toContain(repeats);
  });

  it('leaves out what nothing speaks for, but not what recency and importance speak for', async () => {
    await createAll(
      api,
      ['User drives a grey Volvo.', 'User was born in Lyon.', 'User is allergic to hazelnuts.'].map((content) => ({
        tier: 'semantic',
        content,
      })),
    );
    const meaning = { weights: { semantic: 1 } };
    for (const currentInput of ['a', 'How tall is Mount Everest?']) {
      const { rawMemories, metadata } = await build({ currentInput, strategy: meaning });
      expect(rawMemories).toEqual([]);
      expect(metadata.dropped.map(({ reason }) => reason)).toEqual(new Array(3).fill('low_relevance'));
      for (const { score } of metadata.dropped) expect(score).toBeLessThan(0.05);
      expect((await build({ currentInput })).rawMemories).toHaveLength(3);
    }
    const car = await build({ currentInput: 'Who drives the Volvo?', strategy: meaning });
    expect(contentsOf(car)).toContain('User drives a grey Volvo.');
    expect(contentsOf(car)).not.toContain('User is allergic to hazelnuts.');
    const important = { weights: { importance: 1 } };
    await create(api, 'User hums.', { tier: 'semantic', importanceScore: 0 });
    expect((await build({ currentInput: 'a', strategy: important })).rawMemories).toHaveLength(4);
  });

  it('asks for goal and topics too', async () => {
    await createAll(api, [
      ...many('semantic', 40),
      { tier: 'semantic', content: 'The glassblower prefers cobalt.', importanceScore: 0 },
    ]);
    const body = { currentInput: 'lantern harbour', strategy: { perTierCaps: { semantic: 3 } } };
    const target = 'The glassblower prefers cobalt.';
    expect(contentsOf(await build(body))).not.toContain(target);
    expect(contentsOf(await build({ ...body, goal: 'Which cobalt does the glassblower prefer?' }))).toContain(target);
    const strategy = { ...body.strategy, topics: ['glassblower cobalt'] };
    expect(contentsOf(await build({ ...body, strategy }))).toContain(target);
  });

  it('hears the question at the end of a long input', async () => {
    const contact = 'The contact person at Norwind is Sigrid Aune.';
    await createAll(api, [...many('semantic', 120), { tier: 'semantic', content: contact, importanceScore: 0.2 }]);
    const pasted = 'The quarterly report shows growth in every region and the board of Mara is pleased. '.repeat(80);
    const currentInput = `${pasted}Now: who is the contact at Norwind?`;
    expect(contentsOf(await build({ currentInput }))).toContain(contact);
  });

  it('restricts owned memories to the owners that are named', async () => {
    const [agent, user, other] = [randomUUID(), randomUUID(), randomUUID()];
    await createAll(api, [
      { tier: 'semantic', content: 'The agent likes maps.', ownerEntityId: agent },
      { tier: 'semantic', content: 'The user likes boats.', ownerEntityId: user },
      { tier: 'semantic', content: 'Somebody else likes trains.', ownerEntityId: other },
      { tier: 'semantic', content: 'The office likes plants.' },
    ]);
    const found = async (body: object) => contentsOf(await build({ currentInput: 'Who likes what?', ...body })).sort();
    expect(await found({})).toHaveLength(4);
    expect(await found({ userEntityId: user })).toEqual(['The office likes plants.', 'The user likes boats.']);
    expect(await found({ userEntityId: user, agentEntityId: agent })).toEqual([
      'The agent likes maps.',
      'The office likes plants.',
      'The user likes boats.',
    ]);
    expect(await found({ userEntityId: randomUUID() })).toEqual(['The office likes plants.']);
  });

  it('filters by tags', async () => {
    await createAll(api, [
      { tier: 'semantic', content: 'The red kettle leaks.', tags: ['kitchen'] },
      { tier: 'semantic', content: 'The red car leaks.', tags: ['garage'] },
    ]);
    const tagged = await build({ currentInput: 'What leaks?', strategy: { tags: ['kitchen'] } });
    expect(contentsOf(tagged)).toEqual(['The red kettle leaks.']);
  });

  it('answers the same question in the same way', async () => {
    await createAll(api, many('semantic', 25));
    const body = { currentInput: 'What about the orchard?', maxTokens: 200 };
    const [first, second] = [await build(body), await build(body)];
    expect(second.messages).toEqual(first.messages);
  });

  it('takes any text for what it is', async () => {
    await createAll(api, [
      { tier: 'semantic', content: '<|endoftext|> is a marker of some models.' },
      { tier: 'semantic', content: '😀'.repeat(5000) },
    ]);
    for (const currentInput of ['<|endoftext|>', '<|im_start|>system', '😀'.repeat(3000), '東京に引っ越しました']) {
      const { metadata, messages } = await build({ currentInput, maxTokens: 9000 });
      expect(messages.at(-1)?.content).toBe(currentInput);
      expect(metadata.totalTokensEstimated).toBeLessThanOrEqual(9000);
    }
  });

  it.each<[string, object, string]>([
    ['no input', {}, '/currentInput'],
    ['an input that cannot be seen', { currentInput: ' \n' }, '/currentInput'],
    ['50,001 code points', { currentInput: 'x'.repeat(50_001) }, '/currentInput'],
    ['15 tokens', { currentInput: 'x', maxTokens: 15 }, '/maxTokens'],
    ['200,001 tokens', { currentInput: 'x', maxTokens: 200_001 }, '/maxTokens'],
    ['half a token', { currentInput: 'x', maxTokens: 20.5 }, '/maxTokens'],
    ['an owner that is no UUID', { currentInput: 'x', userEntityId: 'ann' }, '/userEntityId'],
    ['no tier', { currentInput: 'x', strategy: { tiers: [] } }, '/strategy/tiers'],
    ['a tier twice', { currentInput: 'x', strategy: { tiers: ['semantic', 'semantic'] } }, '/strategy/tiers'],
    [
      'a negative cap',
      { currentInput: 'x', strategy: { perTierCaps: { semantic: -1 } } },
      '/strategy/perTierCaps/semantic',
    ],
    ['no weight', { currentInput: 'x', strategy: { weights: {} } }, '/strategy/weights'],
    ['an empty topic', { currentInput: 'x', strategy: { topics: [''] } }, '/strategy/topics/0'],
    ['NUL in the goal', { currentInput: 'x', goal: 'a\0' }, '/goal'],
    ['a strategy that is a list', { currentInput: 'x', strategy: [] }, '/strategy'],
  ])('refuses %s', async (_name, body, path) => expectRefused(await api.post('/context/build', body), path));
});

describe('POST /context/build after distilling', () => {
  const { start } = useOwnServices();

  it('does not say again what was distilled', { tags: ['long'] }, async () => {
    const own = createApi((await start({ DISTIL_AGE_SECONDS: '0.001' })).url);
    const sources = await createAll(
      own,
      [
        'Marta walked the coastal trail near Sagres on Sunday.',
        'Marta got lost on the coastal trail near Sagres.',
        'Marta wants to walk the coastal trail near Sagres again.',
      ].map((content) => ({ tier: 'episodic', content })),
    );
    const run = await own.post('/lifecycle/run', {});
    expect(run.body.summary).toMatchObject({ distilled: 3 });
    const currentInput = 'What did Marta do on the coastal trail near Sagres?';
    const { rawMemories, metadata } = await build({ currentInput }, own);
    expect(rawMemories.map(({ tier }) => tier)).toEqual(['semantic']);
    const repeats = rawMemories[0]?.memory.id;
    const dropped = sources.map(({ id }) => ({ memoryId: id, reason: 'repeats', repeats }));
    expect(metadata.dropped).toHaveLength(dropped.length);
    expect(metadata.dropped).toEqual(expect.arrayContaining(dropped.map((each) => expect.objectContaining(each))));
  });
});
