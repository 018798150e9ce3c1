import type { UndoAnswer } from '@hippocamp/shared/schemas/lifecycle';
import type { Ids } from '../../ports/ids.js';
import type {
  ActionOutcome,
  ActionRecord,
  AgeingMemory,
  AgeState,
  TenantRecords,
  TenantRepositories,
} from '../../ports/records.js';
import type { SaveAnswer } from '../idempotency/run-once.js';
import { buryMemories } from '../memories/bury-memories.js';
import type { Making } from '../memories/new-memory.js';

const CHUNK = 200;
const LISTED = 1000;

type Refusal = UndoAnswer['notRestored'][number];

interface Undone {
  restored: number;
  refused: Refusal[];
  touched: string[];
}

interface Undoing {
  making(): Making;
  ids: Ids;
  /** After each commit. */
  index(ids: readonly string[]): Promise<unknown>;
  save: SaveAnswer<UndoAnswer>;
}

const counting = (answer: UndoAnswer, { restored, refused }: Undone): UndoAnswer => ({
  ...answer,
  restored: answer.restored + restored,
  notRestored: [...answer.notRestored, ...refused.slice(0, LISTED - answer.notRestored.length)],
  notRestoredTotal: answer.notRestoredTotal + refused.length,
});

const EXPIRED = 'it expired and is gone';
const CHANGED = 'it was changed since';
const RESULT_CHANGED = 'the memory that it was distilled into was changed since';

/** Why an action cannot be taken back; null when it can. */
function refusalOf(
  action: ActionRecord,
  memory: AgeingMemory | undefined,
  results: ReadonlyMap<string, AgeingMemory>,
): string | null {
  if (action.action === 'expired') return EXPIRED;
  if (!memory || memory.version !== action.appliedVersion) return CHANGED;
  const result = action.resultMemoryId === null ? undefined : results.get(action.resultMemoryId);
  return result && result.version > 1 ? RESULT_CHANGED : null;
}

const before = (action: ActionRecord, memory: AgeingMemory): AgeState => {
  if (action.action === 'archived') return { ...memory, archivedAt: null };
  if (action.action === 'distilled') return { ...memory, distilledAt: null };
  return { ...memory, tier: action.fromTier, tierSince: action.fromTierSince };
};

/** Sets memories back, with a history of it; those distilled have none, since nothing that history shows had changed. */
async function setBack(
  repositories: TenantRepositories,
  rows: readonly { action: ActionRecord; memory: AgeingMemory }[],
  heldUntil: Date,
  { ageing, now }: Making,
): Promise<void> {
  for (const raiseVersion of [true, false]) {
    const chosen = rows.filter(({ action }) => (action.action !== 'distilled') === raiseVersion);
    const states = chosen.map(({ action, memory }) => {
      const restored = { ...memory, ...before(action, memory), heldUntil };
      return { ...restored, dueAt: ageing.dueAt(restored) };
    });
    const versions = await repositories.lifecycle.setAges(states, { at: now, raiseVersion });
    if (!raiseVersion) continue;
    const raised = new Map(versions.map(({ id, version }) => [id, version]));
    await repositories.history.add(
      chosen.map(({ action, memory }) => ({
        memoryId: memory.id,
        version: raised.get(memory.id) ?? 0,
        change: 'restored',
        at: now,
        before: action.action === 'archived' ? { archivedAt: memory.archivedAt?.toISOString() } : { tier: memory.tier },
        after: action.action === 'archived' ? { archivedAt: null } : { tier: action.fromTier },
      })),
    );
  }
}

async function undoChunk(
  repositories: TenantRepositories,
  actions: readonly ActionRecord[],
  heldUntil: Date,
  making: Making,
  made: Ids,
): Promise<Undone & { outcomes: ActionOutcome[] }> {
  const resultIds = actions.flatMap(({ resultMemoryId }) => resultMemoryId ?? []);
  const locked = await repositories.lifecycle.lock([...actions.map(({ memoryId }) => memoryId), ...resultIds]);
  const memories = new Map(locked.map((memory) => [memory.id, memory]));
  const rows: { action: ActionRecord; memory: AgeingMemory }[] = [];
  const refused: Refusal[] = [];
  for (const action of actions) {
    const memory = memories.get(action.memoryId);
    const reason = refusalOf(action, memory, memories);
    if (reason === null && memory) rows.push({ action, memory });
    else refused.push({ memoryId: action.memoryId, action: action.action, reason: reason ?? CHANGED });
  }
  await setBack(repositories, rows, heldUntil, making);
  const results = rows.flatMap(({ action }) => action.resultMemoryId ?? []);
  const ids = rows.filter(({ action }) => action.action !== 'distilled').map(({ memory }) => memory.id);
  await repositories.outbox.ring(
    ids.map((ref) => ({ kind: 'index', ref })),
    making.now,
    making.now,
  );
  const burying = { now: making.now, ids: made, revives: true };
  const buried = await buryMemories(repositories, [...new Set(results)], burying);
  const outcomes = rows.map(({ action: { memoryId, appliedVersion, resultMemoryId } }) => ({
    memoryId,
    state: 'undone' as const,
    appliedVersion,
    resultMemoryId,
  }));
  return { restored: rows.length, refused, touched: [...ids, ...buried.touched], outcomes };
}

/**
 * Takes a run back in transactions; what was taken back is marked and saved in the same one, so that a repeat goes on from
 * there. What was refused stays as it is, and is refused again.
 */
export async function undoRun(
  records: TenantRecords,
  begun: UndoAnswer,
  { making, ids, index, save }: Undoing,
): Promise<UndoAnswer> {
  const { runId } = begun;
  const heldUntil = new Date(begun.heldUntil);
  let answer: UndoAnswer = { ...begun, notRestored: [], notRestoredTotal: 0 };
  for (let after: string | undefined; ; ) {
    const actions = await records.lifecycle.actions(runId, { states: ['applied'], after, limit: CHUNK });
    if (actions.length === 0) return answer;
    const undone = await records.transaction(async (repositories) => {
      const { outcomes, ...chunk } = await undoChunk(repositories, actions, heldUntil, making(), ids);
      await repositories.lifecycle.mark(runId, 'applied', outcomes);
      const counted = counting(answer, chunk);
      await save(repositories, counted);
      return { counted, touched: chunk.touched };
    });
    await index(undone.touched);
    answer = undone.counted;
    after = actions.at(-1)?.memoryId;
  }
}
