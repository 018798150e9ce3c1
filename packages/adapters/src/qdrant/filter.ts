import type { IndexFilter } from '@hippocamp/core/ports/vector-index';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Schemas } from '@qdrant/js-client-rest';
import type { PayloadKey } from './payload.js';

export type Condition = Schemas['Condition'];

export interface TenantFilter {
  must: [Condition, ...Condition[]];
}

/** The only maker of filters, so that none lacks its tenant. */
export const ofTenant = (tenant: TenantId, ...conditions: Condition[]): TenantFilter => ({
  must: [equals('tenant_id', tenant), ...conditions],
});

const equals = (key: PayloadKey, value: string | boolean): Condition => ({ key, match: { value } });
const anyOf = (key: PayloadKey, values: readonly string[]): Condition => ({
  key,
  match: { any: [...new Set(values)] },
});
const given = (key: PayloadKey, value: string | undefined) => (value === undefined ? [] : [equals(key, value)]);

export const hasId = (ids: readonly string[]): Condition => ({ has_id: [...new Set(ids)] });

export const versionAtMost = (version: number): Condition => ({ key: 'version', range: { lte: version } });

const ofOwner = ({ ownerEntityId }: IndexFilter): Condition[] =>
  // `is_empty` means: missing, null or an empty list.
  ownerEntityId === null ? [{ is_empty: { key: 'owner_entity_id' } }] : given('owner_entity_id', ownerEntityId);

const ofOwners = ({ owners }: IndexFilter): Condition[] => {
  if (!owners) return [];
  const named = owners.filter((owner) => owner !== null);
  const nobody: Condition[] = owners.includes(null) ? [{ is_empty: { key: 'owner_entity_id' } }] : [];
  return [{ should: [...(named.length > 0 ? [anyOf('owner_entity_id', named)] : []), ...nobody] }];
};

function createdBetween({ createdAfter, createdBefore }: IndexFilter): Condition[] {
  if (!createdAfter && !createdBefore) return [];
  const range = {
    ...(createdAfter ? { gte: createdAfter.toISOString() } : {}),
    ...(createdBefore ? { lt: createdBefore.toISOString() } : {}),
  };
  return [{ key: 'created_at', range }];
}

export const searchFilter = (tenant: TenantId, filter: IndexFilter): TenantFilter =>
  ofTenant(
    tenant,
    ...ofOwner(filter),
    ...ofOwners(filter),
    ...given('source_artifact_id', filter.sourceArtifactId),
    ...given('session_id', filter.sessionId),
    ...(filter.tiers?.length ? [anyOf('tier', filter.tiers)] : []),
    ...(filter.tags?.length ? [anyOf('tags', filter.tags)] : []),
    ...createdBetween(filter),
    ...(filter.includeSuperseded ? [] : [equals('superseded', false)]),
  );
