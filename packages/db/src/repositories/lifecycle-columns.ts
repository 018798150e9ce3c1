import type { ActionRecord, LifecycleRunRecord } from '@hippocamp/core/ports/records';
import type { LifecycleActionName, LifecycleCounts, LifecycleError } from '@hippocamp/shared/schemas/lifecycle';
import { type LifecycleAction, type LifecycleRun, Prisma } from '../generated/client.js';

/** The columns of an `AgeingMemory` under its names. */
export const ageingColumns = Prisma.sql`
  id, version, owner_entity_id as "ownerEntityId", metadata ->> 'actorId' as "actorId", speaker, tier, tier_since as "tierSince",
  importance_score as "importanceScore", access_count as "accessCount", last_accessed_at as "lastAccessedAt",
  created_at as "createdAt", archived_at as "archivedAt", invalid_at as "invalidAt", distilled_at as "distilledAt",
  held_until as "heldUntil", due_at as "dueAt"`;

export const toRun = ({ tenantId: _tenant, state, summary, errors, ...row }: LifecycleRun): LifecycleRunRecord => ({
  ...row,
  state: state as LifecycleRunRecord['state'],
  summary: summary as LifecycleCounts | null,
  errors: errors as unknown as LifecycleError[],
});

export const toAction = ({ tenantId: _tenant, runId: _run, action, state, ...row }: LifecycleAction): ActionRecord => ({
  ...row,
  action: action as LifecycleActionName,
  state: state as ActionRecord['state'],
});
