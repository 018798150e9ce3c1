import type { TenantId } from '@hippocamp/shared/schemas/common';
import { type CallBudget, createCallBudget } from '../modules/model/call-budget.js';
import type { Clock } from '../ports/clock.js';
import { NOON } from './builders.js';

/** A budget whose counts are kept here and not in records. */
export function budgetInMemory(perDay: number, clock: Clock = { now: () => NOON }): CallBudget {
  const taken = new Map<string, number>();
  const forTenant = (tenant: TenantId) => ({
    modelCalls: {
      async take(day: string, limit: number) {
        const key = `${tenant} ${day}`;
        const before = taken.get(key) ?? 0;
        if (before >= limit) return false;
        taken.set(key, before + 1);
        return true;
      },
    },
  });
  return createCallBudget(perDay, { records: { forTenant }, clock });
}
