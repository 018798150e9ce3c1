import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../../ports/clock.js';

/** Calls of a model that a tenant has on one day (UTC). */
export interface CallBudget {
  /** Takes one; false where none is left. */
  take(tenant: TenantId): boolean;
}

/** Counted in this process alone, anew when it starts. */
export function createCallBudget(perDay: number, clock: Clock): CallBudget {
  let day = '';
  const taken = new Map<TenantId, number>();
  return {
    take(tenant) {
      const today = clock.now().toISOString().slice(0, 10);
      if (today !== day) taken.clear();
      day = today;
      const before = taken.get(tenant) ?? 0;
      if (before >= perDay) return false;
      taken.set(tenant, before + 1);
      return true;
    },
  };
}
