import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Limits, OwnLimits } from '@hippocamp/shared/schemas/limits';
import type { LimitRegister } from '../../ports/records.js';

/** What tenants may do: the settings, and over them what an operator set for one. Nobody waits for the records to know it. */
export interface TenantLimits {
  of(tenant: TenantId): Limits;
  /** What was set for it alone. */
  own(tenant: TenantId): OwnLimits;
  set(tenant: TenantId, own: OwnLimits): Promise<void>;
  /** Reads what other processes set meanwhile. */
  refresh(): Promise<void>;
}

/** A change is visible once it is committed, which may be so many ms after the time that it has. */
const OVERLAP = 60_000;

export function createTenantLimits(register: LimitRegister, settings: Limits): TenantLimits {
  const set = new Map<TenantId, OwnLimits>();
  let read = new Date(0);
  const own = (tenant: TenantId) => set.get(tenant) ?? {};
  return {
    own,
    of: (tenant) => ({ ...settings, ...own(tenant) }),
    async set(tenant, limits) {
      await register.set(tenant, limits);
      set.set(tenant, limits);
    },
    async refresh() {
      for (const { tenant, limits, changedAt } of await register.since(new Date(read.getTime() - OVERLAP))) {
        set.set(tenant, limits);
        if (changedAt > read) read = changedAt;
      }
    },
  };
}
