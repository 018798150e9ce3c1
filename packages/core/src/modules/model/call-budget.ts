import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import { type ModelCall, ModelFailure } from '../../ports/model-failure.js';
import type { ModelCallRepository, ModelLimits, ModelUse } from '../../ports/records.js';

/** The model calls and tokens of a tenant on one day (UTC). */
export interface CallBudget {
  /** Null when the budget is used up. The model is not asked then. */
  spend<Answer>(tenant: TenantId, ask: (call: ModelCall) => Promise<Answer>): Promise<Answer | null>;
  used(tenant: TenantId): Promise<ModelUse>;
  readonly limits: ModelLimits;
}

interface BudgetDependencies {
  records: { forTenant(tenant: TenantId): { modelCalls: ModelCallRepository } };
  clock: Clock;
  onOverrun?: () => void;
}

/** Counted in the records for all processes. A failed call that asked nothing is given back. */
export function createCallBudget(limits: ModelLimits, { records, clock, onOverrun }: BudgetDependencies): CallBudget {
  const today = () => clock.now().toISOString().slice(0, 10);
  return {
    limits,
    used: (tenant) => records.forTenant(tenant).modelCalls.used(today()),
    async spend(tenant, ask) {
      const { modelCalls } = records.forTenant(tenant);
      const day = today();
      if (!(await modelCalls.take(day, limits))) {
        onOverrun?.();
        return null;
      }
      const used: ModelUse = { calls: 0, tokens: 0 };
      try {
        const spent = (tokens: number) => {
          used.tokens = tokens;
        };
        return await ask({ tenant, spent });
      } catch (error) {
        if (error instanceof ModelFailure && !error.asked) used.calls = -1;
        throw error;
      } finally {
        if (used.calls + used.tokens !== 0) await modelCalls.add(day, used);
      }
    },
  };
}
