export type Table = 'points' | 'points_rebuilt';

/** Vectors of up to about 1,900 dimensions stay in line, which halves a scan; a replaced point fits on its page. */
const storage = 'with (fillfactor = 90, toast_tuple_target = 8160)';

/** A point is one row with both kinds of vectors, so one thread writes, replaces and filters it at once. */
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
 * Statistics of a tenth are enough for the plans here, and `analyze` takes 20 ms in place of 200. Vectors serve no
 * plan, and a tenant missing from the sample would be estimated at one row.
 */
const sampled = 'id version tier superseded created_at owner_entity_id source_artifact_id session_id tags'.split(' ');
export const setStatistics = (table: Table) => `alter table embedded_index.${table}
  ${sampled.map((column) => `alter column ${column} set statistics 10`).join(', ')},
  ${['tenant_id', 'dense', 'own', 'context'].map((column) => `alter column ${column} set statistics 0`).join(', ')}`;

/** For an empty table. */
export const ofDimensions = (table: Table, dimensions: number) =>
  `alter table embedded_index.${table} alter column dense type vector(${Math.trunc(dimensions)})`;

/** Copies the present columns, so the vectors keep their dimensions unless others are given. */
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
