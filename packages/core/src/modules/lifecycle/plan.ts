import { LONGEST_READ, nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { termId, terms } from '@hippocamp/shared/text/terms';
import type { AgeingMemory, LifecycleRunRecord, PlannedAction, TenantRecords } from '../../ports/records.js';
import { pagesOf } from '../in-parts.js';
import type { MemoryServiceDependencies } from '../memories/memory-dependencies.js';
import type { Policies } from '../policies.js';
import { pace } from '../waiting.js';
import { type Distillable, groupRelated } from './grouping.js';
import type { Fit } from './rules.js';

export interface PlanDependencies extends Pick<MemoryServiceDependencies, 'facts' | 'ageing' | 'ids'> {
  tenant: TenantId;
  policies: Pick<Policies, 'distilAge' | 'distilAloneImportance'>;
  /** Before each part: rejects when the run is no longer ours. */
  stillOurs(): Promise<void>;
}

/** Memories read, and rows written, at once. */
const PAGE = 250;

/** One that waits for its group: what it becomes with one, and without. */
interface Waiting {
  memory: AgeingMemory;
  distillable: Distillable;
  distil: Fit;
  otherwise: Fit | undefined;
}

type Scanned = AgeingMemory & { content: string | null };

const planned = (memory: AgeingMemory, fit: Fit, groupId: string | null): PlannedAction => ({
  memoryId: memory.id,
  action: fit.action,
  fromTier: memory.tier,
  toTier: fit.toTier,
  reason: fit.reason,
  groupId,
  plannedVersion: memory.version,
  plannedAccessCount: memory.accessCount,
  fromTierSince: memory.tierSince,
});

const ascending = (values: Iterable<number>) => [...new Set(values)].sort((first, second) => first - second);

const distillableOf = (memory: AgeingMemory, { names, stems }: TextReading): Distillable => {
  const nameIds = names.flatMap(terms).map(termId);
  return {
    id: memory.id,
    ownerEntityId: memory.ownerEntityId,
    actorId: memory.actorId,
    importance: memory.importanceScore,
    words: ascending([...stems.map(termId), ...nameIds]),
    names: ascending(nameIds),
  };
};

/**
 * Writes down what a run will do, counted from the time of its creation: one action for each memory that a rule fits. Calls
 * no model. Begins anew where it was interrupted. Answers the run as it goes on.
 */
export async function planRun(
  records: TenantRecords,
  run: LifecycleRunRecord,
  { tenant, facts, ageing, ids, policies, stillOurs }: PlanDependencies,
): Promise<LifecycleRunRecord> {
  const { lifecycle } = records;
  const now = run.createdAt;
  const waiting = new Map<string, Waiting>();
  const actions: PlannedAction[] = [];
  const postponed: { id: string; from: Date; to: Date | null }[] = [];

  const settle = (memory: AgeingMemory, fit: Fit | undefined) => {
    const { id, dueAt: from } = memory;
    if (fit) actions.push(planned(memory, fit, null));
    else if (from && from <= now) postponed.push({ id, from, to: ageing.dueAt(memory, now) });
  };

  const write = async () => {
    await stillOurs();
    await lifecycle.plan(run.id, actions.splice(0));
    const later = postponed.splice(0);
    // A dry run changes nothing, not even when it is looked at next.
    if (!run.dryRun) await lifecycle.postpone(later);
  };

  /** Of a long one its beginning says what it is about. */
  const readingsOf = async (page: readonly Scanned[]): Promise<ReadonlyMap<string, TextReading>> => {
    const isShort = ({ content }: Scanned) => (content ?? '').length <= LONGEST_READ;
    const known = facts.kept(await records.memories.readings(page.filter(isShort).map(({ id }) => id)));
    const unread = page.filter(({ id }) => !known.has(id));
    const beginnings = unread.map(({ content }) => (content ?? '').slice(0, LONGEST_READ));
    const found = await facts.readToKeep(tenant, beginnings);
    return new Map([...known, ...unread.map(({ id }, place) => [id, found[place] ?? nothingRead] as const)]);
  };

  const consider = async (page: readonly Scanned[]) => {
    const readings = await readingsOf(page.filter((memory) => ageing.fits(memory, now)[0]?.action === 'distilled'));
    for (const { content: _content, ...memory } of page) {
      const [first, otherwise] = ageing.fits(memory, now);
      if (first?.action === 'distilled') {
        const distillable = distillableOf(memory, readings.get(memory.id) ?? nothingRead);
        waiting.set(memory.id, { memory, distillable, distil: first, otherwise });
      } else settle(memory, first);
      await pace();
    }
  };

  /** Who has a group waits no longer. */
  const planGroup = (group: readonly Distillable[]) => {
    const groupId = ids.next();
    for (const { id, importance } of group) {
      const found = waiting.get(id);
      waiting.delete(id);
      if (!found) continue;
      const why =
        group.length > 1 ? `together with ${group.length - 1} related` : `alone for its importance ${importance}`;
      actions.push(planned(found.memory, { ...found.distil, reason: `${found.distil.reason}, ${why}` }, groupId));
    }
  };

  const memories = await records.memories.count({ includeArchived: true, includeSuperseded: true });
  await lifecycle.clearPlan(run.id);
  const distilBefore = new Date(now.getTime() - policies.distilAge);
  const scan = (after: Scanned | null) => lifecycle.scan(after?.id ?? null, PAGE, distilBefore);
  for await (const page of pagesOf(PAGE, scan)) {
    await consider(page);
    await write();
  }
  const distillables = [...waiting.values()].map(({ distillable }) => distillable);
  for (const group of await groupRelated(distillables, policies.distilAloneImportance)) {
    planGroup(group);
    if (actions.length >= PAGE) await write();
  }
  for (const { memory, otherwise } of waiting.values()) {
    settle(memory, otherwise);
    if (actions.length + postponed.length >= PAGE) await write();
  }
  await write();
  const changes = { state: run.dryRun ? ('planning' as const) : ('applying' as const), memories };
  await lifecycle.update(run.id, changes);
  return { ...run, ...changes };
}
