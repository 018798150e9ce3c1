import type { LifecycleActionName } from '@hippocamp/shared/schemas/lifecycle';
import { type Log, withoutText } from '../../ports/log.js';
import type { ActionRecord, LifecycleRunRecord, TenantRecords } from '../../ports/records.js';
import { isOutage } from '../idempotency/certainly.js';
import { groupBy } from '../in-parts.js';
import { age, expire, outcome, unitOf, type Work, type WorkDependencies } from './age-work.js';
import { type DistilDependencies, distilAhead } from './distil-ahead.js';
import { distil } from './distil-work.js';

export interface ApplyDependencies extends WorkDependencies, DistilDependencies {
  log: Log;
  /** Before each chunk: rejects when the run is no longer ours. */
  stillOurs(): Promise<void>;
}

/** Memories changed in one transaction: short enough that nobody waits long for it. */
const CHUNK = 100;
const GROUPS = 20;
/** Kept on the run; more than these say nothing new. */
const ERRORS = 1000;

const unitsOf = (actions: readonly ActionRecord[]): ActionRecord[][] => [...groupBy(actions, unitOf).values()];

/** Works through the plan in transactions. What was done is marked in the same one, so a run that died goes on from there. */
export async function applyRun(
  records: TenantRecords,
  run: LifecycleRunRecord,
  dependencies: ApplyDependencies,
): Promise<void> {
  const { tenant, clock, indexing, stillOurs, log } = dependencies;
  const { lifecycle } = records;
  const errors = [...run.errors];

  const fail = async (actions: readonly ActionRecord[]) => {
    const outcomes = actions.map((action) => outcome(action, 'failed'));
    await lifecycle.mark(run.id, 'planned', outcomes);
    // The error itself may quote text.
    const message = 'It could not be changed and stays as it was.';
    const told = actions.slice(0, ERRORS - errors.length);
    errors.push(...told.map(({ memoryId, action }) => ({ memoryId, code: `${action}_failed`, message })));
    await lifecycle.update(run.id, { errors });
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
      if (isOutage(error)) throw error;
      const units = unitsOf(actions);
      if (units.length === 1) {
        log.warn({ tenant, run: run.id, ...withoutText(error) }, 'a memory could not be aged');
        return fail(actions);
      }
      for (const unit of units) await apply(work, unit);
      return;
    }
    await indexing.trySync(tenant, touched);
  };

  const inChunks = async (work: Work, kinds: readonly LifecycleActionName[]) => {
    for (;;) {
      const actions = await lifecycle.actions(run.id, { states: ['planned'], actions: kinds, limit: CHUNK });
      if (actions.length === 0) return;
      await apply(work, actions);
    }
  };

  await inChunks(age(dependencies), ['promoted', 'archived']);
  await inChunks(expire(dependencies), ['expired']);
  for (;;) {
    const actions = await lifecycle.plannedGroups(run.id, GROUPS);
    if (actions.length === 0) return;
    const sources = await records.memories.getMany(actions.map(({ memoryId }) => memoryId));
    const byId = new Map(sources.map((source) => [source.id, source]));
    const groups = unitsOf(actions).map((unit) => unit.flatMap(({ memoryId }) => byId.get(memoryId) ?? []));
    // Those that change until the transaction are left alone by it.
    const distilFrom = await distilAhead(tenant, groups, dependencies, stillOurs);
    await apply(distil(run, distilFrom, dependencies), actions);
  }
}
