import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import { type ModelCall, ModelFailure } from '../../ports/model-failure.js';
import type { ModelCallRepository, ModelLimits, ModelUse } from '../../ports/records.js';

/** Calls of a model, and their tokens, that a tenant has on one day (UTC). */
export interface CallBudget {
  /** The answer. Null when the budget is used up; then nothing is asked. */
  spend<Answer>(tenant: TenantId, ask: (call: ModelCall) => Promise<Answer>): Promise<Answer | null>;
  /** Today's use. */
  used(tenant: TenantId): Promise<ModelUse>;
  readonly limits: ModelLimits;
}

interface BudgetDependencies {
  records: { forTenant(tenant: TenantId): { modelCalls: ModelCallRepository } };
  clock: Clock;
  /** Called when the budget was used up. */
  onOverrun?: () => void;
}

/** Counted in the records: all processes share it, and none begins anew when it starts. What was never asked is given back. */
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
