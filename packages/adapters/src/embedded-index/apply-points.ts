import type { Point } from '@hippocamp/core/ports/vector-index';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { sparseText, stepsText, stepText, textArray } from './encoding.js';
import type { SqlClient } from './sql.js';
import type { Table } from './tables.js';

const BATCH = 500;

/** `excluded` is the row given, `held` the one that is there. */
const statement = (table: Table) => `
insert into embedded_index.${table} as held (tenant_id, id, version, dense, own, context,
  owner_entity_id, tier, tags, source_artifact_id, session_id, created_at, superseded)
select $1, id::uuid, version::int, steps::vector * $2::vector, own::sparsevec, context::sparsevec,
  owner_entity_id, tier, tags::text[], source_artifact_id, session_id, created_at::timestamptz, superseded::boolean
from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
  $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[])
  as given (id, version, steps, own, context,
    owner_entity_id, tier, tags, source_artifact_id, session_id, created_at, superseded)
on conflict (tenant_id, id) do update set version = excluded.version,
  dense = excluded.dense, own = excluded.own, context = excluded.context,
  owner_entity_id = excluded.owner_entity_id, tier = excluded.tier, tags = excluded.tags,
  source_artifact_id = excluded.source_artifact_id, session_id = excluded.session_id,
  created_at = excluded.created_at, superseded = excluded.superseded
where held.version <= excluded.version`;

/** One statement cannot touch a row twice. */
function newestOfEach(points: readonly Point[]): Point[] {
  const newest = new Map<string, Point>();
  for (const point of points) {
    if (point.version >= (newest.get(point.id)?.version ?? point.version)) newest.set(point.id, point);
  }
  return [...newest.values()];
}

const columns: readonly ((point: Point) => string | null)[] = [
  ({ id }) => id,
  ({ version }) => String(version),
  ({ dense }) => (dense === null ? null : stepsText(dense)),
  ({ sparse }) => sparseText(sparse.own),
  ({ sparse }) => sparseText(sparse.context),
  ({ filters }) => filters.ownerEntityId,
  ({ filters }) => filters.tier,
  ({ filters }) => textArray(filters.tags),
  ({ filters }) => filters.sourceArtifactId,
  ({ filters }) => filters.sessionId,
  ({ filters }) => filters.createdAt.toISOString(),
  ({ filters }) => String(filters.superseded),
];

export async function applyPoints(
  sql: SqlClient,
  table: Table,
  tenant: TenantId,
  points: readonly Point[],
): Promise<void> {
  const newest = newestOfEach(points);
  for (let start = 0; start < newest.length; start += BATCH) {
    const batch = newest.slice(start, start + BATCH);
    const known = batch.find(({ dense }) => dense !== null)?.dense;
    const step = known ? stepText(known.length) : null;
    await sql.query(statement(table), [tenant, step, ...columns.map((column) => batch.map(column))]);
  }
}
