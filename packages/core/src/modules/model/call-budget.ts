import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { ModelCallRepository } from '../../ports/records.js';

/** Calls of a model that a tenant has on one day (UTC). */
export interface CallBudget {
  /** Takes one; false where none is left. */
  take(tenant: TenantId): Promise<boolean>;
}

interface BudgetDependencies {
  records: { forTenant(tenant: TenantId): { modelCalls: ModelCallRepository } };
  clock: Clock;
}

/** Counted in the records: all processes share it, and none begins anew when it starts. */
export const createCallBudget = (perDay: number, { records, clock }: BudgetDependencies): CallBudget => ({
  take: (tenant) => records.forTenant(tenant).modelCalls.take(clock.now().toISOString().slice(0, 10), perDay),
});
