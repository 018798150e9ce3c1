import type { UndoAnswer } from '@hippocamp/shared/schemas/lifecycle';
import type {
  ActionRecord,
  AgeingMemory,
  AgeState,
  Records,
  TenantRecords,
  TenantRepositories,
} from '../../ports/records.js';
import type { SaveAnswer } from '../idempotency/run-once.js';
import { lockOwners } from '../memory-store/lock-owners.js';
import { removeMemories } from '../redaction/remove-memories.js';
import { createSmallerParts } from '../redaction/smaller-parts.js';
import { type Aged, moveMemories, outcome, setAges, type WorkDependencies } from './age-work.js';
import { LARGEST_GROUP } from './plan.js';

/** Groups that are set back in one transaction, fewer where those take too long. */
const GROUPS = 5;
const LISTED = 1000;

interface Undoing extends WorkDependencies {
  records: Pick<Records, 'ping'>;
  save: SaveAnswer<UndoAnswer>;
}

const CHANGED = 'it was changed since';
const AMONG_CHANGED = 'another memory that it was distilled with was changed since';

/** Null when the action can be undone. */
function refusalOf(
  action: ActionRecord,
  memory: AgeingMemory | undefined,
  results: ReadonlyMap<string, AgeingMemory>,
): string | null {
  if (action.action === 'expired') return 'it expired and is gone';
  if (!memory || memory.version !== action.appliedVersion) return CHANGED;
  const result = action.resultMemoryId === null ? undefined : results.get(action.resultMemoryId);
  return result && result.version > 1 ? 'the memory that it was distilled into was changed since' : null;
}

const before = ({ action, fromTier, fromTierSince }: ActionRecord): Partial<AgeState> => {
  if (action === 'archived') return { archivedAt: null };
  if (action === 'distilled') return { distilledAt: null };
  return { tier: fromTier, tierSince: fromTierSince };
};

interface Undoable {
  runId: string;
  actions: readonly ActionRecord[];
  heldUntil: Date;
}

/** Their beginning that is of so few groups. */
function ofFewGroups(actions: readonly ActionRecord[], most: number): readonly ActionRecord[] {
  const groups = new Set<string>();
  const end = actions.findIndex(({ groupId }) => groupId !== null && groups.add(groupId).size > most);
  return end < 0 ? actions : actions.slice(0, end);
}

/** The actions with all others of their groups. */
async function wholeGroups({ lifecycle }: TenantRepositories, { runId, actions }: Undoable): Promise<ActionRecord[]> {
  const groups = [...new Set(actions.flatMap(({ groupId }) => groupId ?? []))];
  const grouped = groups.length === 0 ? [] : await lifecycle.actions(runId, { states: ['applied'], groups });
  return [...new Map([...actions, ...grouped].map((action) => [action.memoryId, action])).values()];
}

/** By memory id. A distilled memory that is there goes with all of its sources or stays, since it may say their words alone. */
function refusalsOf(actions: readonly ActionRecord[], memories: ReadonlyMap<string, AgeingMemory>) {
  const refusals = new Map(
    actions.map((action) => [action.memoryId, refusalOf(action, memories.get(action.memoryId), memories)]),
  );
  const staying = new Set(
    actions.flatMap(({ memoryId, resultMemoryId: made }) =>
      made && memories.has(made) && refusals.get(memoryId) !== null ? [made] : [],
    ),
  );
  for (const { memoryId, resultMemoryId: made } of actions)
    if (made && staying.has(made)) refusals.set(memoryId, refusals.get(memoryId) ?? AMONG_CHANGED);
  return refusals;
}

/** Rows are of whole groups. Those refused are of `actions`, so that each is told once. */
async function lockUndoable(repositories: TenantRepositories, undoable: Undoable) {
  const all = await wholeGroups(repositories, undoable);
  const ids = all.flatMap(({ memoryId, resultMemoryId: made }) => (made ? [memoryId, made] : [memoryId]));
  // Locks owners before rows, in the same order as a deletion.
  await lockOwners(repositories, ids);
  const memories = new Map((await repositories.lifecycle.lock(ids)).map((memory) => [memory.id, memory]));
  const refusals = refusalsOf(all, memories);
  const rows = all.flatMap((action): Aged[] => {
    const memory = memories.get(action.memoryId);
    const isFree = memory && refusals.get(action.memoryId) === null;
    return isFree ? [{ action, memory, changes: { ...before(action), heldUntil: undoable.heldUntil } }] : [];
  });
  const refused = undoable.actions.flatMap(({ memoryId, action }): UndoAnswer['notRestored'] => {
    const reason = refusals.get(memoryId);
    return reason ? [{ memoryId, action, reason }] : [];
  });
  return { rows, refused };
}

/** Sources get no history entry, because nothing visible in them changed. Answers the ids to index. */
async function setBack(
  repositories: TenantRepositories,
  rows: readonly Aged[],
  { ageing, ids }: WorkDependencies,
  now: Date,
): Promise<string[]> {
  const distilled = rows.filter(({ action }) => action.action === 'distilled');
  const moved = rows.filter(({ action }) => action.action !== 'distilled');
  await moveMemories(repositories, moved, { ageing, now, change: 'restored' });
  await setAges(repositories, distilled, { ageing, now, raiseVersion: false });
  const results = new Set(rows.flatMap(({ action }) => action.resultMemoryId ?? []));
  const { touched } = await removeMemories(repositories, [...results], { now, ids, revives: true });
  return [...moved.map(({ memory }) => memory.id), ...touched];
}

/** Each transaction saves what it undid, so that a repeat continues from there. Refused actions are refused again. */
export async function undoRun(records: TenantRecords, saved: UndoAnswer, undoing: Undoing): Promise<UndoAnswer> {
  const { runId } = saved;
  const heldUntil = new Date(saved.heldUntil);
  const inParts = createSmallerParts(undoing.records, GROUPS);
  let answer: UndoAnswer = { ...saved, notRestored: [], notRestoredTotal: 0 };
  const undo = async (repositories: TenantRepositories, actions: readonly ActionRecord[]) => {
    const { rows, refused } = await lockUndoable(repositories, { runId, actions, heldUntil });
    const touched = await setBack(repositories, rows, undoing, undoing.clock.now());
    const outcomes = rows.map(({ action }) =>
      outcome(action, 'undone', { appliedVersion: action.appliedVersion, resultMemoryId: action.resultMemoryId }),
    );
    await repositories.lifecycle.mark(runId, 'applied', outcomes);
    const counted = {
      ...answer,
      restored: answer.restored + rows.length,
      notRestored: [...answer.notRestored, ...refused].slice(0, LISTED),
      notRestoredTotal: answer.notRestoredTotal + refused.length,
    };
    await undoing.save(repositories, counted);
    return { counted, touched, last: actions.at(-1)?.memoryId };
  };
  /** Null when nothing is left. */
  const undoNext = async (repositories: TenantRepositories, after: string | undefined, size: number) => {
    // Two undos of a run take turns as those of one owner do: neither reads what the other has undone. No owner has its id.
    await repositories.lockOwner(runId);
    const limit = size * LARGEST_GROUP;
    const found = await repositories.lifecycle.actions(runId, { states: ['applied'], after, limit });
    return found.length === 0 ? null : undo(repositories, ofFewGroups(found, size));
  };
  for (let after: string | undefined; ; ) {
    const undone = await inParts((size) => records.transaction((repositories) => undoNext(repositories, after, size)));
    if (undone === null) return answer;
    await undoing.indexing.syncNow(undoing.tenant, undone.touched);
    answer = undone.counted;
    after = undone.last;
  }
}
