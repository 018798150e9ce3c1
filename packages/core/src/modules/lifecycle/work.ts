import type { Ids } from '../../ports/ids.js';
import type { ActionOutcome, ActionRecord, AgeingMemory, TenantRepositories } from '../../ports/records.js';
import type { Making } from '../memories/new-memory.js';

/** What each kind of work needs. */
export interface WorkDependencies {
  ids: Ids;
  making(now: Date): Making;
}

/** Does a part of a plan in one transaction. Answers what became of each action, and what has to be indexed. */
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

/** As it was when it was planned for. */
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

export const ringIndex = ({ outbox }: TenantRepositories, ids: readonly string[], now: Date) =>
  outbox.ring(
    ids.map((ref) => ({ kind: 'index', ref })),
    now,
    now,
  );

/** In the order of their first member. */
export const groupsOf = <Row extends { action: ActionRecord }>(rows: readonly Row[]): Row[][] => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = row.action.groupId ?? row.action.memoryId;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
};
