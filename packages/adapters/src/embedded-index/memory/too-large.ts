import type { TenantId } from '@hippocamp/shared/schemas/common';

/** Tenants that did not fit, until enough of their points are removed that another filling may be worth its time. */
export interface TooLarge {
  has(tenant: TenantId): boolean;
  add(tenant: TenantId): void;
  removed(tenant: TenantId, points: number): void;
  clear(): void;
}

/** As many as take PGlite a second or two to read. */
const ENOUGH = 10_000;

export function createTooLarge(): TooLarge {
  const missing = new Map<TenantId, number>();
  return {
    has: (tenant) => missing.has(tenant),
    add: (tenant) => void missing.set(tenant, ENOUGH),
    removed(tenant, points) {
      const left = missing.get(tenant);
      if (left === undefined) return;
      if (left > points) missing.set(tenant, left - points);
      else missing.delete(tenant);
    },
    clear: () => missing.clear(),
  };
}
