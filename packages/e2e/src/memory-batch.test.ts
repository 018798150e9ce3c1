import { randomUUID } from 'node:crypto';
import { batchResult, problem } from '@hippocamp/shared/schemas/memories';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { createAll, find, foundIds, read, total } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectProblem, expectRefused } from './expectations.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const item = (content: string, given: object = {}) => ({ tier: 'episodic', content, ...given });

describe('POST /memories/batch', () => {
  it('takes each item by itself', async () => {
    const memories = [
      item('First good one.'),
      item(''),
      'not an object',
      item('Second good one.', { tags: ['x'] }),
      item('x', { importanceScore: 2 }),
      null,
      item('x', { occurredAt: '2999-01-01T00:00:00Z' }),
      item('x', { metadata: { bad: 'a\0b' } }),
    ];
    const answer = await api.post('/memories/batch', { memories });
    expect(answer.status).toBe(200);
    const { results } = batchResult.parse(answer.body.data);
    expect(results.map(({ index, status }) => [index, status])).toEqual(
      [201, 400, 400, 201, 400, 400, 400, 400].map((status, index) => [index, status]),
    );
    for (const result of results) {
      expect(Object.keys(result).sort()).toEqual(
        ['index', result.status === 201 ? 'memory' : 'problem', 'status'].sort(),
      );
      if (result.status === 201) continue;
      expect(problem.parse(result.problem)).toMatchObject({ type: '/problems/validation-failed', status: 400 });
      expect(result.problem?.errors?.length).toBeGreaterThan(0);
    }
    expect(await total(api)).toBe(2);
    expect(await read(api, String(results[3]?.memory?.id))).toMatchObject({ content: 'Second good one.', tags: ['x'] });
  });

  it('has them found at once', async () => {
    const memories = await createAll(
      api,
      Array.from({ length: 30 }, (_, index) => item(`Parcel number ${1000 + index} is in the shed.`)),
    );
    for (const index of [0, 13, 29]) {
      const found = await find(api, `parcel ${1000 + index}`, { weights: { semantic: 1 }, k: 1 });
      expect(foundIds(found)).toEqual([memories[index]?.id]);
    }
  });

  it('takes 500 and refuses 501, none and what is no list', async () => {
    const items = Array.from({ length: 501 }, (_, index) => item(`Number ${index}.`));
    for (const memories of [items, [], 'x', { 0: item('x') }, undefined])
      expectRefused(await api.post('/memories/batch', { memories }), '/memories');
    const stored = await createAll(api, items.slice(0, 500));
    expect(stored.map(({ content }) => content)).toEqual(items.slice(0, 500).map(({ content }) => content));
    expect(await total(api)).toBe(500);
  });

  it('takes more than a single request may, up to 16 MiB', async () => {
    const text = 'long '.repeat(9_999);
    const stored = await createAll(
      api,
      Array.from({ length: 40 }, () => item(text)),
    );
    expect(stored).toHaveLength(40);
    const tooMuch = { memories: [item('x')], padding: 'x'.repeat(16 * 1024 * 1024) };
    expectProblem(await api.post('/memories/batch', tooMuch), 'payload-too-large');
    expect(await total(api)).toBe(40);
  });
});

describe('the context within a batch', () => {
  const contexts = async (memories: object[]) =>
    (await createAll(api, memories as never)).map(({ context }) => context);

  it('is what the items before it with the same owner and session say', async () => {
    const s1 = { metadata: { sessionId: 's1' } };
    const s2 = { metadata: { sessionId: 's2' } };
    expect(
      await contexts([item('A1', s1), item('B1', s2), item('A2', s1), item('B2', s2), item('none'), item('A3', s1)]),
    ).toEqual([null, null, 'A1', 'B1', null, 'A1\nA2']);
  });

  it('is of three items at most, and of those that fit whole', async () => {
    const said = { metadata: { sessionId: 's' } };
    const long = 'x'.repeat(400);
    const items = ['1', '2', '3', '4', '5', long, 'after'].map((content) => item(content, said));
    expect((await contexts(items)).slice(3)).toEqual(['1\n2\n3', '2\n3\n4', '3\n4\n5', `4\n5\n${long}`]);
    expect((await contexts([item(long, said), item(long, said), item('after', said)]))[2]).toBe(long);
  });

  it('is the item just before where there is no session', async () => {
    expect(await contexts([item('one'), item('two'), item('three')])).toEqual([null, 'one', 'two']);
  });

  it('never crosses owners', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const session = { metadata: { sessionId: 'shared' } };
    expect(
      await contexts([
        item('a', { ownerEntityId: first }),
        item('b', { ownerEntityId: second }),
        item('c'),
        item('d', { ownerEntityId: first, ...session }),
        item('e', { ownerEntityId: second, ...session }),
        item('f', { ownerEntityId: first, ...session }),
      ]),
    ).toEqual([null, null, null, null, null, 'd']);
  });

  it('skips refused items, leaves a given context alone, and is cut to its last 500 characters', async () => {
    const long = `${'😀'.repeat(400)}${'x'.repeat(300)}`;
    const answer = await api.post('/memories/batch', {
      memories: [item(long), item(''), item('after'), item('own', { context: 'given' })],
    });
    const [, , after, own] = batchResult.parse(answer.body.data).results;
    expect(after?.memory?.context).toBe(`${'😀'.repeat(200)}${'x'.repeat(300)}`);
    expect(own?.memory?.context).toBe('given');
  });

  it('is used for finding', async () => {
    const [, answer] = await createAll(api, [
      item('When does the ferry to Utö leave?'),
      item('At seven in the morning.'),
      item('Bread costs four crowns.', { ownerEntityId: randomUUID() }),
    ]);
    const { results } = await find(api, 'ferry Utö', { explain: true });
    const hit = results.find(({ memory }) => memory.id === answer?.id);
    expect(hit?.explain?.own).toBe(0);
    expect(hit?.explain?.context).toBeGreaterThan(0.3);
  });
});
