import { LONGEST_READ, nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { termId, terms } from '@hippocamp/shared/text/terms';
import type { Ids } from '../../ports/ids.js';
import type { AgeingMemory, LifecycleRunRecord, PlannedAction, TenantRecords } from '../../ports/records.js';
import { pace } from '../breathe.js';
import type { Facts } from '../facts/facts.js';
import type { Policies } from '../policies.js';
import { type Distillable, groupRelated } from './grouping.js';
import type { AgeingRules, Fit } from './rules.js';

export interface PlanDependencies {
  tenant: TenantId;
  facts: Pick<Facts, 'kept' | 'readToKeep'>;
  ageing: AgeingRules;
  ids: Ids;
  policies: Pick<Policies, 'distilAge' | 'distilAloneImportance'>;
  /** Before each part: rejects when the run is no longer ours. */
  stillOurs(): Promise<void>;
}

/** Memories read, and rows written, at once. */
const PAGE = 250;

/** One that waits for its group: what it becomes with one, and without. */
interface Waiting {
  memory: AgeingMemory;
  distil: Fit;
  otherwise: Fit | undefined;
}

type Scanned = AgeingMemory & { content: string | null };

interface Draft {
  actions: PlannedAction[];
  postponed: { id: string; from: Date; to: Date | null }[];
}

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

const distillable = (memory: AgeingMemory, { names, stems }: TextReading): Distillable => {
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

const groupedReason = ({ reason }: Fit, size: number, importance: number) =>
  size > 1 ? `${reason}, together with ${size - 1} related` : `${reason}, alone for its importance ${importance}`;

/**
 * Writes down what a run will do, counted from the time of its creation: one action for each memory that a rule fits. Calls
 * no model. Begins anew where it was interrupted.
 */
export async function planRun(
  records: TenantRecords,
  run: LifecycleRunRecord,
  { tenant, facts, ageing, ids, policies, stillOurs }: PlanDependencies,
): Promise<void> {
  const { lifecycle } = records;
  const now = run.createdAt;
  const waiting = new Map<string, Waiting>();
  const distillables: Distillable[] = [];

  const leave = (memory: AgeingMemory, draft: Draft) => {
    const { id, dueAt: from } = memory;
    if (from && from <= now) draft.postponed.push({ id, from, to: ageing.dueAt(memory, now) });
  };

  const settle = (memory: AgeingMemory, fit: Fit | undefined, draft: Draft) => {
    if (fit) draft.actions.push(planned(memory, fit, null));
    else leave(memory, draft);
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

  const consider = async (page: readonly Scanned[], draft: Draft) => {
    const fits = page.map((memory) => ({ memory, fits: ageing.fits(memory, now) }));
    const old = fits.filter(({ fits: [first] }) => first?.action === 'distilled').map(({ memory }) => memory);
    const readings = await readingsOf(old);
    for (const {
      memory: scanned,
      fits: [first, otherwise],
    } of fits) {
      const { content: _content, ...memory } = scanned;
      if (first?.action === 'distilled') {
        waiting.set(memory.id, { memory, distil: first, otherwise });
        distillables.push(distillable(memory, readings.get(memory.id) ?? nothingRead));
      } else settle(memory, first, draft);
      await pace();
    }
  };

  const write = async ({ actions, postponed }: Draft) => {
    await stillOurs();
    await lifecycle.plan(run.id, actions);
    // A dry run changes nothing, not even when it is looked at next.
    if (!run.dryRun) await lifecycle.postpone(postponed);
  };

  const readAll = async () => {
    const distilBefore = new Date(now.getTime() - policies.distilAge);
    for (let after: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof lifecycle.scan>> = await lifecycle.scan(after, PAGE, distilBefore);
      const draft: Draft = { actions: [], postponed: [] };
      await consider(page, draft);
      await write(draft);
      if (page.length < PAGE) return;
      after = page.at(-1)?.id ?? null;
    }
  };

  /** Who has a group waits no longer. */
  const actionsOf = (group: readonly Distillable[]): PlannedAction[] => {
    const groupId = ids.next();
    return group.flatMap(({ id, importance }) => {
      const found = waiting.get(id);
      waiting.delete(id);
      if (!found) return [];
      const reason = groupedReason(found.distil, group.length, importance);
      return [planned(found.memory, { ...found.distil, reason }, groupId)];
    });
  };

  const planGroups = async () => {
    let draft: Draft = { actions: [], postponed: [] };
    const flush = async () => {
      await write(draft);
      draft = { actions: [], postponed: [] };
    };
    for (const group of await groupRelated(distillables, policies.distilAloneImportance)) {
      draft.actions.push(...actionsOf(group));
      if (draft.actions.length >= PAGE) await flush();
    }
    for (const { memory, otherwise } of waiting.values()) {
      settle(memory, otherwise, draft);
      if (draft.actions.length + draft.postponed.length >= PAGE) await flush();
    }
    await flush();
  };

  await lifecycle.clearPlan(run.id);
  await readAll();
  await planGroups();
}
