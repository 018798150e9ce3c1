import { createEmbeddedIndex, type EmbeddedIndex } from '@hippocamp/adapters/embedded-index/embedded-index';
import type { Point } from '@hippocamp/core/ports/vector-index';
import { quietLog } from '@hippocamp/core/testing/builders';
import { vectorIndexConformance } from '@hippocamp/core/testing/vector-index-conformance';
import { expectationsOf } from '@hippocamp/core/testing/vector-index-conformance/expectations';
import {
  everything,
  idOf,
  model,
  newTenant,
  point,
  question,
  unit,
} from '@hippocamp/core/testing/vector-index-conformance/points';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPglitePool, type PglitePool } from '../testing/pglite-pool.js';
import { type WatchedPool, watchPool } from '../testing/watched-pool.js';

const SOON = { timeout: 60_000 };
const ENOUGH = 64 * 1024 * 1024;
const precision = { cosineError: 0.005 };
const { expectLists } = expectationsOf(precision);

let pool: PglitePool;
beforeAll(async () => {
  pool = await openPglitePool();
});
afterAll(() => pool.end());

const opened: EmbeddedIndex[] = [];
const warnings: unknown[] = [];
const log = { ...quietLog, warn: (...line: unknown[]) => void warnings.push(line) };
afterEach(async () => {
  warnings.splice(0);
  for (const index of opened.splice(0)) await index.close();
});

/** All tests share one engine, since a start takes seconds. */
const emptied = async (memory = ENOUGH) => {
  await pool.query('drop schema if exists embedded_index cascade');
  const watched = watchPool(pool);
  const index = createEmbeddedIndex({ sql: watched.sql, memory, log });
  opened.push(index);
  return { index, watched };
};

vectorIndexConformance(
  'embedded, in memory',
  async () => {
    const { index } = await emptied();
    return { index, close: index.close };
  },
  precision,
);

describe('embedded index in memory', () => {
  let index: EmbeddedIndex;
  let watched: WatchedPool;
  const open = async (memory?: number) => {
    ({ index, watched } = await emptied(memory));
    await index.ensure(model);
  };
  beforeEach(() => open());

  const many = (count: number, version = 1) => Array.from({ length: count }, (_, place) => point(place, { version }));
  const ask = (tenant: TenantId) => index.lists(tenant, question(), everything, 100);
  const expectHolds = async (tenant: TenantId, points: readonly Point[]) => {
    const held = { points, question: question(), filter: everything, m: 5000 };
    expectLists(await index.lists(tenant, held.question, everything, held.m), held);
    const scores = await index.scores(
      tenant,
      held.question,
      points.map(({ id }) => id),
    );
    expect([...scores.keys()].toSorted()).toEqual(points.map(({ id }) => id).toSorted());
  };
  const untilInMemory = (tenant: TenantId) =>
    vi.waitFor(async () => {
      watched.look();
      await ask(tenant);
      expect(watched.look()).toEqual({ parts: 0, asked: 0 });
    }, SOON);

  it('asks the database once for a small tenant, and never after a write', async () => {
    const tenant = newTenant();
    await index.apply(tenant, many(20));
    await ask(tenant);
    expect(watched.look()).toEqual({ parts: 1, asked: 0 });
    await index.apply(tenant, [point(3, { version: 2, dense: unit([0, 0, 1, 0]) }), point(50)]);
    await index.remove(tenant, [idOf(7)]);
    const points = many(20).filter((_, place) => place !== 3 && place !== 7);
    await expectHolds(tenant, [...points, point(3, { version: 2, dense: unit([0, 0, 1, 0]) }), point(50)]);
    expect(watched.look()).toEqual({ parts: 0, asked: 0 });
  });

  it('waits while a tenant of several parts is filled, rather than scan it in the database', async () => {
    const tenant = newTenant();
    await index.apply(tenant, many(1203));
    await expectHolds(tenant, many(1203));
    expect(watched.look()).toEqual({ parts: 3, asked: 0 });
  });

  it('loses nothing that is written while a part is on its way', async () => {
    const tenant = newTenant();
    await index.apply(tenant, many(1203));
    const changed = point(600, { version: 9, dense: null });
    const again = point(601, { version: 1, dense: unit([1, 0, 0, 0]) });
    watched.onPart = async (rows, number) => {
      if (number !== 2) return rows;
      await index.apply(tenant, [changed, point(5000)]);
      await index.remove(tenant, [idOf(1), idOf(601), idOf(602), idOf(1100)]);
      await index.apply(tenant, [again, point(603, { version: 0, dense: null })]);
      return rows;
    };
    await ask(tenant);
    await untilInMemory(tenant);
    const gone = [1, 600, 601, 602, 1100].map(idOf);
    const left = many(1203).filter(({ id }) => !gone.includes(id));
    await expectHolds(tenant, [...left, changed, again, point(5000)]);
    expect(watched.look()).toEqual({ parts: 0, asked: 0 });
  });

  it('leaves to the database what does not fit, and does not try again', async () => {
    await open(100_000);
    const tenant = newTenant();
    await index.apply(tenant, many(3000));
    await expectHolds(tenant, many(3000));
    const small = newTenant();
    await index.apply(small, many(20));
    await vi.waitFor(async () => {
      await ask(tenant);
      expect(watched.look().parts).toBe(0);
    }, SOON);
    await untilInMemory(small);
    await expectHolds(tenant, many(3000));
    expect(watched.look()).toEqual({ parts: 0, asked: 2 });
  });

  it('makes room by dropping who was asked least lately', async () => {
    await open(200_000);
    const [first, second, third] = [newTenant(), newTenant(), newTenant()];
    for (const tenant of [first, second, third]) await index.apply(tenant, many(400));
    for (const tenant of [first, second, first, third]) await expectHolds(tenant, many(400));
    expect(watched.look()).toEqual({ parts: 3, asked: 0 });
    await expectHolds(first, many(400));
    expect(watched.look().parts).toBe(0);
    await expectHolds(second, many(400));
    expect(watched.look().parts).toBe(1);
  });

  it('reads anew what a write that failed may have left', async () => {
    const tenant = newTenant();
    await index.apply(tenant, many(20));
    await ask(tenant);
    const long = point(1, { version: 2, dense: unit([1, 2, 3, 4, 5]) });
    await expect(index.apply(tenant, [long])).rejects.toThrow();
    watched.look();
    await expectHolds(tenant, many(20));
    expect(watched.look()).toEqual({ parts: 1, asked: 0 });
  });

  it('goes on from the database when its thread dies, and fills another', async () => {
    const tenant = newTenant();
    await index.apply(tenant, many(20));
    watched.onPart = async ([row = {}], number) => [number === 1 ? { ...row, filters: 'this ends the thread' } : row];
    // It rests after a death until the test says so.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await expectHolds(tenant, many(20)).finally(() => {
      vi.runOnlyPendingTimers();
      vi.useRealTimers();
    });
    expect(watched.look()).toEqual({ parts: 1, asked: 2 });
    await untilInMemory(tenant);
    await index.apply(tenant, [point(30)]);
    await expectHolds(tenant, [...many(20), point(30)]);
    expect(warnings).toEqual([[{ reason: 'SyntaxError' }, expect.stringContaining('lost')]]);
  });

  it('asks the database when it is closed', async () => {
    const tenant = newTenant();
    await index.apply(tenant, many(20));
    await ask(tenant);
    await index.close();
    await expectHolds(tenant, many(20));
    expect(watched.look().asked).toBe(2);
  });
});
