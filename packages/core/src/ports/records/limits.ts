import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { OwnSettings } from '@hippocamp/shared/schemas/keys';

export interface StoredSettings extends OwnSettings {
  tenant: TenantId;
  changedAt: Date;
}

/** An operator's settings for tenants. They stay when a tenant erases itself. */
export interface TenantRegister {
  /** Changed at this time or later. */
  since(time: Date): Promise<StoredSettings[]>;
  /** Replaces the given members; `{}` resets one to the global settings. Answers what holds now. */
  set(tenant: TenantId, change: Partial<OwnSettings>): Promise<Omit<StoredSettings, 'tenant'>>;
}

export interface Holdings {
  memories: number;
  /** Bytes of memory texts with their metadata as it is stored, and of raw texts. */
  bytes: number;
}
