import type { TenantId } from '@hippocamp/shared/schemas/common';
import { type CallBudget, createCallBudget } from '../modules/model/call-budget.js';
import type { Clock } from '../ports/clock.js';
import type { ModelUse } from '../ports/records.js';
import { NOON } from './builders.js';

/** A budget whose counts are kept here and not in records. */
export function budgetInMemory(
  calls: number,
  clock: Clock = { now: () => NOON },
  tokens: number | null = null,
): CallBudget {
  const days = new Map<string, ModelUse>();
  const forTenant = (tenant: TenantId) => {
    const usedOn = (day: string): ModelUse => days.get(`${tenant} ${day}`) ?? { calls: 0, tokens: 0 };
    const add = async (day: string, use: ModelUse) => {
      const before = usedOn(day);
      days.set(`${tenant} ${day}`, { calls: before.calls + use.calls, tokens: before.tokens + use.tokens });
    };
    const modelCalls = {
      async take(day: string) {
        const used = usedOn(day);
        if (used.calls >= calls || used.tokens >= (tokens ?? Number.POSITIVE_INFINITY)) return false;
        await add(day, { calls: 1, tokens: 0 });
        return true;
      },
      add,
      used: async (day: string) => usedOn(day),
    };
    return { modelCalls };
  };
  return createCallBudget({ calls, tokens }, { records: { forTenant }, clock });
}
