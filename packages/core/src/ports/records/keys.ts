import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Scope } from '@hippocamp/shared/scopes';

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

/** Keys stand outside the tenants, because they belong to the operator and name their tenant. */
export interface KeyRegister {
  /** Read before a tenant is known. Unknown ones are missing. */
  findBeforeTenant(ids: readonly string[]): Promise<KeyRecord[]>;
  insert(key: KeyRecord): Promise<void>;
  /** Ordered by id, after `after`; all tenants by default. */
  list(which: { tenant?: TenantId | undefined; after: string; limit: number }): Promise<KeyRecord[]>;
  /** Keeps an earlier time that is already set. Null when the key is unknown. */
  end(id: string, times: { expiresAt?: Date; revokedAt?: Date }): Promise<KeyRecord | null>;
  used(id: string, at: Date): Promise<void>;
  /** True when there ever was a key. */
  exist(): Promise<boolean>;
  /** Those of the tenants that ever had a key. */
  keyed(tenants: readonly TenantId[]): Promise<TenantId[]>;
  /** Ordered, after `after`. */
  tenants(after: string, limit: number): Promise<TenantId[]>;
}
