import { everything, model, newTenant, point, question } from '@hippocamp/core/testing/vector-index-conformance/points';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openIndex } from './testing/index-under-test.js';
import { type QdrantDouble, type SeenRequest, startQdrantDouble } from './testing/qdrant-double.js';

let double: QdrantDouble;
beforeEach(async () => {
  double = await startQdrantDouble();
});
afterEach(() => double.stop());

const SOON = { timeout: 20_000 };
const tenant = newTenant();
const unavailable = { problem: 'dependency-unavailable' };
const made = () => double.requests.filter(({ method, path }) => method === 'PUT' && path.endsWith('{collection_name}'));
const isCount = ({ path }: SeenRequest) => path.endsWith('/count');
const asOne = (prefix: string) => () => openIndex(double.url, { prefix });

const missing = { kind: 'answer', answer: { status: 404, body: { status: { error: 'Not found' } } } } as const;

describe('ensure', () => {
  it('makes one collection, whatever the number of processes', async () => {
    const indexes = Array.from({ length: 6 }, asOne('many'));
    const answers = await Promise.all(indexes.map(({ index }) => index.ensure(model)));
    expect(answers).toContainEqual({ fresh: true });
    expect(new Set(made().map(({ url }) => url)).size).toBe(1);
    for (const { index } of indexes) await index.apply(tenant, [point(1)]);
    for (const { index } of indexes) expect(await index.count(tenant)).toBe(1);
  });

  it('asks for graphs by tenant only, and for an index of all that is filtered by', async () => {
    await openIndex(double.url).index.ensure(model);
    expect(made().at(0)?.body).toMatchObject({ hnsw_config: { m: 0, payload_m: 16 } });
    const indexes = double.requests.filter(({ path }) => path.endsWith('/index')).map(({ body }) => body);
    expect(indexes).toContainEqual({ field_name: 'tenant_id', field_schema: { type: 'keyword', is_tenant: true } });
    expect(indexes).toHaveLength(9);
  });

  it('finishes what broke off', async () => {
    const fault = { kind: 'answer', answer: { status: 400, body: '' } } as const;
    for (const path of ['/index', '/collections/aliases']) {
      double.reset();
      double.fault((request) => request.path.endsWith(path), fault);
      await expect(asOne('broken')().index.ensure(model)).rejects.toThrow('status 400');
      const { index } = asOne('broken')();
      expect(await index.ensure(model)).toEqual({ fresh: true });
      await index.apply(tenant, [point(1)]);
    }
  });

  it('has everything ordered before there is a collection, and not again for one that is still empty', async () => {
    const prefix = 'ordered';
    const orders: number[] = [];
    const order = async () => void orders.push(made().length);
    const broken = async () => {
      throw new Error('The records do not answer.');
    };
    await expect(asOne(prefix)().index.ensure(model, broken)).rejects.toThrow('The records');
    expect(await asOne(prefix)().index.ensure(model, order)).toEqual({ fresh: true });
    expect(await asOne(prefix)().index.ensure(model, order)).toEqual({ fresh: false });
    expect(orders).toEqual([0]);
  });

  it('twice makes nothing the second time', async () => {
    const { index } = openIndex(double.url);
    await index.ensure(model);
    double.requests.length = 0;
    await index.ensure(model);
    expect(double.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  });
});

describe('the version', () => {
  it('is refused when too old', async () => {
    const old = await startQdrantDouble({ version: '1.15.5' });
    await expect(openIndex(old.url).index.ensure(model)).rejects.toThrow('Qdrant 1.15.5 is too old');
    await old.stop();
  });

  it.each([
    ['1.16.0', 1],
    ['1.18.3', 1],
    ['1.19.0', 0],
    ['2.0.0', 0],
  ])('%s is warned of %i times', async (version, times) => {
    const server = await startQdrantDouble({ version });
    const { index, logged } = openIndex(server.url);
    await index.ensure(model);
    await index.ensure(model);
    expect(logged.filter(({ level }) => level === 'warn')).toHaveLength(times);
    await server.stop();
  });
});

describe('a collection that vanishes', () => {
  it('is made again, and its owner told before anything is answered', async () => {
    const { index, losses } = openIndex(double.url);
    await index.ensure(model);
    await index.apply(tenant, [point(1)]);
    double.lose();
    await expect(index.lists(tenant, question(), everything, 10)).rejects.toMatchObject(unavailable);
    await vi.waitFor(() => index.ping(), SOON);
    expect(losses()).toBe(1);
    expect(await index.count(tenant)).toBe(0);
    await index.apply(tenant, [point(1)]);
    expect(await index.count(tenant)).toBe(1);
  });

  it('is told again until it is heard', async () => {
    let calls = 0;
    const onLost = async () => {
      calls += 1;
      if (calls < 3) throw new Error('The records do not answer.');
    };
    const { index, logged } = openIndex(double.url, { onLost });
    await index.ensure(model);
    double.lose();
    await expect(index.count(tenant)).rejects.toMatchObject(unavailable);
    await vi.waitFor(() => index.ping(), SOON);
    expect(calls).toBe(3);
    expect(logged.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  it('is asked by no process before everything was ordered to be indexed again', async () => {
    let order: () => void = () => undefined;
    const ordered = new Promise<void>((resolve) => {
      order = resolve;
    });
    const onLost = vi.fn(() => ordered);
    const [first, second] = [1, 2].map(() => openIndex(double.url, { prefix: 'shared', onLost }).index);
    if (!first || !second) throw new Error('There are two.');
    await first.ensure(model);
    await second.ensure(model);
    await first.apply(tenant, [point(1)]);
    double.lose();
    await expect(first.count(tenant)).rejects.toMatchObject(unavailable);
    await vi.waitFor(() => expect(onLost).toHaveBeenCalled(), SOON);
    const later = openIndex(double.url, { prefix: 'shared', onLost }).index;
    const ensured = later.ensure(model, onLost);
    for (const index of [first, second]) await expect(index.count(tenant)).rejects.toMatchObject(unavailable);
    order();
    await ensured;
    for (const index of [first, second, later]) await vi.waitFor(() => index.ping(), SOON);
    expect(await second.count(tenant)).toBe(0);
  });

  it('is ordered to be indexed again once, however many processes find it lost', async () => {
    let last: Promise<unknown> = Promise.resolve();
    const alone = <Result>(work: () => Promise<Result>) => {
      const turn = last.then(work);
      last = turn.catch(() => undefined);
      return turn;
    };
    const onLost = vi.fn(async () => undefined);
    const indexes = [1, 2, 3].map(() => openIndex(double.url, { prefix: 'once', alone, onLost }).index);
    for (const index of indexes) await index.ensure(model);
    double.lose();
    // Nobody makes it again before all have found it lost.
    let goOn: () => void = () => undefined;
    last = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    for (const index of indexes) await expect(index.count(tenant)).rejects.toMatchObject(unavailable);
    goOn();
    for (const index of indexes) await vi.waitFor(() => index.ping(), SOON);
    expect(onLost).toHaveBeenCalledTimes(1);
  });

  it('is not lost when another process put one in its place', async () => {
    const { index, losses } = openIndex(double.url);
    await index.ensure(model);
    await index.apply(tenant, [point(1)]);
    double.fault(isCount, missing);
    expect(await index.count(tenant)).toBe(1);
    expect(losses()).toBe(0);
  });

  it('is made later when Qdrant was away at the start', async () => {
    const { index, losses } = openIndex(double.url);
    double.fault(() => true, { kind: 'drop before' }, 3);
    await expect(index.ensure(model)).rejects.toMatchObject(unavailable);
    await expect(index.apply(tenant, [point(1)])).rejects.toMatchObject(unavailable);
    await vi.waitFor(() => index.apply(tenant, [point(1)]), SOON);
    expect(losses()).toBe(1);
  });
});

describe('a rebuild', () => {
  it('answers every read while it takes the place, for every process', async () => {
    const [first, second] = [asOne('switch')(), asOne('switch')()];
    await Promise.all([first, second].map(({ index }) => index.ensure(model)));
    await first.index.apply(tenant, [point(1)]);
    const reading = { done: false };
    const watchers = [first, second].map(async ({ index }) => {
      const counts = new Set<number>();
      while (!reading.done) counts.add(await index.count(tenant));
      return counts;
    });
    for (let round = 0; round < 5; round += 1) {
      const rebuild = await first.index.rebuild();
      await rebuild.apply(tenant, [point(1)]);
      await rebuild.replace();
    }
    reading.done = true;
    expect(await Promise.all(watchers)).toEqual([new Set([1]), new Set([1])]);
    expect([first.losses(), second.losses()]).toEqual([0, 0]);
    const collections = await fetch(`${double.url}/collections`).then((response) => response.json());
    expect(collections).toMatchObject({ result: { collections: [{ name: expect.stringMatching(/_6$/) }] } });
  });

  it('of which another was begun cannot be gone on with', async () => {
    const { index } = openIndex(double.url);
    await index.ensure(model);
    const rebuild = await index.rebuild();
    await index.rebuild();
    await expect(rebuild.apply(tenant, [point(1)])).rejects.toMatchObject(unavailable);
    await expect(rebuild.replace()).rejects.toMatchObject(unavailable);
    await expect(index.ping()).resolves.toBeUndefined();
  });
});
