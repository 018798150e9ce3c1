/** @module-tag long */
import { randomUUID } from 'node:crypto';
import type { Entity } from '@hippocamp/shared/schemas/entities';
import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import { expect, it } from 'vitest';
import { find, ingest } from './actions.js';
import { type Api, createApi } from './client.js';
import { createEntity, relate, traverse } from './graph-actions.js';
import { useServiceOf } from './own-service.js';

const gatewayUrl = useServiceOf({ LINK_ENTITIES: 'true' });

const idsIn = ({ acceptedMemories }: IngestAnswer): string[] =>
  acceptedMemories.flatMap(({ memoryId }) => memoryId ?? []);

const named = async (api: Api, name: string): Promise<Entity[]> =>
  (await api.get(`/entities?name=${encodeURIComponent(name)}`)).body.data.entities;

const only = async (api: Api, name: string): Promise<Entity> => {
  const [entity, ...more] = await named(api, name);
  if (!entity || more.length > 0) throw new Error(`There is not one ${name}.`);
  return entity;
};

const remembered = async (api: Api, entityId: string) =>
  (await traverse(api, ['entity', entityId], '&type=mentions')).nodes
    .filter(({ type }) => type === 'memory')
    .map(({ id }) => id)
    .sort();

const remove = async (api: Api, id: string) => expect((await api.delete(`/memories/${id}`)).status).toBe(200);

it('traversing from a user reaches their memories; what was made goes with the last of them', async () => {
  const api = createApi(gatewayUrl());
  const user = await createEntity(api, 'Mara');
  const ownerEntityId = user.id;
  const first = await ingest(api, 'I live in Porto. I work at Nordbank.', { ownerEntityId });
  const second = await ingest(api, 'My best friend is called Jonas and lives in Porto.', { ownerEntityId });
  expect(first.acceptedMemories.map((each) => each.ownerEntityId)).toEqual([ownerEntityId, ownerEntityId]);
  expect(await remembered(api, user.id)).toEqual([...idsIn(first), ...idsIn(second)].sort());
  const porto = await only(api, 'Porto');
  expect(porto).toMatchObject({ type: 'place', fromMentions: true, version: 1 });
  expect(await only(api, 'Nordbank')).toMatchObject({ type: 'organisation' });
  expect(await only(api, 'Mara')).toEqual(user);
  const { results } = await find(api, 'Where do I live?', { ownerEntityId });
  expect(new Set(results.map(({ memory }) => memory.ownerEntityId))).toEqual(new Set([ownerEntityId]));

  for (const id of idsIn(first)) await remove(api, id);
  expect(await remembered(api, porto.id)).toEqual(idsIn(second));
  expect(await named(api, 'Nordbank')).toEqual([]);
  for (const id of idsIn(second)) await remove(api, id);
  expect(await named(api, 'Porto')).toEqual([]);
  expect(await named(api, 'Jonas')).toEqual([]);
  expect(await only(api, 'Mara')).toEqual(user);
});

it('what a client changed or related stays, and what a changed text names no more goes', async () => {
  const api = createApi(gatewayUrl());
  const answer = await ingest(api, 'I met Anna Berg in Lisbon with Ben and with Carla on Tuesday.');
  const [memory = '', ...more] = idsIn(answer);
  expect(more).toEqual([]);
  const [anna, ben] = [await only(api, 'Anna Berg'), await only(api, 'Ben')];
  const patched = await api.patch(`/entities/${anna.id}`, { type: 'person' });
  expect(patched.body.data.fromMentions).toBeUndefined();
  await relate(api, ['entity', ben.id], ['entity', anna.id]);
  const content = 'I met Anna Berg in Lisbon with Ben on Tuesday.';
  expect((await api.patch(`/memories/${memory}`, { content })).status).toBe(200);
  expect(await named(api, 'Carla')).toEqual([]);
  expect(await remembered(api, (await only(api, 'Lisbon')).id)).toEqual([memory]);
  const lisbon = await only(api, 'Lisbon');
  const [mention] = (await api.get(`/relations?toId=${lisbon.id}`)).body.data.relations;
  expect((await api.delete(`/relations/${mention.id}`)).status).toBe(200);
  expect(await named(api, 'Lisbon')).toEqual([]);
  await remove(api, memory);
  expect((await only(api, 'Anna Berg')).id).toBe(anna.id);
  expect((await only(api, 'Ben')).id).toBe(ben.id);
});

it('many ingests that name one at once make it once, and it goes and comes with export and erasure', async () => {
  const api = createApi(gatewayUrl());
  const owners = await Promise.all(['Ann', 'Ben', 'Cleo', 'Dora'].map((name) => createEntity(api, name)));
  await Promise.all(owners.map(({ id }) => ingest(api, 'I live in Porto.', { ownerEntityId: id })));
  const porto = await only(api, 'Porto');
  expect(await remembered(api, porto.id)).toHaveLength(4);

  const lines = (await api.get('/export')).text;
  const copy = createApi(api.url);
  const sent = await copy.sendText('POST', '/import', lines, { 'content-type': 'application/x-ndjson' });
  expect(sent.body.data, sent.text).toMatchObject({
    problemsTotal: 0,
    imported: { entity: 5, memory: 4, relation: 8 },
  });
  expect(await only(copy, 'Porto')).toEqual({ ...porto, tenantId: copy.tenant });

  const erased: number[] = [];
  for (const { id } of owners) {
    const receipt = await copy.post('/erase', { ownerEntityId: id });
    erased.push(receipt.body.data.erased.entities);
  }
  expect(erased).toEqual([1, 1, 1, 2]);
  expect(await named(copy, 'Porto')).toEqual([]);
});

it('a context says whose "I" a memory tells', async () => {
  const api = createApi(gatewayUrl());
  const mara = await createEntity(api, 'Mara');
  await ingest(api, 'I live in Porto.', { ownerEntityId: mara.id, occurredAt: '2026-01-02T10:00:00Z' });
  const { data } = (await api.post('/context/build', { currentInput: 'Where do I live?' })).body;
  expect(data.messages[1].content).toContain('- 2026-01-02 (Mara): I live in Porto.');
  expect(data.rawMemories[0].memory.ownerEntityId).toBe(mara.id);
});

it('a change of a text looks for a hundred of the names that an import brought; the deletion of the memory takes all', async () => {
  const api = createApi(gatewayUrl());
  const memory = await api.post('/memories', { tier: 'semantic', content: 'I met Ben.' });
  const { id } = memory.body.data;
  const [at, many] = ['2026-01-02T10:00:00.000Z', Array.from({ length: 120 }, () => randomUUID())];
  const made = {
    type: 'person',
    properties: {},
    tags: [],
    createdAt: at,
    updatedAt: at,
    version: 1,
    fromMentions: true,
  };
  const edge = {
    type: 'mentions',
    fromType: 'memory',
    fromId: id,
    toType: 'entity',
    weight: 1,
    metadata: {},
    createdAt: at,
  };
  const lines = [
    ...many.map((entityId, place) => ({ kind: 'entity', id: entityId, name: `Ben ${place}`, ...made })),
    ...many.map((toId) => ({ kind: 'relation', id: randomUUID(), toId, ...edge })),
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const sent = await api.sendText('POST', '/import', text, { 'content-type': 'application/x-ndjson' });
  expect(sent.body.data.imported, sent.text).toMatchObject({ entity: 120, relation: 120 });
  expect((await api.patch(`/memories/${id}`, { content: 'I met nobody.' })).status).toBe(200);
  expect((await api.get('/entities')).body.data.total).toBe(20);
  await remove(api, id);
  expect((await api.get('/entities')).body.data.total).toBe(0);
});
