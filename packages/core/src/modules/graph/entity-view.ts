import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Entity } from '@hippocamp/shared/schemas/entities';
import type { EntityRecord } from '../../ports/records.js';

export const entityView = (
  tenant: TenantId,
  { createdAt, updatedAt, fromMentions, ...record }: EntityRecord,
): Entity => ({
  ...record,
  tenantId: tenant,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  ...(fromMentions && record.version === 1 ? { fromMentions } : {}),
});
