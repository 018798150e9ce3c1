import type { JsonObject, TenantId } from '@hippocamp/shared/schemas/common';
import type { ActionOutcome, ActionRecord, AgeingMemory, AgeState, TenantRepositories } from '../../ports/records.js';
import type { AgeingRules } from '../ageing/rules.js';
import { lockOwners } from '../memory-store/lock-owners.js';
import type { MemoryServiceDependencies } from '../memory-store/memory-dependencies.js';
import { removeMemories } from '../redaction/remove-memories.js';

export interface WorkDependencies extends Pick<MemoryServiceDependencies, 'indexing' | 'ageing' | 'clock' | 'ids'> {
  tenant: TenantId;
}

/** Does a part of a plan in one transaction. `touched` has to be indexed. */
export type Work = (
  repositories: TenantRepositories,
  actions: readonly ActionRecord[],
  now: Date,
) => Promise<{ outcomes: ActionOutcome[]; touched: string[] }>;

export const outcome = (
  { memoryId }: ActionRecord,
  state: ActionOutcome['state'],
  given: Partial<ActionOutcome> = {},
): ActionOutcome => ({ memoryId, state, appliedVersion: null, resultMemoryId: null, ...given });

/** The smallest part that can be done alone: a group, or a memory without one. */
export const unitOf = ({ groupId, memoryId }: ActionRecord): string => groupId ?? memoryId;

const isUnchanged = (action: ActionRecord, memory: AgeingMemory | undefined): memory is AgeingMemory =>
  memory !== undefined &&
  memory.version === action.plannedVersion &&
  memory.accessCount === action.plannedAccessCount &&
  (action.action !== 'distilled' || memory.distilledAt === null);

export const lockUnchanged = async ({ lifecycle }: TenantRepositories, actions: readonly ActionRecord[]) => {
  const locked = await lifecycle.lock(actions.map(({ memoryId }) => memoryId));
  const memories = new Map(locked.map((memory) => [memory.id, memory]));
  const unchanged: { action: ActionRecord; memory: AgeingMemory }[] = [];
  const skipped: ActionOutcome[] = [];
  for (const action of actions) {
    const memory = memories.get(action.memoryId);
    if (isUnchanged(action, memory)) unchanged.push({ action, memory });
    else skipped.push(outcome(action, 'skipped'));
  }
  return { unchanged, skipped };
};

export interface Aged {
  action: ActionRecord;
  memory: AgeingMemory;
  changes: Partial<AgeState>;
}

/** Recomputes when each memory is due. Answers the versions. */
export async function setAges(
  { lifecycle }: TenantRepositories,
  rows: readonly Pick<Aged, 'memory' | 'changes'>[],
  { ageing, now, raiseVersion }: { ageing: AgeingRules; now: Date; raiseVersion: boolean },
): Promise<Map<string, number>> {
  const states = rows.map(({ memory, changes }) => {
    const next = { ...memory, ...changes };
    return { ...next, dueAt: ageing.dueAt(next) };
  });
  const versions = await lifecycle.setAges(states, { at: now, raiseVersion });
  return new Map(versions.map(({ id, version }) => [id, version]));
}

const changedStateOf = ({ action }: ActionRecord, { archivedAt, tier }: AgeState): JsonObject =>
  action === 'archived' ? { archivedAt: archivedAt?.toISOString() ?? null } : { tier };

/** Writes the history and enqueues the index jobs. Answers the versions. */
export async function moveMemories(
  repositories: TenantRepositories,
  rows: readonly Aged[],
  { ageing, now, change }: { ageing: AgeingRules; now: Date; change?: string },
): Promise<Map<string, number>> {
  const versions = await setAges(repositories, rows, { ageing, now, raiseVersion: true });
  const history = rows.map(({ action, memory, changes }) => ({
    memoryId: memory.id,
    version: versions.get(memory.id) ?? 0,
    change: change ?? action.action,
    at: now,
    before: changedStateOf(action, memory),
    after: changedStateOf(action, { ...memory, ...changes }),
  }));
  await repositories.history.add(history);
  const keys = rows.map(({ memory }) => ({ kind: 'index' as const, ref: memory.id }));
  await repositories.outbox.enqueue(keys, now, now);
  return versions;
}

export const age =
  ({ ageing }: WorkDependencies): Work =>
  async (repositories, actions, now) => {
    const { unchanged, skipped } = await lockUnchanged(repositories, actions);
    const rows = unchanged.map(({ action, memory }) => ({
      action,
      memory,
      changes:
        action.action === 'archived' ? { archivedAt: now } : { tier: action.toTier ?? memory.tier, tierSince: now },
    }));
    const versions = await moveMemories(repositories, rows, { ageing, now });
    const applied = rows.map(({ action }) =>
      outcome(action, 'applied', { appliedVersion: versions.get(action.memoryId) ?? null }),
    );
    return { outcomes: [...applied, ...skipped], touched: applied.map(({ memoryId }) => memoryId) };
  };

/** Memories that were replaced by expired ones stay replaced. */
export const expire =
  ({ ids }: WorkDependencies): Work =>
  async (repositories, actions, now) => {
    await lockOwners(
      repositories,
      actions.map(({ memoryId }) => memoryId),
    );
    const { unchanged, skipped } = await lockUnchanged(repositories, actions);
    const applied = unchanged.map(({ action }) => outcome(action, 'applied'));
    const expired = applied.map(({ memoryId }) => memoryId);
    const { touched } = await removeMemories(repositories, expired, { now, ids, revives: false });
    return { outcomes: [...applied, ...skipped], touched };
  };
