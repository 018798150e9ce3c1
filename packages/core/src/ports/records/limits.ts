import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { OwnLimits } from '@hippocamp/shared/schemas/limits';

export interface StoredLimits {
  tenant: TenantId;
  limits: OwnLimits;
  changedAt: Date;
}

/** What operators set for tenants. It stays when a tenant erases itself. */
export interface LimitRegister {
  /** Changed at this time or later. */
  since(time: Date): Promise<StoredLimits[]>;
  /** In place of what was set before; with `{}` all goes by the settings again. */
  set(tenant: TenantId, limits: OwnLimits): Promise<void>;
}

/** What a tenant holds. */
export interface Holdings {
  memories: number;
  /** Of the texts of memories and of raw texts. */
  bytes: number;
}
