import type { LifecycleRunRecord } from '../../ports/records.js';
import { storeMemories } from '../memories/store-memories.js';
import type { Distil } from './distil-ahead.js';
import { distilledMemory } from './distilled-memory.js';
import { groupsOf, lockUnchanged, outcome, type Work, type WorkDependencies } from './work.js';

/** Each group becomes one memory; of one whose others changed meanwhile, nothing is made. */
export const distil =
  (run: Pick<LifecycleRunRecord, 'id'>, distilFrom: Distil, { making, ids }: WorkDependencies): Work =>
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
      return { group, memory: distilledMemory({ id: ids.next(), runId: run.id, now }, sources, distilFrom(sources)) };
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
