import { vectorIndexConformance } from '@hippocamp/core/testing/vector-index-conformance';
import {
  everything,
  idOf,
  model,
  newTenant,
  noTerms,
  point,
  question,
  sparse,
  unit,
} from '@hippocamp/core/testing/vector-index-conformance/points';
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

  const counting = () => {
    const asked: string[] = [];
    const query: PglitePool['query'] = (text, values) => {
      asked.push(text);
      return pool.query(text, values);
    };
    return { asked, counted: createEmbeddedIndex({ sql: { connect: pool.connect, query } }) };
  };

  it('makes no more than one round trip for lists', async () => {
    await index.ensure(model);
    const { asked, counted } = counting();
    await counted.lists(newTenant(), question(), everything, 10);
    expect(asked).toHaveLength(1);
  });

  it('goes through long points in several statements, between which others get their turns', async () => {
    await index.ensure(model);
    const { asked, counted } = counting();
    await counted.ensure(model);
    const tenant = newTenant();
    const many = sparse(Object.fromEntries(Array.from({ length: 16_000 }, (_, term) => [term, 1])));
    await index.apply(tenant, [point(0, { dense: unit([1, 0, 0, 0]), sparse: { own: many, context: noTerms } })]);
    const alike =
      'version, own, context, owner_entity_id, tier, tags, source_artifact_id, session_id, created_at, superseded';
    await pool.query(
      `insert into embedded_index.points (tenant_id, id, dense, ${alike})
      select tenant_id, ('018f0000-0000-7000-8000-' || lpad(to_hex(place), 12, '0'))::uuid, l2_normalize(array[1, place, 0, 0]::vector), ${alike}
      from embedded_index.points cross join generate_series(1, 99) as place where tenant_id = $1`,
      [tenant],
    );
    asked.length = 0;
    const { dense, lexical } = await counted.lists(tenant, question({ dense: unit([0, 1, 0, 0]) }), everything, 5);
    expect(asked.length).toBeGreaterThan(1);
    expect(dense.map(({ id }) => id)).toEqual([99, 98, 97, 96, 95].map(idOf));
    expect(lexical.own.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4].map(idOf));
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
