import type { MemoryWording, RelationRecord, ReplacedMemory, TenantRepositories } from '../../ports/records.js';
import { iso } from './memory-view.js';
import { nextInTime } from './next-in-time.js';

/** A relation from the later fact to the earlier one. */
export const SUPERSEDES = 'supersedes';

/** From the later of two facts about the same thing to the earlier, when neither replaced the other. */
export const MAY_SUPERSEDE = 'may_supersede';

export const memoryEdge = (
  edge: Pick<RelationRecord, 'id' | 'type' | 'fromId' | 'toId' | 'createdAt'> & Partial<RelationRecord>,
): RelationRecord => ({ fromType: 'memory', toType: 'memory', weight: 1, metadata: {}, ...edge });

interface Validity {
  byId: string | null;
  invalidAt: Date | null;
  /** The last removed memory in the chain, if each removed one held a single statement; null otherwise. */
  of: string | null;
}

type Settled = Validity & { memory: ReplacedMemory };

const holds = ({ byId, invalidAt }: Pick<Validity, 'byId' | 'invalidAt'>) => byId === null && invalidAt === null;

/** The replacement of a memory that is not itself deleted. */
export function heirOf(
  memory: Pick<MemoryWording, 'supersededById' | 'invalidAt'>,
  gone: ReadonlyMap<string, MemoryWording>,
): Validity {
  const seen = new Set<string>();
  let next: Validity = { byId: memory.supersededById, invalidAt: memory.invalidAt, of: memory.supersededById };
  for (;;) {
    const removed = next.byId === null || seen.has(next.byId) ? undefined : gone.get(next.byId);
    if (!removed) return next;
    seen.add(removed.id);
    const isOne = removed.statements <= 1 && (next.of !== null || seen.size === 1);
    next = { byId: removed.supersededById, invalidAt: removed.invalidAt, of: isOne ? removed.id : null };
  }
}

/** Those replaced by the same memory are probably about the same thing. */
const toldBy = (one: Settled) =>
  one.of === null || !holds(one)
    ? []
    : [{ one, subject: one.of, at: one.memory.occurredAt.getTime(), text: one.memory.contentHash }];

/** If several memories would hold again, only the latest on each subject does. Each other is replaced by the next. */
function settleAmong(settled: readonly Settled[]): Settled[] {
  const next = new Map(
    [...nextInTime(settled.flatMap(toldBy))].map(([earlier, later]) => [earlier.one, later.one.memory]),
  );
  return settled.map((one) => {
    const later = next.get(one);
    return later ? { ...one, byId: later.id, invalidAt: later.occurredAt } : one;
  });
}

interface Becoming extends Pick<Validity, 'byId' | 'invalidAt'> {
  memory: { id: string; invalidAt: Date | null; supersededById: string | null };
}

/** Answers the ids of the memories that still exist. */
export async function writeReplaced(
  repositories: TenantRepositories,
  settled: readonly Becoming[],
  now: Date,
): Promise<string[]> {
  const rows = settled.map(({ memory: { id }, byId, invalidAt }) => ({ id, byId, invalidAt }));
  const raised = await repositories.memories.supersede(rows, now);
  const versions = new Map(raised.map(({ id, version }) => [id, version]));
  const written = settled.filter(({ memory }) => versions.has(memory.id));
  await repositories.history.add(
    written.map((one) => ({
      memoryId: one.memory.id,
      version: versions.get(one.memory.id) ?? 0,
      change: holds(one) ? 'revived' : 'superseded',
      at: now,
      before: { invalidAt: iso(one.memory.invalidAt), supersededById: one.memory.supersededById },
      after: { invalidAt: iso(one.invalidAt), supersededById: one.byId },
    })),
  );
  const ids = written.map(({ memory }) => memory.id);
  await repositories.outbox.enqueue(
    ids.map((ref) => ({ kind: 'index', ref })),
    now,
    now,
  );
  return ids;
}

/** Lets replaced memories hold again, or passes them on to the replacement of the deleted one. */
async function revived(
  { memories, relations }: TenantRepositories,
  replaced: readonly ReplacedMemory[],
  gone: ReadonlyMap<string, MemoryWording>,
): Promise<Settled[]> {
  const heirs = replaced.map((memory) => ({ memory, ...heirOf(memory, gone) }));
  const living = new Set(await memories.living(heirs.flatMap(({ byId }) => byId ?? [])));
  const lasting = heirs.map((one) => (one.byId === null || living.has(one.byId) ? one : { ...one, byId: null }));
  const free = lasting.filter(holds).map(({ memory }) => memory.id);
  const others = new Map((await relations.replacing(SUPERSEDES, free)).map((one) => [one.earlierId, one]));
  const settled = lasting.map((one) => {
    const other = holds(one) ? others.get(one.memory.id) : undefined;
    return other ? { ...one, byId: other.laterId, invalidAt: other.occurredAt } : one;
  });
  return settleAmong(settled);
}

export interface Settling {
  now: Date;
  /** False for removal by age: what was replaced stays replaced, but names no replacement. */
  revives: boolean;
  nextId(): string;
}

/** Call after the removal. `touched` have to be indexed, `holding` hold again. */
export async function settleReplaced(
  repositories: TenantRepositories,
  removed: readonly MemoryWording[],
  { now, revives, nextId }: Settling,
): Promise<{ touched: string[]; holding: string[] }> {
  const gone = new Map(removed.map((memory) => [memory.id, memory]));
  const replaced = await repositories.memories.replacedBy([...gone.keys()]);
  if (replaced.length === 0) return { touched: [], holding: [] };
  const settled = revives
    ? await revived(repositories, replaced, gone)
    : replaced.map((memory) => ({ memory, byId: null, invalidAt: memory.invalidAt, of: null }));
  const touched = await writeReplaced(repositories, settled, now);
  const edges = settled.flatMap(({ memory, byId }) => (byId === null ? [] : [{ fromId: byId, toId: memory.id }]));
  await repositories.relations.add(
    edges.map((edge) => memoryEdge({ id: nextId(), type: SUPERSEDES, ...edge, createdAt: now })),
  );
  return { touched, holding: settled.filter(holds).map(({ memory }) => memory.id) };
}
