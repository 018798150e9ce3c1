import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createApi } from '../client.js';
import { dataOf, expectMember, expectParameter, expectProblem, idOf, type Row } from './answers.js';
import { boolean, integer, oneOf, orNull, rowsOf, string, uuid } from './kinds.js';
import { relation } from './resources.js';

const api = createApi(inject('gatewayUrl'));
const kinds = ['entity', 'artifact', 'memory'] as const;
const artifactId = randomUUID();

const nodes: Record<string, string> = { artifact: artifactId };
let given: Record<string, unknown>;
let made: Record<string, unknown>;
beforeAll(async () => {
  nodes.entity = await idOf(api, '/entities', { type: 'user', name: 'Runa' });
  nodes.memory = await idOf(api, '/memories', { tier: 'semantic', content: 'Runa keeps bees.' });
  given = {
    type: 'knows',
    fromType: 'entity',
    fromId: nodes.entity,
    toType: 'memory',
    toId: nodes.memory,
    weight: 0.5,
  };
  made = dataOf(await api.post('/relations', given), 201);
  const next = { type: 'drawn_from', fromType: 'memory', fromId: nodes.memory, toType: 'artifact', toId: artifactId };
  await idOf(api, '/relations', next);
});

describe('2.7 Relation: create fields', () => {
  const send = (member: string) => (value: unknown) =>
    api.post('/relations', {
      type: 'like',
      fromType: 'artifact',
      fromId: randomUUID(),
      toType: 'artifact',
      toId: artifactId,
      [member]: value,
    });

  it.each<Row>([
    ['type', ['knows', 'x'.repeat(64)], ['', 5, undefined, 'x'.repeat(65)]],
    ['fromType', ['artifact'], ['event', 5, undefined]],
    ['toType', ['artifact'], ['event', 5, undefined]],
    ['fromId', [randomUUID()], ['runa', 5, undefined]],
    ['toId', [randomUUID()], ['runa', 5, undefined]],
    ['weight', [0, 1, -2.5, undefined], ['1', [], true]],
  ])('%s', (member, taken, refused) => expectMember(send(member), [`/${member}`, taken, refused]));

  it.each(kinds.flatMap((from) => kinds.map((to) => [from, to] as const)))(
    'from %s to %s',
    async (fromType, toType) => {
      const ends = { fromType, fromId: nodes[fromType], toType, toId: nodes[toType] };
      expect(dataOf(await api.post('/relations', { type: 'near', ...ends }), 201)).toMatchObject(ends);
    },
  );
});

describe('2.7 Relation: returned record as the decisions give it', () => {
  it.each(rowsOf(relation))('%s', (field, kind) => expect(made[field]).toEqual(kind));

  it.each(['type', 'fromType', 'fromId', 'toType', 'toId', 'weight'])('%s is what was given', (field) =>
    expect(made[field]).toEqual(given[field]),
  );
});

describe('4.9 Relations: endpoints', () => {
  it('GET /relations/:id gets', async () => expect(dataOf(await api.get(`/relations/${made.id}`))).toEqual(made));

  it('GET /relations lists', async () => {
    const { relations, ...page } = dataOf(await api.get('/relations?type=knows'));
    expect(relations).toContainEqual(made);
    expect(page).toMatchObject({ total: integer, offset: 0, limit: 20, nextCursor: orNull(string) });
  });

  it.each(['type', 'fromId', 'toId'])('GET /relations filtered by %s', async (filter) => {
    const { relations } = dataOf(await api.get(`/relations?limit=100&${filter}=${made[filter]}`));
    expect(relations).toContainEqual(made);
    for (const found of relations) expect(found[filter]).toBe(made[filter]);
  });

  it('GET /relations filtered by nodeId', async () => {
    const { relations } = dataOf(await api.get(`/relations?limit=100&nodeId=${nodes.memory}`));
    expect(relations.length).toBeGreaterThan(1);
    for (const { fromId, toId } of relations) expect([fromId, toId]).toContain(nodes.memory);
  });

  it('DELETE /relations/:id deletes', async () => {
    const id = await idOf(api, '/relations', { ...given, type: 'forgets' });
    expect(dataOf(await api.delete(`/relations/${id}`))).toEqual({ deleted: true });
    expectProblem(await api.get(`/relations/${id}`), 'not-found', 404);
  });
});

describe('4.9 GET /relations/traverse: parameters and response', () => {
  const path = () => `/relations/traverse?startType=entity&startId=${nodes.entity}&type=knows`;
  const traverse = async (query: string) => dataOf(await api.get(`/relations/traverse?${query}`));

  it.each<Row>([
    ['depth', [1, 6], [0, 7, 'x']],
    ['direction', ['outgoing', 'incoming', 'both'], ['up']],
    ['limit', [1, 1000], [0, 1001]],
  ])('%s', (name, taken, refused) => expectParameter(api, path(), [name, taken, refused]));

  it.each(kinds)('startType %s', async (kind) => {
    expect(await traverse(`startType=${kind}&startId=${nodes[kind]}`)).toMatchObject({
      start: { type: kind, id: nodes[kind] },
    });
  });

  it.each<[string, string]>([
    ['startType', `startType=event&startId=${artifactId}`],
    ['startType', `startId=${artifactId}`],
    ['startId', 'startType=artifact&startId=runa'],
    ['startId', 'startType=artifact'],
  ])('a bad or missing %s is refused: %s', async (_name, query) => {
    expectProblem(await api.get(`/relations/traverse?${query}`), 'validation-failed', 400);
  });

  it('answers the nodes that are reached, with depth', async () => {
    const answer = dataOf(await api.get(`${path()}&depth=1&direction=both`));
    const reached = answer.nodes.find(({ id }: { id: string }) => id === nodes.memory);
    expect(reached).toMatchObject({ type: 'memory', id: nodes.memory, depth: 1 });
    expect(answer.relations).toContainEqual(made);
  });

  it('depth bounds how far it goes, and is 2 by default', async () => {
    const chain = Array.from({ length: 4 }, () => randomUUID());
    for (const [index, toId] of chain.slice(1).entries()) {
      const ends = { fromType: 'artifact', fromId: chain[index], toType: 'artifact', toId };
      await idOf(api, '/relations', { type: 'next', ...ends });
    }
    const reached = async (more: string) => {
      const { nodes: found } = await traverse(`startType=artifact&startId=${chain[0]}${more}`);
      return found.map(({ id }: { id: string }) => id).filter((id: string) => id !== chain[0]);
    };
    expect(await reached('&depth=1')).toEqual(chain.slice(1, 2));
    expect(await reached('')).toEqual(chain.slice(1, 3));
    expect(await reached('&depth=3')).toEqual(chain.slice(1));
  });

  it('direction says which edges it follows', async () => {
    const end = `startType=memory&startId=${nodes.memory}&type=knows`;
    const found = async (direction: string) => (await traverse(`${end}&direction=${direction}`)).relations;
    expect(await found('incoming')).toEqual([made]);
    expect(await found('both')).toEqual([made]);
    expect(await found('outgoing')).toEqual([]);
  });

  it.each(rowsOf({ type: oneOf(...kinds), id: uuid, depth: integer, label: orNull(string) }))(
    'nodes: %s',
    async (member, kind) => {
      for (const node of dataOf(await api.get(path())).nodes) expect(node[member]).toEqual(kind);
    },
  );

  it('truncated says whether there is more', async () => {
    expect(dataOf(await api.get(path())).truncated).toEqual(boolean);
  });
});

describe('2.8 Artifact: referenced by memories and relations', () => {
  it('the source of an ingested memory is an artifact that can be read and related', async () => {
    const content = 'Runa mends nets by the harbour.';
    const { acceptedMemories } = dataOf(await api.post('/ingest', { content, source: 'note' }));
    const { sourceArtifactId } = dataOf(await api.get(`/memories/${acceptedMemories[0].memoryId}`));
    expect(sourceArtifactId).toEqual(uuid);
    expect(dataOf(await api.get(`/artifacts/${sourceArtifactId}`))).toMatchObject({ id: sourceArtifactId, content });
    const ends = {
      fromType: 'memory',
      fromId: acceptedMemories[0].memoryId,
      toType: 'artifact',
      toId: sourceArtifactId,
    };
    await idOf(api, '/relations', { type: 'drawn_from', ...ends });
  });
});
