import type { IndexFilter } from '@hippocamp/core/ports/vector-index';
import type { TenantId } from '@hippocamp/shared/schemas/common';

const ownedByAny = (owners: readonly (string | null)[], at: (value: unknown) => string): string => {
  const named = owners.filter((owner) => owner !== null);
  const orNone = owners.includes(null) ? ' or owner_entity_id is null' : '';
  return `(owner_entity_id = any(${at(named)}::text[])${orNone})`;
};

/** The condition that a row must meet, the tenant first; its values are added to `values`. */
export function condition(tenant: TenantId, filter: IndexFilter, values: unknown[]): string {
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
