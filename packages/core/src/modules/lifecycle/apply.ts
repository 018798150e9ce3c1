import { isProblem } from '@hippocamp/shared/problems';
import type { LifecycleActionName, LifecycleError } from '@hippocamp/shared/schemas/lifecycle';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type {
  ActionOutcome,
  ActionRecord,
  AgeingMemory,
  LifecycleRunRecord,
  TenantRecords,
  TenantRepositories,
} from '../../ports/records.js';
import type { Indexing } from '../indexing/index-memories.js';
import { buryMemories } from '../memories/bury-memories.js';
import type { Making } from '../memories/new-memory.js';
import { storeMemories } from '../memories/store-memories.js';
import { distilledMemory } from './distilled-memory.js';

export interface ApplyDependencies {
  indexing: Indexing;
  clock: Clock;
  ids: Ids;
  making(now: Date): Making;
  /** Before each chunk: rejects when the run is no longer ours. */
  stillOurs(): Promise<void>;
  /** Told of a memory that could not be aged. */
  onError(error: LifecycleError): Promise<void>;
}

const CHUNK = 500;
const GROUPS = 20;

type Work = (
  repositories: TenantRepositories,
  actions: readonly ActionRecord[],
  now: Date,
) => Promise<{ outcomes: ActionOutcome[]; touched: string[] }>;

const outcome = (
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

const lockUnchanged = async ({ lifecycle }: TenantRepositories, actions: readonly ActionRecord[]) => {
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

const ringIndex = ({ outbox }: TenantRepositories, ids: readonly string[], now: Date) =>
  outbox.ring(
    ids.map((ref) => ({ kind: 'index', ref })),
    now,
    now,
  );

/** Promotes and archives. */
const age =
  ({ making }: ApplyDependencies): Work =>
  async (repositories, actions, now) => {
    const { unchanged, skipped } = await lockUnchanged(repositories, actions);
    const { ageing } = making(now);
    const states = unchanged.map(({ action, memory }) => {
      const moved =
        action.action === 'archived' ? { archivedAt: now } : { tier: action.toTier ?? memory.tier, tierSince: now };
      const next = { ...memory, ...moved };
      return { ...next, dueAt: ageing.dueAt(next) };
    });
    const versions = await repositories.lifecycle.setAges(states, { at: now, raiseVersion: true });
    const raised = new Map(versions.map(({ id, version }) => [id, version]));
    const history = unchanged.map(({ action, memory }) => ({
      memoryId: memory.id,
      version: raised.get(memory.id) ?? 0,
      change: action.action,
      at: now,
      before: action.action === 'archived' ? { archivedAt: null } : { tier: memory.tier },
      after: action.action === 'archived' ? { archivedAt: now.toISOString() } : { tier: action.toTier },
    }));
    await repositories.history.add(history);
    const touched = unchanged.map(({ memory }) => memory.id);
    await ringIndex(repositories, touched, now);
    const applied = unchanged.map(({ action, memory }) =>
      outcome(action, 'applied', { appliedVersion: raised.get(memory.id) ?? null }),
    );
    return { outcomes: [...applied, ...skipped], touched };
  };

const expire =
  ({ making }: ApplyDependencies): Work =>
  async (repositories, actions, now) => {
    const { unchanged, skipped } = await lockUnchanged(repositories, actions);
    const touched = await buryMemories(
      repositories,
      unchanged.map(({ memory }) => memory.id),
      making(now),
    );
    return { outcomes: [...unchanged.map(({ action }) => outcome(action, 'applied')), ...skipped], touched };
  };

const groupsOf = <Row extends { action: ActionRecord }>(rows: readonly Row[]): Row[][] => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = row.action.groupId ?? row.action.memoryId;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
};

/** Each group becomes one memory; of one whose others changed meanwhile, nothing is made. */
const distil =
  (run: LifecycleRunRecord, { making, ids }: ApplyDependencies): Work =>
  async (repositories, actions, now) => {
    const planned = new Map(
      groupsOf(actions.map((action) => ({ action }))).map((group) => [group[0]?.action.groupId, group.length]),
    );
    const { unchanged, skipped } = await lockUnchanged(repositories, actions);
    const whole = groupsOf(unchanged).filter(
      (group) => group.length > 1 || planned.get(group[0]?.action.groupId) === 1,
    );
    const kept = whole.flat();
    const contents = new Map(
      (await repositories.memories.getMany(kept.map(({ memory }) => memory.id))).map((row) => [row.id, row]),
    );
    const made = whole.map((group) => {
      const sources = group.flatMap(({ memory: { id } }) => contents.get(id) ?? []);
      return { group, memory: distilledMemory(ids.next(), run.id, sources, making(now)) };
    });
    await storeMemories(
      repositories,
      made.map(({ memory }) => memory),
      now,
    );
    await repositories.relations.add(
      made.flatMap(({ group, memory }) =>
        group.map(({ memory: source }) => ({
          id: ids.next(),
          type: 'distilled_from',
          fromType: 'memory' as const,
          fromId: memory.id,
          toType: 'memory' as const,
          toId: source.id,
          weight: 1,
          metadata: {},
          createdAt: now,
        })),
      ),
    );
    await repositories.lifecycle.addSources(
      made.map(({ group, memory }) => ({
        memoryId: memory.id,
        sourceIds: group.map(({ memory: source }) => source.id),
      })),
    );
    const { ageing } = making(now);
    const states = kept.map(({ memory }) => {
      const next = { ...memory, distilledAt: now };
      return { ...next, dueAt: ageing.dueAt(next) };
    });
    await repositories.lifecycle.setAges(states, { at: now, raiseVersion: false });
    const applied = made.flatMap(({ group, memory }) =>
      group.map(({ action }) =>
        outcome(action, 'applied', { appliedVersion: action.plannedVersion, resultMemoryId: memory.id }),
      ),
    );
    const done = new Set(applied.map(({ memoryId }) => memoryId));
    const left = unchanged.filter(({ action }) => !done.has(action.memoryId));
    const alone = left.map(({ action }) => outcome(action, 'skipped'));
    return { outcomes: [...applied, ...alone, ...skipped], touched: made.map(({ memory }) => memory.id) };
  };

const isAway = (error: unknown) => isProblem(error) && error.problem === 'dependency-unavailable';

/** The least that can be done alone: a group or an action. */
const unitsOf = (actions: readonly ActionRecord[]): ActionRecord[][] =>
  groupsOf(actions.map((action) => ({ action }))).map((group) => group.map(({ action }) => action));

/** Works through the plan in transactions. What was done is marked in the same one, so a run that died goes on from there. */
export async function applyRun(
  records: TenantRecords,
  run: LifecycleRunRecord,
  dependencies: ApplyDependencies,
): Promise<void> {
  const { clock, indexing, making, stillOurs, onError } = dependencies;
  const { lifecycle } = records;

  const fail = async (actions: readonly ActionRecord[]) => {
    const outcomes = actions.map((action) => outcome(action, 'failed'));
    await lifecycle.mark(run.id, 'planned', outcomes);
    // The error itself may quote text.
    for (const { memoryId, action } of actions)
      await onError({ memoryId, code: `${action}_failed`, message: 'It could not be changed and stays as it was.' });
  };

  const apply = async (work: Work, actions: readonly ActionRecord[]): Promise<void> => {
    await stillOurs();
    let touched: string[] = [];
    try {
      touched = await records.transaction(async (repositories) => {
        const done = await work(repositories, actions, clock.now());
        await repositories.lifecycle.mark(run.id, 'planned', done.outcomes);
        return done.touched;
      });
    } catch (error) {
      if (isAway(error)) throw error;
      const units = unitsOf(actions);
      if (units.length === 1) return fail(actions);
      for (const unit of units) await apply(work, unit);
      return;
    }
    // What cannot be indexed now is in the outbox.
    await indexing.sync(making(clock.now()).tenant, touched).catch(() => undefined);
  };

  const inChunks = async (work: Work, kinds: readonly LifecycleActionName[]) => {
    const request = { states: ['planned'] as const, actions: kinds, limit: CHUNK };
    for (;;) {
      const actions = await lifecycle.actions(run.id, request);
      if (actions.length === 0) return;
      await apply(work, actions);
    }
  };

  await inChunks(age(dependencies), ['promoted', 'archived']);
  await inChunks(expire(dependencies), ['expired']);
  const distilling = distil(run, dependencies);
  for (;;) {
    const actions = await lifecycle.plannedGroups(run.id, GROUPS);
    if (actions.length === 0) return;
    await apply(distilling, actions);
  }
}
