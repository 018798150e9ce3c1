import type { SqlClient } from './sql.js';

/**
 * One row a point and no postings: PGlite has no autovacuum and one thread, and a sparse vector beside the dense one makes a
 * point one row to write, replace and filter. `toast_tuple_target` keeps vectors of up to about 1,900 dimensions in line,
 * where a scan reads them twice as fast; `fillfactor` leaves room for a replaced point on its own page.
 */
const points = `create table embedded_index.points (
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
) with (fillfactor = 90, toast_tuple_target = 8160)`;

/**
 * A tenth of the sample is enough for the plans here, and `analyze` then takes 20 ms of 200; vectors serve no plan, and a
 * tenant that the sample missed would be taken for one row.
 */
const columns = 'id version tier superseded created_at owner_entity_id source_artifact_id session_id tags'.split(' ');
const statistics = `alter table embedded_index.points
  ${columns.map((column) => `alter column ${column} set statistics 10`).join(', ')},
  ${['tenant_id', 'dense', 'own', 'context'].map((column) => `alter column ${column} set statistics 0`).join(', ')}`;

const migrations: readonly (readonly string[])[] = [
  [
    'create extension if not exists vector',
    'create table embedded_index.model (id text not null, dimensions int not null)',
    points,
    statistics,
  ],
];

/** Brings the schema up to date; runs inside the caller's transaction. */
export async function migrate(client: SqlClient): Promise<void> {
  await client.query('create schema if not exists embedded_index');
  await client.query(
    'create table if not exists embedded_index.migrations (number int primary key, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query('select number from embedded_index.migrations');
  const applied = new Set(rows.map((row) => Number(row.number)));
  for (const [position, statements] of migrations.entries()) {
    const number = position + 1;
    if (applied.has(number)) continue;
    for (const statement of statements) await client.query(statement);
    await client.query('insert into embedded_index.migrations (number) values ($1)', [number]);
  }
}
