import { vectorIndexConformance } from '@hippocamp/core/testing/vector-index-conformance';
import { everything, model, newTenant, point, question } from '@hippocamp/core/testing/vector-index-conformance/points';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmbeddedIndex } from './embedded-index.js';
import { openPglitePool, type PglitePool } from './testing/pglite-pool.js';

let pool: PglitePool;
beforeAll(async () => {
  pool = await openPglitePool();
});
afterAll(() => pool.end());

/** All tests share one engine, since a start takes seconds. */
const emptied = async () => {
  await pool.query('drop schema if exists embedded_index cascade');
  return createEmbeddedIndex({ sql: pool });
};

vectorIndexConformance('embedded', async () => ({ index: await emptied(), close: async () => undefined }));

describe('embedded index', () => {
  let index: Awaited<ReturnType<typeof emptied>>;
  beforeEach(async () => {
    index = await emptied();
  });

  const bytes = async () => {
    const { rows } = await pool.query(`select pg_table_size('embedded_index.points')::int as bytes`);
    return Number(rows[0]?.bytes);
  };

  it('records its migrations once', async () => {
    await index.ensure(model);
    await index.ensure(model);
    const { rows } = await pool.query('select number from embedded_index.migrations');
    expect(rows).toEqual([{ number: 1 }]);
  });

  it('stays fresh until a first point is there, so that a start that broke off is made up for', async () => {
    await index.ensure(model);
    expect(await index.ensure(model)).toEqual({ fresh: true });
  });

  it('leaves the schema as it was when a migration fails', async () => {
    await pool.query('create schema embedded_index');
    await pool.query('create table embedded_index.points ()');
    await expect(index.ensure(model)).rejects.toThrow('already exists');
    const { rows } = await pool.query(`select to_regclass('embedded_index.model') as model`);
    expect(rows).toEqual([{ model: null }]);
    await pool.query('drop table embedded_index.points');
    expect(await index.ensure(model)).toEqual({ fresh: true });
  });

  it('makes no more than one round trip for lists', async () => {
    await index.ensure(model);
    let calls = 0;
    const counting = createEmbeddedIndex({
      sql: {
        connect: pool.connect,
        query(text, values) {
          calls += 1;
          return pool.query(text, values);
        },
      },
    });
    await counting.lists(newTenant(), question(), everything, 10);
    expect(calls).toBe(1);
  });

  it('uses the space of replaced points again', { tags: ['long'] }, async () => {
    await index.ensure(model);
    const tenant = newTenant();
    const points = Array.from({ length: 2500 }, (_, place) => point(place));
    const replaceTwice = async (version: number) => {
      for (const next of [version, version + 1])
        await index.apply(
          tenant,
          points.map((one) => ({ ...one, version: next })),
        );
    };
    await replaceTwice(1);
    await replaceTwice(3);
    const before = await bytes();
    for (const version of [5, 7, 9, 11]) await replaceTwice(version);
    expect(await bytes()).toBeLessThan(before * 1.5);
  });
});
