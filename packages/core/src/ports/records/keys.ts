import type { Scope } from '@hippocamp/shared/operations/types';
import type { TenantId } from '@hippocamp/shared/schemas/common';

export interface KeyRecord {
  id: string;
  /** Null for an operator. */
  tenant: TenantId | null;
  name: string;
  hash: string;
  scopes: Scope[];
  ownerEntityId: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

/** Who may ask. Stands outside the tenants: keys belong to the operator, and one of them says which tenant it is. */
export interface KeyRegister {
  /** The one read before a tenant is known. */
  findBeforeTenant(id: string): Promise<KeyRecord | null>;
  insert(key: KeyRecord): Promise<void>;
  /** In order of their ids, from after `after`; of all tenants where none is named. */
  list(which: { tenant?: TenantId | undefined; after: string; limit: number }): Promise<KeyRecord[]>;
  /** Null where it is unknown. A time that it had stays where it is the earlier one. */
  end(id: string, times: { expiresAt?: Date; revokedAt?: Date }): Promise<KeyRecord | null>;
  used(id: string, at: Date): Promise<void>;
  /** Whether there ever was one of this tenant, or any. */
  exist(tenant?: TenantId): Promise<boolean>;
  /** In order after `after`. */
  tenants(after: string, limit: number): Promise<TenantId[]>;
}
