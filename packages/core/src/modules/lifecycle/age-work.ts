import { buryMemories } from '../memories/bury-memories.js';
import { lockUnchanged, outcome, ringIndex, type Work, type WorkDependencies } from './work.js';

/** Promotes and archives. */
export const age =
  ({ making }: WorkDependencies): Work =>
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

/** Deletes. What grew old does not give back what it replaced. */
export const expire =
  ({ ids }: WorkDependencies): Work =>
  async (repositories, actions, now) => {
    const { unchanged, skipped } = await lockUnchanged(repositories, actions);
    const { touched } = await buryMemories(
      repositories,
      unchanged.map(({ memory }) => memory.id),
      { now, ids, revives: false },
    );
    return { outcomes: [...unchanged.map(({ action }) => outcome(action, 'applied')), ...skipped], touched };
  };
