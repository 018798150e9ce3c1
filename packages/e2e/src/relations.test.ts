import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { create, importWhole, ingest } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectProblem, expectRefused } from './expectations.js';
import { createEntity, type End, edge, relate, traverse } from './graph-actions.js';
import { expectListRules } from './list-rules.js';
import { useModelReader } from './read-by-model.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const artifact = (): End => ['artifact', randomUUID()];
const good = edge(artifact(), artifact());
const relations = async (query = '') => (await api.get(`/relations${query}`)).body.data.relations;

const idsOf = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id);

describe('POST /relations', () => {
  it('relates nodes of every kind', async () => {
    const entity: End = ['entity', (await createEntity(api, 'Ann')).id];
    const memory: End = ['memory', (await create(api, 'Ann sails.')).id];
    for (const from of [entity, memory, artifact()]) {
      for (const to of [entity, memory, artifact()]) {
        const body = edge(from, to, { weight: -0.25, metadata: { since: 2020, list: [null] } });
        const answer = await api.post('/relations', body);
        expect(answer.status, answer.text).toBe(201);
        const { data } = answer.body;
        expect(data).toEqual({ ...body, id: data.id, tenantId: api.tenant, createdAt: data.createdAt });
        expect(answer.headers.get('location')).toBe(`/relations/${data.id}`);
        expect((await api.get(`/relations/${data.id}`)).body.data).toEqual(data);
      }
    }
  });

  it('has the weight 1 and no metadata unless told otherwise', async () => {
    expect(await relate(api, artifact(), artifact())).toMatchObject({ weight: 1, metadata: {} });
  });

  it('twice is one edge, with the weight of the second and status 200', async () => {
    const first = await api.post('/relations', { ...good, weight: 1 });
    const second = await api.post('/relations', { ...good, weight: 2, metadata: { a: 1 } });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.data).toEqual({ ...first.body.data, weight: 2, metadata: { a: 1 } });
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(await relations()).toEqual([second.body.data]);
    expect((await api.post('/relations', { ...good, type: 'other' })).status).toBe(201);
    const back = edge([good.toType, good.toId], [good.fromType, good.fromId]);
    expect((await api.post('/relations', back)).status).toBe(201);
  });

  it('of 20 at once makes one edge', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post('/relations', good)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
  });

  it('refuses ends that do not exist, those of another tenant alike', async () => {
    const other = createApi(api.url);
    const foreign: End[] = [
      ['entity', (await createEntity(other, 'Theirs')).id],
      ['memory', (await create(other, 'Theirs.')).id],
    ];
    const buried = await create(api, 'Gone soon.');
    await api.delete(`/memories/${buried.id}`);
    const missing: End[] = [...foreign, ['memory', buried.id], ['entity', randomUUID()], ['memory', randomUUID()]];
    for (const end of missing) {
      for (const [body, paths] of [
        [edge(end, artifact()), ['/fromId']],
        [edge(artifact(), end), ['/toId']],
        [edge(end, end), ['/fromId', '/toId']],
      ] as const) {
        const answer = await api.post('/relations', body);
        expectProblem(answer, 'unprocessable');
        expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual(paths);
      }
    }
    expect(await relations()).toEqual([]);
  });

  it.each<[object, string]>([
    [{ type: undefined }, '/type'],
    [{ type: '' }, '/type'],
    [{ type: 'x'.repeat(65) }, '/type'],
    [{ fromType: 'event' }, '/fromType'],
    [{ toType: undefined }, '/toType'],
    [{ fromId: 'ann' }, '/fromId'],
    [{ toId: undefined }, '/toId'],
    [{ weight: '1' }, '/weight'],
    [{ weight: null }, '/weight'],
    [{ metadata: [] }, '/metadata'],
    [{ metadata: { a: 'x'.repeat(5000) } }, '/metadata'],
  ])('refuses what does not fit by name: %#', async (wrong, path) => {
    expectRefused(await api.post('/relations', { ...good, ...wrong }), path);
    expect(await relations()).toEqual([]);
  });

  it('with an Idempotency-Key answers again as it did at first, until an end is gone', async () => {
    const { id } = await create(api, 'Ann sails.');
    const key = { 'idempotency-key': randomUUID() };
    const body = edge(['memory', id], artifact());
    const first = await api.post('/relations', body, key);
    await api.post('/relations', { ...body, weight: 5 });
    const again = await api.post('/relations', body, key);
    expect([again.status, again.text]).toEqual([201, first.text]);
    await api.delete(`/memories/${id}`);
    expectProblem(await api.post('/relations', body, key), 'conflict');
    expect(await relations()).toEqual([]);
  });

  it('leaves nothing behind when an end is deleted at the same time', { tags: ['long'] }, async () => {
    for (let round = 0; round < 10; round += 1) {
      const entity: End = ['entity', (await createEntity(api, 'Ann')).id];
      const memory: End = ['memory', (await create(api, `Ann sails ${round}.`)).id];
      const [, ...posted] = await Promise.all([
        api.delete(round % 2 ? `/entities/${entity[1]}` : `/memories/${memory[1]}`),
        ...[1, 2, 3].map((weight) => api.post('/relations', edge(entity, memory, { weight }))),
      ]);
      for (const answer of posted) expect([200, 201, 422]).toContain(answer.status);
      expect(await relations(`?nodeId=${entity[1]}`)).toEqual([]);
    }
  });
});

describe('GET and DELETE /relations', () => {
  it('keep the rules of a list, newest first', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.unshift((await relate(api, artifact(), artifact())).id);
    await expectListRules(api, { path: '/relations', ids, add: () => relate(api, artifact(), artifact()) });
  });

  it('filter by type and ends', async () => {
    const [a, b, c] = [artifact(), artifact(), artifact()];
    const ab = await relate(api, a, b);
    const bc = await relate(api, b, c, { type: 'likes' });
    const cc = await relate(api, c, c);
    expect(await relations('?type=knows')).toEqual([cc, ab]);
    expect(await relations(`?fromId=${b[1]}`)).toEqual([bc]);
    expect(await relations(`?toId=${b[1]}`)).toEqual([ab]);
    expect(await relations(`?nodeId=${c[1].toUpperCase()}`)).toEqual([cc, bc]);
    expect(await relations(`?nodeId=${c[1]}&type=likes`)).toEqual([bc]);
    expectRefused(await api.get('/relations?nodeId=x'), 'query.nodeId');
  });

  it('remove one, once', async () => {
    const { id } = await relate(api, artifact(), artifact());
    expect((await api.delete(`/relations/${id}`)).body).toEqual({ data: { deleted: true } });
    for (const gone of [await api.delete(`/relations/${id}`), await api.get(`/relations/${id}`)])
      expectProblem(gone, 'not-found');
  });
});

describe('GET /relations/traverse', () => {
  it('answers what is related, nearest first, each node once', async () => {
    const ann: End = ['entity', (await createEntity(api, 'Ann')).id];
    const boat: End = ['memory', (await create(api, `Ann sails. ${'x'.repeat(200)}`)).id];
    const [page, far] = [artifact(), artifact()];
    const first = await relate(api, ann, boat);
    const second = await relate(api, boat, page, { type: 'from', weight: 3, metadata: { line: 4 } });
    const back = await relate(api, page, ann);
    await relate(api, page, far);
    const found = await traverse(api, ann, '&direction=outgoing');
    expect(found).toEqual({
      start: { type: 'entity', id: ann[1] },
      nodes: [
        { type: 'entity', id: ann[1], depth: 0, label: 'Ann' },
        { type: 'memory', id: boat[1], depth: 1, label: `Ann sails. ${'x'.repeat(69)}` },
        { type: 'artifact', id: page[1], depth: 2, label: null },
      ],
      relations: [first, second],
      truncated: false,
    });
    expect(idsOf(await traverse(api, ann, '&direction=incoming&depth=1'))).toEqual([ann[1], page[1]]);
    expect(idsOf(await traverse(api, ann)).sort()).toEqual([ann[1], boat[1], page[1], far[1]].sort());
    expect(idsOf(await traverse(api, ann, '&type=from&depth=6'))).toEqual([ann[1]]);
    expect((await traverse(api, ann, '&depth=6')).relations).toContainEqual(back);
  });

  it('ends on a cycle and on a node related to itself', async () => {
    const ring = Array.from({ length: 5 }, artifact);
    for (const [index, node] of ring.entries()) {
      await relate(api, node, ring[(index + 1) % 5] as End);
      await relate(api, node, node);
    }
    const found = await traverse(api, ring[0] as End, '&depth=6&direction=outgoing');
    expect(idsOf(found)).toEqual(ring.map(([, id]) => id));
    expect(found.nodes.map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4]);
    expect(found.relations).toHaveLength(10);
    expect(found.truncated).toBe(false);
  });

  it('says so where there is more than was asked for', async () => {
    const hub = artifact();
    for (let index = 0; index < 6; index += 1) await relate(api, hub, artifact());
    const cut = await traverse(api, hub, '&limit=4');
    expect([cut.nodes.length, cut.relations.length, cut.truncated]).toEqual([4, 3, true]);
    const whole = await traverse(api, hub, '&limit=7');
    expect([whole.nodes.length, whole.truncated]).toEqual([7, false]);
  });

  it('is not found from an entity or memory that is not there; an artifact is one node', async () => {
    const other = createApi(api.url);
    const gone = await create(api, 'Gone soon.');
    await api.delete(`/memories/${gone.id}`);
    for (const [type, id] of [
      ['entity', (await createEntity(other, 'Theirs')).id],
      ['memory', (await create(other, 'Theirs.')).id],
      ['memory', gone.id],
      ['entity', randomUUID()],
    ])
      expectProblem(await api.get(`/relations/traverse?startType=${type}&startId=${id}`), 'not-found');
    const [type, id] = artifact();
    const alone = {
      start: { type, id },
      nodes: [{ type, id, depth: 0, label: null }],
      relations: [],
      truncated: false,
    };
    expect(await traverse(api, [type, id])).toEqual(alone);
  });

  it('never leads to a deleted memory or entity, nor through it', async () => {
    const memory: End = ['memory', (await create(api, 'Between.')).id];
    const entity: End = ['entity', (await createEntity(api, 'Between')).id];
    const [start, beyond] = [artifact(), artifact()];
    for (const between of [memory, entity]) {
      await relate(api, start, between);
      await relate(api, between, beyond);
    }
    await api.delete(`/memories/${memory[1]}`);
    expect(idsOf(await traverse(api, start))).toEqual([start[1], entity[1], beyond[1]]);
    await api.delete(`/entities/${entity[1]}`);
    expect(idsOf(await traverse(api, start, '&depth=6'))).toEqual([start[1]]);
  });

  it.each(['depth=0', 'depth=7', 'limit=0', 'limit=1001', 'direction=up', 'type=', 'depth=two'])(
    'refuses %s',
    async (query) => {
      const answer = await api.get(`/relations/traverse?startType=artifact&startId=${randomUUID()}&${query}`);
      expectRefused(answer, `query.${query.split('=')[0]}`);
    },
  );

  it('needs a start', async () => {
    expectRefused(await api.get('/relations/traverse'), 'query.startType', 'query.startId');
    expectRefused(await api.get('/relations/traverse?startType=event&startId=1'), 'query.startType', 'query.startId');
  });
});

describe('what ingest relates', () => {
  const gatewayUrl = useModelReader();
  let api: Api;
  beforeEach(() => {
    api = createApi(gatewayUrl());
  });

  it('is followed: a fact to the one that it replaces', async () => {
    const [lisbon] = (await ingest(api, 'I live in Lisbon.')).acceptedMemories;
    const [porto] = (await ingest(api, 'I moved to Porto.')).acceptedMemories;
    const found = await traverse(api, ['memory', String(porto?.memoryId)], '&type=supersedes&direction=outgoing');
    expect(idsOf(found)).toEqual([porto?.memoryId, lisbon?.memoryId]);
    await api.delete(`/memories/${lisbon?.memoryId}`);
    expect((await api.get('/relations')).body.data.relations).toEqual([]);
  });

  it('never leads to a fact that was deleted while ingest replaced it', { tags: ['long'] }, async () => {
    for (const city of ['Lisbon', 'Porto', 'Faro', 'Braga', 'Evora', 'Tomar']) {
      const other = createApi(api.url);
      const [old] = (await ingest(other, `I live in ${city}.`)).acceptedMemories;
      const [{ acceptedMemories }] = await Promise.all([
        ingest(other, 'I moved to Oslo.'),
        other.delete(`/memories/${old?.memoryId}`),
      ]);
      const found = await traverse(other, ['memory', String(acceptedMemories[0]?.memoryId)]);
      expect(found).toMatchObject({ nodes: [{ depth: 0 }], relations: [] });
    }
  });
});

describe('a traversal of relations that hold much', () => {
  const start = randomUUID();
  /** Random text, so that compression does not make it shorter. */
  const noise = (length: number) => randomBytes(length / 2).toString('hex');
  const lineTo = (toId: string, metadata: object) =>
    JSON.stringify({
      ...{ kind: 'relation', id: randomUUID(), type: 'knows', fromType: 'artifact', fromId: start, toType: 'artifact' },
      ...{ toId, weight: 1, metadata, createdAt: '2026-01-01T00:00:00Z' },
    });
  const importAll = async (lines: string[]) => {
    expect((await importWhole(api, lines.join('\n'))).problems).toEqual([]);
    expect((await api.get('/relations?limit=1')).body.data.total).toBe(lines.length);
  };

  it.each([
    ['as they are', 400, () => noise(3800)],
    ['packed', 40, () => 'x'.repeat(60_000)],
  ])('answers some of them, %s, the nearest first, and says that there are more', async (_how, count, text) => {
    const near = Array.from({ length: count }, () => randomUUID());
    await importAll(near.map((id) => lineTo(id, { text: text() })));
    const answer = await api.get(`/relations/traverse?startType=artifact&startId=${start}&limit=1000`);
    const { nodes, relations, truncated } = answer.body.data;
    expect([nodes.length, truncated]).toEqual([count + 1, true]);
    expect(relations.length).toBeGreaterThan(10);
    expect(relations.length).toBeLessThan(count);
    expect(answer.text.length).toBeLessThan(1.3 * 1024 * 1024);
  });
});
