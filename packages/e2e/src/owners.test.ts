import { randomUUID } from 'node:crypto';
import type { Entity } from '@hippocamp/shared/schemas/entities';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { allIndexed, create, createAll, find, finishedIngest, ingest, list, read, total } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectProblem, expectRefused } from './expectations.js';
import { createEntity } from './graph-actions.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const named = async (of: Api, name: string): Promise<Entity[]> => {
  const answer = await of.get(`/entities?externalId=${encodeURIComponent(name)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.entities;
};

const idOf = async (of: Api, name: string): Promise<string> => (await named(of, name))[0]?.id ?? '';

const done = async (path: string, body: object) => {
  const answer = await api.post(path, body);
  expect(answer.status, `${path} ${answer.text}`).toBeLessThan(300);
  return answer.body.data;
};

describe('an owner by name', () => {
  it('is made by the first that writes, and stands beside the id in every answer', async () => {
    const memory = await create(api, 'Alice keeps her bicycle in Turku.', { owner: 'alice' });
    const [entity] = await named(api, 'alice');
    expect(entity).toMatchObject({ type: 'user', name: 'alice', externalId: 'alice', version: 1 });
    const whose = { ownerEntityId: entity?.id, owner: 'alice' };
    expect(memory).toMatchObject(whose);
    const told = await ingest(api, 'I live in Lisbon. My sister is called Ines.', { owner: 'alice' });
    expect(told.acceptedMemories[0]).toMatchObject(whose);
    const other = await create(api, 'The bicycle of nobody is blue.');
    expect(other).toMatchObject({ ownerEntityId: null, owner: null });
    await allIndexed(api);
    expect(await read(api, memory.id)).toMatchObject(whose);
    const listed = await list(api, '?owner=alice');
    expect(listed.total).toBe(1 + told.summary.accepted);
    for (const one of listed.memories) expect(one).toMatchObject(whose);
    const mixed = await find(api, 'whose bicycle');
    expect(mixed.results.map(({ memory: { id, owner } }) => [id, owner])).toEqual(
      expect.arrayContaining([
        [memory.id, 'alice'],
        [other.id, null],
      ]),
    );
    const hers = await find(api, 'bicycle', { owner: 'alice' });
    expect(hers.results[0]?.memory).toMatchObject({ id: memory.id, ...whose });
    expect(hers.results.every(({ memory: { owner } }) => owner === 'alice')).toBe(true);
    const context = await done('/context/build', { owner: 'alice', currentInput: 'Where is the bicycle of Alice?' });
    const raw = context.rawMemories.map((one: { memory: { owner: string | null } }) => one.memory.owner);
    expect(raw).toContain('alice');
    const checked = await done('/validate', { owner: 'alice', claim: 'Alice keeps her bicycle in Turku.' });
    expect(checked.evidence[0].memory).toMatchObject(whose);
    expect((await api.get('/artifacts?owner=alice')).body.data.artifacts[0]).toMatchObject(whose);
    expect((await api.get('/ingest')).body.data.ingests[0]).toMatchObject(whose);
    const met = await done('/events', { eventType: 'met', owner: 'alice' });
    expect(met).toMatchObject({ actorEntityId: entity?.id, owner: 'alice' });
    expect((await api.get('/events?owner=alice')).body.data.total).toBe(1);
    expect(
      (await done('/forget', { owner: 'alice', text: 'Alice keeps her bicycle in Turku.' })).matches[0],
    ).toMatchObject({ memoryId: memory.id, memory: whose });
    expect(await done('/memories/delete', { owner: 'alice', dryRun: true })).toMatchObject({ count: listed.total });
    expect(await named(api, 'alice')).toHaveLength(1);
  });

  it('is made with what is written for it, and by nothing that is refused', async () => {
    const early = { occurredAt: '2999-01-01T00:00:00Z' };
    const memory = { tier: 'semantic', content: 'x', owner: 'dora' };
    const note = { content: 'I live in Turku.', source: 'note', owner: 'dora' };
    const event = { eventType: 'met', owner: 'dora' };
    const key = { 'idempotency-key': 'once' };
    await create(api, 'The kettle is blue.', {}, key);
    const paths = { '/memories': memory, '/ingest': note, '/events': event };
    for (const [path, body] of Object.entries(paths)) {
      expectProblem(await api.post(path, { ...body, ...early }), 'validation-failed');
      expectProblem(await api.post(path, body, key), 'idempotency-key-reused');
    }
    expectProblem(await api.post('/memories/batch', { memories: [memory] }, key), 'idempotency-key-reused');
    expect(await named(api, 'dora')).toEqual([]);
    expect(await done('/memories/batch', { memories: [memory] })).toMatchObject({ results: [{ status: 201 }] });
    expect(await named(api, 'dora')).toHaveLength(1);
  });

  it('is one entity, however many write at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, place) => create(api, `Note ${place} of Bo.`, { owner: 'Bo 😀' })),
    );
    expect(new Set(all.map(({ ownerEntityId }) => ownerEntityId)).size).toBe(1);
    expect(await named(api, 'Bo 😀')).toHaveLength(1);
  });

  it('is written for, whoever gives the name to an entity at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const owner = `same time ${round}`;
      const entity = { type: 'user', name: owner, externalId: owner };
      const [made, memory] = await Promise.all([
        api.post('/entities', entity),
        api.post('/memories', { tier: 'semantic', content: `Round ${round} is on.`, owner }),
      ]);
      expect([201, 409], made.text).toContain(made.status);
      expect(memory.status, memory.text).toBe(201);
      expect(memory.body.data.ownerEntityId).toBe(await idOf(api, owner));
    }
  });

  it('is another entity in another tenant, and unknown to a third', async () => {
    const other = createApi(api.url);
    const [mine, theirs] = [
      await create(api, 'One.', { owner: 'alice' }),
      await create(other, 'Two.', { owner: 'alice' }),
    ];
    expect(mine.ownerEntityId).not.toBe(theirs.ownerEntityId);
    expect((await list(other, '?owner=alice')).memories.map(({ content }) => content)).toEqual(['Two.']);
    expect((await list(other, `?ownerEntityId=${mine.ownerEntityId}`)).total).toBe(0);
    expect((await list(createApi(api.url), '?owner=alice')).total).toBe(0);
  });

  it('that is unknown has no memories, and is not made by a look', async () => {
    await create(api, 'The kettle leaks.');
    await create(api, 'The kettle whistles.', { owner: 'alice' });
    expect((await list(api, '?owner=bo')).memories).toEqual([]);
    expect((await find(api, 'kettle', { owner: 'bo' })).results).toEqual([]);
    expect(await done('/validate', { owner: 'bo', claim: 'The kettle whistles.' })).toMatchObject({ evidence: [] });
    expect((await done('/forget', { owner: 'bo', text: 'The kettle whistles.' })).matches).toEqual([]);
    expect(await done('/memories/delete', { owner: 'bo' })).toMatchObject({ count: 0 });
    expect((await done('/erase', { owner: 'bo' })).erased.memories).toBe(0);
    for (const path of ['/reviews?owner=bo&state=any', '/artifacts?owner=bo', '/events?owner=bo'])
      expect((await api.get(path)).body.data.total, path).toBe(0);
    const { rawMemories } = await done('/context/build', { owner: 'bo', currentInput: 'The kettle?' });
    expect(rawMemories.map((one: { memory: { content: string } }) => one.memory.content)).toEqual([
      'The kettle leaks.',
    ]);
    expect(await named(api, 'bo')).toEqual([]);
    expect(await total(api)).toBe(2);
  });

  it('that is not of the id beside it is refused, and nothing is made', async () => {
    const alice = (await create(api, 'One.', { owner: 'alice' })).ownerEntityId;
    expect((await create(api, 'Two.', { owner: 'alice', ownerEntityId: alice?.toUpperCase() })).owner).toBe('alice');
    const wrong = { owner: 'alice', ownerEntityId: randomUUID() };
    const refused = await api.post('/memories', { tier: 'episodic', content: 'Three.', ...wrong });
    expectRefused(refused, '/owner');
    expect(refused.body.errors[0].message).toBe('is not the name of the entity of ownerEntityId; send one of the two');
    expectRefused(await api.post('/memories/query', { text: 'x', ...wrong }), '/owner');
    expectRefused(await api.post('/ingest', { content: 'x', source: 'note', ...wrong, owner: 'bo' }), '/owner');
    const { owner, ownerEntityId } = wrong;
    expectRefused(await api.get(`/memories?owner=${owner}&ownerEntityId=${ownerEntityId}`), 'query.owner');
    expectRefused(
      await api.post('/context/build', { currentInput: 'x', owner, userEntityId: ownerEntityId }),
      '/owner',
    );
    expect(await named(api, 'bo')).toEqual([]);
  });

  it.each<[unknown]>([[''], [' '], ['x'.repeat(257)], ['a\0b'], ['\ud800'], [7]])('cannot be %j', async (owner) => {
    expectRefused(await api.post('/memories', { tier: 'episodic', content: 'x', owner }), '/owner');
    const { results } = await done('/memories/batch', { memories: [{ tier: 'episodic', content: 'x', owner }] });
    expect(results[0]).toMatchObject({ status: 400, problem: { errors: [{ path: '/owner' }] } });
  });

  it('is each item’s own in a batch, and one that disagrees costs itself alone', async () => {
    const items = [
      { owner: 'alice' },
      { owner: 'bo' },
      {},
      { owner: 'alice', ownerEntityId: randomUUID() },
      { owner: 'alice' },
    ].map((given, place) => ({ tier: 'episodic', content: `Item ${place}.`, ...given }));
    const key = { 'idempotency-key': randomUUID() };
    const answer = await api.post('/memories/batch', { memories: items }, key);
    const { results } = answer.body.data;
    expect(results.map((one: { memory?: { owner: string | null } }) => one.memory?.owner)).toEqual([
      'alice',
      'bo',
      null,
      undefined,
      'alice',
    ]);
    expect(results[3]).toMatchObject({ status: 400, problem: { errors: [{ path: '/owner', code: 'ambiguous' }] } });
    expect(results[0].memory.ownerEntityId).toBe(await idOf(api, 'alice'));
    const again = await api.post('/memories/batch', { memories: items }, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body.data.results[0]).toEqual(results[0]);
    expectProblem(
      await api.post('/memories/batch', { memories: items.map((item) => ({ ...item, owner: 'carol' })) }, key),
      'idempotency-key-reused',
    );
  });

  it('goes with everything of theirs, and comes back as the same', async () => {
    const [first] = await createAll(api, [
      { tier: 'episodic', content: 'The vault code is 4711.', owner: 'alice' },
      { tier: 'episodic', content: 'The kettle leaks.', owner: 'bo' },
    ]);
    const key = { 'idempotency-key': randomUUID() };
    const answer = await api.post('/erase', { owner: 'alice' }, key);
    expect(answer.body.data, answer.text).toMatchObject({
      owner: 'alice',
      ownerEntityId: first?.ownerEntityId,
      erased: { memories: 1, entities: 1 },
    });
    expect((await api.post('/erase', { owner: 'alice' }, key)).body.data).toEqual(answer.body.data);
    expect(await named(api, 'alice')).toEqual([]);
    expect((await list(api)).memories.map(({ owner }) => owner)).toEqual(['bo']);
    expect((await api.get('/export')).text).not.toContain('alice');
    // A client that wrote with the old id during the erasure is found by the name again.
    await create(api, 'Late.', { ownerEntityId: first?.ownerEntityId });
    expect((await list(api, '?owner=alice')).total).toBe(1);
    expect((await create(api, 'Later.', { owner: 'alice' })).ownerEntityId).toBe(first?.ownerEntityId);
    expectRefused(await api.post('/erase', {}), '/ownerEntityId');
  });

  it('waits with what it sends for later', async () => {
    const answer = await api.post(
      '/ingest',
      { content: 'I keep bees.', source: 'note', owner: 'alice' },
      { prefer: 'respond-async' },
    );
    expect(answer.status, answer.text).toBe(202);
    const { acceptedMemories } = await finishedIngest(api, answer.body.data.traceId);
    expect(acceptedMemories.map(({ owner }) => owner)).toEqual(['alice']);
  });
});

describe('externalId', () => {
  it('is given to an entity by its client, who owns by that name from then on', async () => {
    const team = await createEntity(api, 'The crew', { type: 'team', externalId: 'crew-7' });
    expect((await create(api, 'One.', { owner: 'crew-7' })).ownerEntityId).toBe(team.id);
    const plain = await createEntity(api, 'Ann');
    expect(plain).toMatchObject({ externalId: null });
    const patched = await api.patch(`/entities/${plain.id}`, { externalId: 'ann' });
    expect(patched.body.data, patched.text).toMatchObject({ externalId: 'ann', version: 2 });
    expect((await create(api, 'Two.', { owner: 'ann' })).ownerEntityId).toBe(plain.id);
  });

  it('is of one entity of the tenant', async () => {
    await create(api, 'One.', { owner: 'alice' });
    const { id } = await createEntity(api, 'Ann', { externalId: 'ann' });
    expectProblem(await api.post('/entities', { type: 'user', name: 'x', externalId: 'alice' }), 'conflict');
    expectProblem(await api.patch(`/entities/${id}`, { externalId: 'alice' }), 'conflict');
    expect((await createEntity(createApi(api.url), 'x', { externalId: 'alice' })).externalId).toBe('alice');
    expect((await api.patch(`/entities/${id}`, { externalId: 'ann', name: 'Anna' })).status).toBe(200);
  });

  it('that passes to another entity takes no memories along', async () => {
    const before = await create(api, 'Of the first.', { owner: 'alice' });
    expect((await api.patch(`/entities/${before.ownerEntityId}`, { externalId: 'alice-2' })).status).toBe(200);
    expect((await list(api, '?owner=alice')).total).toBe(0);
    expect((await list(api, '?owner=alice-2')).memories.map(({ owner }) => owner)).toEqual(['alice-2']);
    const after = await create(api, 'Of the second.', { owner: 'alice' });
    expect(after.ownerEntityId).not.toBe(before.ownerEntityId);
    expect((await list(api, '?owner=alice')).total).toBe(1);
    await api.patch(`/entities/${before.ownerEntityId}`, { externalId: null });
    expect((await read(api, before.id)).owner).toBeNull();
  });

  it('moves with an export, and is not taken from who has it', async () => {
    const memory = await create(api, 'The kettle leaks.', { owner: 'alice' });
    const { text } = await api.get('/export');
    const [empty, full] = [createApi(api.url), createApi(api.url)];
    const bring = (to: Api) => to.sendText('POST', '/import', text, { 'content-type': 'application/x-ndjson' });
    expect((await bring(empty)).body.data).toMatchObject({ imported: { entity: 1, memory: 1 }, problems: [] });
    expect((await list(empty, '?owner=alice')).memories.map(({ id }) => id)).toEqual([memory.id]);
    await create(full, 'Of another.', { owner: 'alice' });
    const { problems, imported } = (await bring(full)).body.data;
    expect(imported).toMatchObject({ entity: 0, memory: 1 });
    expect(problems).toMatchObject([{ code: 'conflict' }]);
    expect((await list(full, '?owner=alice')).memories.map(({ content }) => content)).toEqual(['Of another.']);
  });
});
