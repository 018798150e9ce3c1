import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { MemoryList, MemoryListQuery, MemoryStats } from '@hippocamp/shared/schemas/memories';
import { type Caller, seenBy } from '../caller.js';
import { lastDays, spanOf } from '../days.js';
import type { Owners } from '../graph/owners.js';
import type { MemoryServiceDependencies } from '../memory-store/memory-dependencies.js';
import { memoryView, toFilter } from '../memory-store/memory-view.js';
import type { CallBudget } from '../model/call-budget.js';
import { listPage } from '../paging/list-page.js';
import { createRemoveMatching, type RemoveMatching } from '../redaction/remove-matching.js';
import { type CreateBatch, createBatchCreation } from './create-batch.js';

export interface MemorySets {
  createBatch: CreateBatch;
  list(caller: Caller, query: MemoryListQuery): Promise<MemoryList>;
  stats(caller: Caller, days: number): Promise<MemoryStats>;
  removeMatching: RemoveMatching;
}

export interface MemorySetDependencies extends MemoryServiceDependencies {
  owners: Pick<Owners, 'settle'>;
  /** Null when no language model is used. */
  llm: { budget: Pick<CallBudget, 'limits' | 'used'> } | null;
}

async function llmUse(tenant: TenantId, { budget }: NonNullable<MemorySetDependencies['llm']>) {
  const { calls: callsPerDay, tokens: tokensPerDay } = budget.limits;
  return { ...(await budget.used(tenant)), callsPerDay, tokensPerDay };
}

export function createMemorySets(dependencies: MemorySetDependencies): MemorySets {
  const { records, clock, llm } = dependencies;

  return {
    createBatch: createBatchCreation(dependencies),

    async list(caller, { offset, limit, cursor, sortBy, sortOrder, tier, tag, ...rest }) {
      const asked = toFilter({ ...rest, ...(tier ? { tiers: [tier] } : {}), ...(tag ? { tags: [tag] } : {}) });
      const filter = { ...asked, ...seenBy(caller) };
      const scope = [caller.tenant, filter, sortBy, sortOrder];
      const { memories, page } = await listPage({ offset, limit, cursor }, scope, (request) =>
        records.forTenant(caller.tenant).memories.page({ filter, sortBy, sortOrder, ...request }),
      );
      const now = clock.now();
      return { memories: memories.map((record) => memoryView(caller.tenant, record, now)), ...page };
    },

    async stats(caller, days) {
      const dates = lastDays(days, clock.now());
      const { memories, reviews, statementCounts } = records.forTenant(caller.tenant);
      const [{ byTier, byDay }, open] = [await memories.stats(spanOf(dates)), await reviews.countOpen()];
      const counts = new Map(byDay.map(({ date, count }) => [date, count]));
      return {
        total: byTier.short_term + byTier.episodic + byTier.semantic,
        byTier,
        byDay: dates.map((date) => ({ date, count: counts.get(date) ?? 0 })),
        vectors: await memories.vectorCounts(),
        reviews: { open },
        statements: await statementCounts.totals(),
        ...(llm ? { llm: await llmUse(caller.tenant, llm) } : {}),
      };
    },

    removeMatching: createRemoveMatching(dependencies),
  };
}
