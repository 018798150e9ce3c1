import type { IndexFilter, IndexHit, IndexLists, IndexParts, IndexQuestion } from '@hippocamp/core/ports/vector-index';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { denseText, readHits, sparseText } from './point-sql.js';
import type { SqlClient } from './sql.js';

const ownedByAny = (owners: readonly (string | null)[], at: (value: unknown) => string): string => {
  const named = owners.filter((owner) => owner !== null);
  const orNone = owners.includes(null) ? ' or owner_entity_id is null' : '';
  return `(owner_entity_id = any(${at(named)}::text[])${orNone})`;
};

/** Beyond so many, comparing each with each of a point takes longer than making an object of those. */
const FEW_TAGS = 8;
const anyTag = (tags: readonly string[], at: string): string =>
  tags.length > FEW_TAGS ? `jsonb_object(tags, tags) ?| ${at}::text[]` : `tags && ${at}::text[]`;

/** Appends the values of the condition to `values`. */
function condition(filter: IndexFilter, values: unknown[]): string {
  const at = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['true'];
  const equals = (column: string, value: string | undefined) => {
    if (value !== undefined) conditions.push(`${column} = ${at(value)}`);
  };
  if (filter.ownerEntityId === null) conditions.push('owner_entity_id is null');
  else equals('owner_entity_id', filter.ownerEntityId);
  if (filter.owners) conditions.push(ownedByAny(filter.owners, at));
  equals('source_artifact_id', filter.sourceArtifactId);
  equals('session_id', filter.sessionId);
  if (filter.tiers?.length) conditions.push(`tier = any(${at(filter.tiers)}::text[])`);
  if (filter.tags?.length) conditions.push(anyTag(filter.tags, at(filter.tags)));
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

/** Points of one statement, and bytes of those that pass, as they are stored: others get their turns between two. */
const [MOST_POINTS, MOST_BYTES] = [4000, 8 * 1024 * 1024];

const following = `tenant_id = $4 and ($5::uuid is null or id > $5::uuid)`;

/** Sizes are looked at first, in rows that hold no vectors. */
const scan = (passes: string) => `with looked_at as materialized (
    select id, case when ${passes}
      then coalesce(pg_column_size(dense), 0) + pg_column_size(own) + pg_column_size(context) end as size
    from embedded_index.points where ${following} order by id limit ${MOST_POINTS}
  ), summed as (
    select id, sum(size) over so_far as bytes, count(size) over so_far as passing
    from looked_at window so_far as (order by id)
  ), upto as materialized (
    select id from summed where bytes is null or bytes <= ${MOST_BYTES} or passing = 1 order by id desc limit 1
  ), scanned as materialized (
    select ${distances} from embedded_index.points
    where ${following} and id <= (select id from upto) and ${passes}
  )
  select ${best('dense', 'dense is not null')}, ${best('own', 'own < 0')}, ${best('context', 'context < 0')},
    (select id from upto) as last,
    (select count(*) from looked_at where id <= (select id from upto)) = ${MOST_POINTS}
      or exists (select from looked_at where id > (select id from upto)) as more`;

const bestOf = (m: number, lists: readonly IndexHit[][]): IndexHit[] =>
  lists.length === 1
    ? (lists[0] ?? [])
    : lists
        .flat()
        .sort((first, second) => second.value - first.value || (first.id < second.id ? -1 : 1))
        .slice(0, m);

/** One scan of the tenant's points serves all three lists. */
export async function findLists(
  sql: Pick<SqlClient, 'query'>,
  tenant: TenantId,
  question: IndexQuestion,
  filter: IndexFilter,
  m: number,
): Promise<IndexLists> {
  let found: Record<'dense' | 'own' | 'context', IndexHit[]> = { dense: [], own: [], context: [] };
  for (let after: unknown = null; ; ) {
    const values: unknown[] = [...questionValues(question), m, tenant, after];
    const { rows } = await sql.query(scan(condition(filter, values)), values);
    const [row] = rows;
    const isFirst = after === null;
    const merged = (list: 'dense' | 'own' | 'context') =>
      bestOf(m, isFirst ? [readHits(row?.[list])] : [found[list], readHits(row?.[list])]);
    found = { dense: merged('dense'), own: merged('own'), context: merged('context') };
    if (!row?.more) break;
    after = row.last;
  }
  const { dense, ...lexical } = found;
  return { dense, lexical, exact: true };
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
