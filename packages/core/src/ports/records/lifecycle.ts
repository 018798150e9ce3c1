import type { JsonObject, Tier } from '@hippocamp/shared/schemas/common';
import type { LifecycleActionName, LifecycleCounts, LifecycleError } from '@hippocamp/shared/schemas/lifecycle';
import type { MemoryRecord, PageKey } from './memories.js';

export type LifecycleRunState = 'planning' | 'applying' | 'done' | 'failed';

export interface LifecycleRunRecord {
  id: string;
  triggeredBy: string;
  dryRun: boolean;
  state: LifecycleRunState;
  /** Live memories when it was planned. */
  memories: number;
  summary: LifecycleCounts | null;
  errors: LifecycleError[];
  /** The time that the rules count from. */
  createdAt: Date;
  completedAt: Date | null;
  undoneAt: Date | null;
}

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

export type AgeState = Pick<
  AgeingMemory,
  'id' | 'tier' | 'tierSince' | 'archivedAt' | 'distilledAt' | 'heldUntil' | 'dueAt'
>;

export interface PlannedAction {
  memoryId: string;
  action: LifecycleActionName;
  fromTier: Tier;
  /** Null when the memory is deleted. */
  toTier: Tier | null;
  reason: string;
  /** Memories of the same group become one memory. */
  groupId: string | null;
  plannedVersion: number;
  plannedAccessCount: number;
  fromTierSince: Date;
}

export interface ActionRecord extends PlannedAction {
  state: 'planned' | 'applied' | 'skipped' | 'failed' | 'undone';
  appliedVersion: number | null;
  /** The distilled memory. */
  resultMemoryId: string | null;
}

export type ActionOutcome = Pick<ActionRecord, 'memoryId' | 'state' | 'appliedVersion' | 'resultMemoryId'>;

export interface DistilledMemory {
  id: string;
  ownerEntityId: string | null;
  content: string;
  metadata: JsonObject;
  tags: string[];
  provenance: JsonObject | null;
  hidden: boolean;
  /** Live ones, valid or not. */
  sourceIds: string[];
}

/** A source of a distilled memory. Metadata and provenance tell only who said it and whether it stays local. */
export type DistilSource = Pick<
  MemoryRecord,
  | 'id'
  | 'version'
  | 'ownerEntityId'
  | 'content'
  | 'speaker'
  | 'importanceScore'
  | 'occurredAt'
  | 'tags'
  | 'metadata'
  | 'provenance'
  | 'marks'
>;

export interface LifecycleRunPage {
  limit: number;
  /** `after` wins over `offset`. */
  offset: number;
  after?: PageKey | undefined;
}

export interface SourcesBeyond {
  /** The distilled memory. */
  id: string;
  /** Those that live, in order. */
  sourceIds: string[];
  /** The last one that was read, live or not; null where there are no more. */
  last: string | null;
}

export interface LifecycleRepository {
  /** False when this run and one under way are both real. */
  start(run: LifecycleRunRecord): Promise<boolean>;
  /** Removes the run with all that belongs to it. */
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
   * Memories that a rule may fit some day, in order of id after `after`. `content` is given if they may be distilled:
   * episodic since `distilBefore` or longer, valid, not yet distilled, and not the assistant's. Of a long one it is the
   * beginning, one character longer than what is read (`LONGEST_READ`).
   */
  scan(after: string | null, limit: number, distilBefore: Date): Promise<(AgeingMemory & { content: string | null })[]>;
  /** Live ones, held until the transaction ends, in order of id. */
  lock(ids: readonly string[]): Promise<AgeingMemory[]>;
  /** With `raiseVersion` the rows count as changed. Answers their versions. */
  setAges(
    rows: readonly AgeState[],
    options: { at: Date; raiseVersion: boolean },
  ): Promise<{ id: string; version: number }[]>;
  /** Skips rows whose due time has changed since it was read. */
  postpone(rows: readonly { id: string; from: Date; to: Date | null }[]): Promise<void>;
  /** Skips memories that are planned already. */
  plan(runId: string, actions: readonly PlannedAction[]): Promise<void>;
  clearPlan(runId: string): Promise<void>;
  /**
   * Removes, in parts, what older dry runs planned: the latest that have ended keep theirs while they are so many and have so
   * many actions together, and the last one in any case. The runs stay. Answers the number of actions removed.
   */
  dropPlans(kept: { runs: number; actions: number }): Promise<number>;
  /** Ordered by memory id after `after`, at most `limit`; all when it is undefined. */
  actions(
    runId: string,
    request: {
      states: readonly ActionRecord['state'][];
      actions?: readonly LifecycleActionName[] | undefined;
      groups?: readonly string[] | undefined;
      after?: string | undefined;
      limit?: number | undefined;
    },
  ): Promise<ActionRecord[]>;
  /** The first groups, each with all its actions. After the first group no more than fit into `rows` actions. */
  plannedGroups(runId: string, most: { groups: number; rows: number }): Promise<ActionRecord[]>;
  /** Changes only actions in the state `from`. */
  mark(runId: string, from: ActionRecord['state'], outcomes: readonly ActionOutcome[]): Promise<void>;
  /** The number of memories by action and state. */
  tally(runId: string): Promise<{ action: LifecycleActionName; state: ActionRecord['state']; count: number }[]>;
  addSources(distilled: readonly { memoryId: string; sourceIds: readonly string[] }[]): Promise<void>;
  /** The ids of memories distilled from these, in order. */
  distilledFrom(sourceIds: readonly string[]): Promise<string[]>;
  /** The first `limit` memories beyond `after` that are distilled from these directly, in order of id; none is held. */
  distilledBelow(sourceIds: readonly string[], after: string | null, limit: number): Promise<string[]>;
  /** The live ones among the first `limit` sources of each memory beyond `after`. */
  sourcesBeyond(places: readonly { id: string; after: string | null }[], limit: number): Promise<SourcesBeyond[]>;
  /** Live ones, hidden ones too, held until the transaction ends, in order of id. */
  distilled(memoryIds: readonly string[]): Promise<DistilledMemory[]>;
  /** The first `limit` of these that live, hold and are not hidden, in order of id. */
  sourceVersions(ids: readonly string[], limit: number): Promise<Pick<DistilSource, 'id' | 'version'>[]>;
  /** Those that live, hold and are not hidden, in order of id. */
  sources(ids: readonly string[]): Promise<DistilSource[]>;
  /** Removes these ids from the sources of distilled memories. */
  forgetSources(sourceIds: readonly string[]): Promise<void>;
}
