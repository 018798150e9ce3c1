import type { JsonObject, Tier } from '@hippocamp/shared/schemas/common';
import type { LifecycleActionName, LifecycleCounts, LifecycleError } from '@hippocamp/shared/schemas/lifecycle';
import type { PageKey } from './memories.js';

export type LifecycleRunState = 'planning' | 'applying' | 'done' | 'failed';

export interface LifecycleRunRecord {
  id: string;
  triggeredBy: string;
  dryRun: boolean;
  state: LifecycleRunState;
  /** Live memories when it was planned. */
  memories: number;
  /** Set when the run has ended. */
  summary: LifecycleCounts | null;
  errors: LifecycleError[];
  /** The time that its rules count from. */
  createdAt: Date;
  completedAt: Date | null;
  undoneAt: Date | null;
}

/** The members of a memory that ageing reads. */
export interface AgeingMemory {
  id: string;
  version: number;
  ownerEntityId: string | null;
  /** The actor who is "I" in it. */
  actorId: string | null;
  speaker: string | null;
  tier: Tier;
  tierSince: Date;
  importanceScore: number;
  accessCount: number;
  lastAccessedAt: Date;
  createdAt: Date;
  archivedAt: Date | null;
  invalidAt: Date | null;
  distilledAt: Date | null;
  heldUntil: Date | null;
  dueAt: Date | null;
}

/** The members of a memory that ageing changes. */
export type AgeState = Pick<
  AgeingMemory,
  'id' | 'tier' | 'tierSince' | 'archivedAt' | 'distilledAt' | 'heldUntil' | 'dueAt'
>;

export interface PlannedAction {
  memoryId: string;
  action: LifecycleActionName;
  fromTier: Tier;
  /** Null where the memory is deleted. */
  toTier: Tier | null;
  reason: string;
  /** The memories with the same group become one memory. */
  groupId: string | null;
  plannedVersion: number;
  plannedAccessCount: number;
  fromTierSince: Date;
}

export interface ActionRecord extends PlannedAction {
  state: 'planned' | 'applied' | 'skipped' | 'failed' | 'undone';
  /** The memory's version after it. */
  appliedVersion: number | null;
  /** The distilled memory. */
  resultMemoryId: string | null;
}

export type ActionOutcome = Pick<ActionRecord, 'memoryId' | 'state' | 'appliedVersion' | 'resultMemoryId'>;

/** A memory that was made of others. */
export interface DistilledMemory {
  id: string;
  ownerEntityId: string | null;
  content: string;
  metadata: JsonObject;
  tags: string[];
  provenance: JsonObject | null;
  hidden: boolean;
  /** Live ones, whether they hold or not. */
  sourceIds: string[];
}

export interface LifecycleRunPage {
  limit: number;
  /** Either of them; `after` wins. */
  offset: number;
  after?: PageKey | undefined;
}

export interface LifecycleRepository {
  /** False where a real run of the tenant is under way and this is one too. */
  start(run: LifecycleRunRecord): Promise<boolean>;
  /** Takes a run back with all that belongs to it. */
  withdraw(runId: string): Promise<void>;
  get(runId: string): Promise<LifecycleRunRecord | null>;
  /** Real runs that have ended, newest first. The key's value is the time of creation in ms. */
  page(request: LifecycleRunPage): Promise<{ runs: LifecycleRunRecord[]; total: number; last: PageKey | null }>;
  update(
    runId: string,
    changes: Partial<
      Pick<LifecycleRunRecord, 'state' | 'memories' | 'summary' | 'errors' | 'completedAt' | 'undoneAt'>
    >,
  ): Promise<void>;
  /**
   * Memories that some rule may fit some day, in order of id after `after`, at most `limit`. With the content of those that
   * may be distilled: episodic since `distilBefore` or longer, valid, not yet distilled, and not the assistant's.
   */
  scan(after: string | null, limit: number, distilBefore: Date): Promise<(AgeingMemory & { content: string | null })[]>;
  /** Live ones of these, held until the transaction ends, in order of id. */
  lock(ids: readonly string[]): Promise<AgeingMemory[]>;
  /** Sets all members of each; with `raiseVersion` they count as changed. Answers the versions that they have then. */
  setAges(
    rows: readonly AgeState[],
    options: { at: Date; raiseVersion: boolean },
  ): Promise<{ id: string; version: number }[]>;
  /** Moves due times, where they are still as they were read. */
  postpone(rows: readonly { id: string; from: Date; to: Date | null }[]): Promise<void>;
  /** A memory that is planned for already stays so. */
  plan(runId: string, actions: readonly PlannedAction[]): Promise<void>;
  clearPlan(runId: string): Promise<void>;
  /** Ordered by memory id after `after`, at most `limit`. */
  actions(
    runId: string,
    request: {
      states: readonly ActionRecord['state'][];
      actions?: readonly LifecycleActionName[] | undefined;
      after?: string | undefined;
      limit: number;
    },
  ): Promise<ActionRecord[]>;
  /** All planned actions of the next groups, at most `limit` groups. */
  plannedGroups(runId: string, limit: number): Promise<ActionRecord[]>;
  /** Changes only actions in the state `from`. */
  mark(runId: string, from: ActionRecord['state'], outcomes: readonly ActionOutcome[]): Promise<void>;
  /** The number of memories in each state, by action. */
  tally(runId: string): Promise<{ action: LifecycleActionName; state: ActionRecord['state']; count: number }[]>;
  /** Records whose text distilled memories hold. */
  addSources(distilled: readonly { memoryId: string; sourceIds: readonly string[] }[]): Promise<void>;
  /**
   * Live memories that hold text of these, hidden ones too, held until the transaction ends, in order of id; each with its
   * live sources.
   */
  distilledFrom(sourceIds: readonly string[]): Promise<DistilledMemory[]>;
  /** The same of one of them by its own id; null when it is gone. */
  distilled(memoryId: string): Promise<DistilledMemory | null>;
  /** Removes what the actions record of these sources. */
  forgetSources(sourceIds: readonly string[]): Promise<void>;
}
