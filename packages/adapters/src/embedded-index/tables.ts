/** The points in use, and those of a rebuild. */
export type Table = 'points' | 'points_rebuilt';

/**
 * PGlite has no autovacuum and one thread, and a sparse vector beside the dense one makes a point one row to write, replace
 * and filter. `toast_tuple_target` keeps vectors of up to about 1,900 dimensions in line, where a scan reads them twice as
 * fast; `fillfactor` leaves room for a replaced point on its own page.
 */
const storage = 'with (fillfactor = 90, toast_tuple_target = 8160)';

/** One row a point and no postings. */
export const createPoints = `create table embedded_index.points (
  id uuid not null,
  version int not null,
  tier text collate "C" not null,
  superseded boolean not null,
  created_at timestamptz not null,
  tenant_id text collate "C" not null,
  dense vector,
  own sparsevec not null,
  context sparsevec not null,
  owner_entity_id text collate "C",
  source_artifact_id text collate "C",
  session_id text collate "C",
  tags text[] not null,
  primary key (tenant_id, id)
) ${storage}`;

/**
 * A tenth of the sample is enough for the plans here, and `analyze` then takes 20 ms of 200; vectors serve no plan, and a
 * tenant that the sample missed would be taken for one row.
 */
const sampled = 'id version tier superseded created_at owner_entity_id source_artifact_id session_id tags'.split(' ');
export const setStatistics = (table: Table) => `alter table embedded_index.${table}
  ${sampled.map((column) => `alter column ${column} set statistics 10`).join(', ')},
  ${['tenant_id', 'dense', 'own', 'context'].map((column) => `alter column ${column} set statistics 0`).join(', ')}`;

/** Sets the dimensions of an empty table. */
export const ofDimensions = (table: Table, dimensions: number) =>
  `alter table embedded_index.${table} alter column dense type vector(${Math.trunc(dimensions)})`;

/** Columns as they are now, so with vectors of the present model's dimensions where no others are given. */
export const createRebuilt = (dimensions: number | undefined) => [
  'drop table if exists embedded_index.points_rebuilt',
  `create table embedded_index.points_rebuilt (like embedded_index.points including all) ${storage}`,
  setStatistics('points_rebuilt'),
  ...(dimensions === undefined ? [] : [ofDimensions('points_rebuilt', dimensions)]),
];

export const putRebuiltInPlace = [
  'drop table embedded_index.points',
  'alter table embedded_index.points_rebuilt rename to points',
];

export const dropRebuilt = ['drop table if exists embedded_index.points_rebuilt'];
