import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { PackedRows } from './in-memory/messages.js';
import { unpackIds } from './in-memory/packed.js';
import type { SqlClient } from './sql.js';

export interface Part {
  rows: PackedRows;
  last: string | null;
}

/** Points per statement, which holds the only session of PGlite for so long. */
export const PART = 500;

/** Ends a part sooner: one point may have 256 KB, and the main thread takes a part in one piece. */
const PART_BYTES = 4 * 1024 * 1024;

/** Packed as in `packed.ts`: PGlite writes numbers as text more slowly than it sends bytes. */
const statement = `
with page as materialized (
  select * from embedded_index.points where tenant_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit $3
), part as (
  select * from (
    select *, sum(coalesce(pg_column_size(dense), 0) + pg_column_size(own) + pg_column_size(context)
      + pg_column_size(tags)) over (order by id rows between unbounded preceding and 1 preceding) as before
    from page) as measured
  where coalesce(before, 0) < $4
)
select
  (select count(*) from page)::int as found,
  string_agg(uuid_send(id), '' order by id) as ids,
  string_agg(uuid_send(id) || int4send(version) || coalesce(vector_send(dense), int4send(0))
    || sparsevec_send(own) || sparsevec_send(context), '' order by id) as bytes,
  json_agg(json_build_array(owner_entity_id, tier, tags, source_artifact_id, session_id,
    (extract(epoch from created_at) * 1000)::float8, superseded) order by id)::text as filters
from part`;

export async function readPart(sql: SqlClient, tenant: TenantId, after: string | null): Promise<Part | null> {
  const { rows } = await sql.query(statement, [tenant, after, PART, PART_BYTES]);
  const { found, ids, bytes, filters } = rows[0] ?? {};
  if (!(ids instanceof Uint8Array) || !(bytes instanceof Uint8Array) || typeof filters !== 'string') return null;
  const all = unpackIds(new Uint8Array(ids));
  const isLast = all.length < PART && all.length === found;
  // A copy, because the buffer is transferred to the thread, and a small one shares its buffer with others.
  return { rows: { bytes: new Uint8Array(bytes), filters }, last: isLast ? null : (all.at(-1) ?? null) };
}
