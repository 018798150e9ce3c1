import type { IndexFilter, IndexLists, IndexParts, IndexQuestion } from '@hippocamp/core/ports/vector-index';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { denseText, readHits, sparseText } from './point-sql.js';
import type { SqlClient } from './sql.js';

const ownedByAny = (owners: readonly (string | null)[], at: (value: unknown) => string): string => {
  const named = owners.filter((owner) => owner !== null);
  const orNone = owners.includes(null) ? ' or owner_entity_id is null' : '';
  return `(owner_entity_id = any(${at(named)}::text[])${orNone})`;
};

/** Appends the values of the condition to `values`. */
function condition(tenant: TenantId, filter: IndexFilter, values: unknown[]): string {
  const at = (value: unknown) => `$${values.push(value)}`;
  const conditions = [`tenant_id = ${at(tenant)}`];
  const equals = (column: string, value: string | undefined) => {
    if (value !== undefined) conditions.push(`${column} = ${at(value)}`);
  };
  if (filter.ownerEntityId === null) conditions.push('owner_entity_id is null');
  else equals('owner_entity_id', filter.ownerEntityId);
  if (filter.owners) conditions.push(ownedByAny(filter.owners, at));
  equals('source_artifact_id', filter.sourceArtifactId);
  equals('session_id', filter.sessionId);
  if (filter.tiers?.length) conditions.push(`tier = any(${at(filter.tiers)}::text[])`);
  if (filter.tags?.length) conditions.push(`tags && ${at(filter.tags)}::text[]`);
  if (filter.createdAfter) conditions.push(`created_at >= ${at(filter.createdAfter.toISOString())}::timestamptz`);
  if (filter.createdBefore) conditions.push(`created_at < ${at(filter.createdBefore.toISOString())}::timestamptz`);
  if (!filter.includeSuperseded) conditions.push('not superseded');
  return conditions.join(' and ');
}

/** `<#>` is the negative dot product: for unit vectors the cosine, at half the cost of `<=>`. */
const distances = `id, version,
  dense <#> $1::vector as dense, own <#> $2::sparsevec as own, context <#> $2::sparsevec as context`;

const questionValues = ({ dense, sparse }: IndexQuestion) => [dense && denseText(dense), sparseText(sparse)];

const best = (list: 'dense' | 'own' | 'context', belongs: string) => `(
  select string_agg(id::text || ' ' || version || ' ' || 0 - ${list}, ',' order by ${list}, id)
  from (select id, version, ${list} from scanned where ${belongs} order by ${list}, id limit $3) as best
) as ${list}`;

/** One scan of the tenant's points serves all three lists. */
export async function findLists(
  sql: SqlClient,
  tenant: TenantId,
  question: IndexQuestion,
  filter: IndexFilter,
  m: number,
): Promise<IndexLists> {
  const values: unknown[] = [...questionValues(question), m];
  const { rows } = await sql.query(
    `with scanned as materialized (
      select ${distances} from embedded_index.points where ${condition(tenant, filter, values)}
    )
    select ${best('dense', 'dense is not null')}, ${best('own', 'own < 0')}, ${best('context', 'context < 0')}`,
    values,
  );
  const [row] = rows;
  return {
    dense: readHits(row?.dense),
    lexical: { own: readHits(row?.own), context: readHits(row?.context) },
    exact: true,
  };
}

export async function findScores(
  sql: SqlClient,
  tenant: TenantId,
  question: IndexQuestion,
  ids: readonly string[],
): Promise<Map<string, IndexParts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql.query(
    `select ${distances} from embedded_index.points where tenant_id = $3 and id = any($4::uuid[])`,
    [...questionValues(question), tenant, ids],
  );
  const value = (distance: unknown) => 0 - Number(distance);
  return new Map(
    rows.map((row) => [
      String(row.id),
      {
        version: Number(row.version),
        dense: row.dense === null ? null : value(row.dense),
        lexical: { own: value(row.own), context: value(row.context) },
      },
    ]),
  );
}
