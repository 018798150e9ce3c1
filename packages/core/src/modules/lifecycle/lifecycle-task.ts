import type { LifecycleActionName } from '@hippocamp/shared/schemas/lifecycle';
import { type Log, withoutText } from '../../ports/log.js';
import type {
  ActionRecord,
  Lease,
  LifecycleRepository,
  LifecycleRunRecord,
  OutboxKey,
  TenantRecords,
} from '../../ports/records.js';
import { isOutage } from '../idempotency/run-once.js';
import { groupBy, pagesOf } from '../in-parts.js';
import type { MemoryServiceDependencies } from '../memory-store/memory-dependencies.js';
import type { OutboxTask } from '../outbox/outbox-worker.js';
import { isTooLong } from '../outbox/stalled.js';
import type { Policies } from '../policies.js';
import { age, expire, outcome, unitOf, type Work, type WorkDependencies } from './age-work.js';
import { type DistilDependencies, distilAhead } from './distil-ahead.js';
import { distil } from './distil-work.js';
import { summaryOf } from './lifecycle-answer.js';
import { planRun } from './plan.js';

interface ApplyDependencies extends WorkDependencies, DistilDependencies {
  log: Log;
  /** For telling work that takes too long from an outage. */
  isTooLong(error: unknown): Promise<boolean>;
  /** Rejects when another worker has taken over the run. */
  stillOurs(): Promise<void>;
}

/** Memories changed in one transaction. Few, so that nobody waits long for it. */
const CHUNK = 100;
const GROUPS = 20;
/** The most errors kept on a run. */
const ERRORS = 1000;

/** The error itself may quote text. */
const BROKEN = 'It could not be changed and stays as it was.';
const TOO_LONG = 'It was not done in the time of a transaction, and stays as it was. The next run tries it again.';

/**
 * What dry runs planned is kept for a day and counts in no quota. Kept are the latest plans of a tenant, so that those of runs
 * at the same time can still be read.
 */
const PLANS_KEPT = { runs: 200, actions: 200_000 };

const unitsOf = (actions: readonly ActionRecord[]): ActionRecord[][] => [...groupBy(actions, unitOf).values()];

/** Each transaction marks what it did, so that an interrupted run continues from there. */
async function applyRun(
  records: TenantRecords,
  run: LifecycleRunRecord,
  dependencies: ApplyDependencies,
): Promise<void> {
  const { tenant, clock, indexing, stillOurs, isTooLong, log } = dependencies;
  const { lifecycle } = records;
  const errors = [...run.errors];

  const fail = async (actions: readonly ActionRecord[], message: string) => {
    const outcomes = actions.map((action) => outcome(action, 'failed'));
    await lifecycle.mark(run.id, 'planned', outcomes);
    const reported = actions.slice(0, ERRORS - errors.length);
    errors.push(...reported.map(({ memoryId, action }) => ({ memoryId, code: `${action}_failed`, message })));
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
      if (isOutage(error) && !(await isTooLong(error))) throw error;
      return applySingly(work, actions, error);
    }
    await indexing.trySync(tenant, touched);
  };

  /** What failed together may be done one by one. */
  const applySingly = async (work: Work, actions: readonly ActionRecord[], error: unknown): Promise<void> => {
    const units = unitsOf(actions);
    if (units.length === 1) {
      log.warn({ tenant, run: run.id, ...withoutText(error) }, 'a memory could not be aged');
      return fail(actions, isOutage(error) ? TOO_LONG : BROKEN);
    }
    for (const unit of units) await apply(work, unit);
  };

  const inChunks = async (work: Work, kinds: readonly LifecycleActionName[]) => {
    // Each is marked once it was tried. Only a run that was interrupted looks at the first ones again.
    const read = (last: ActionRecord | null) =>
      lifecycle.actions(run.id, { states: ['planned'], actions: kinds, after: last?.memoryId, limit: CHUNK });
    for await (const actions of pagesOf(CHUNK, read)) if (actions.length > 0) await apply(work, actions);
  };

  await inChunks(age(dependencies), ['promoted', 'archived']);
  await inChunks(expire(dependencies), ['expired']);
  for (;;) {
    const actions = await lifecycle.plannedGroups(run.id, { groups: GROUPS, rows: CHUNK });
    if (actions.length === 0) return;
    const found = await lifecycle.sources(actions.map(({ memoryId }) => memoryId));
    const sources = new Map(found.map((source) => [source.id, source]));
    const groups = unitsOf(actions).map((unit) => unit.flatMap(({ memoryId }) => sources.get(memoryId) ?? []));
    // Sources that change before the transaction are skipped there.
    const distilFrom = await distilAhead(tenant, groups, dependencies, stillOurs);
    await apply(distil(run, { sources, distilFrom }, dependencies), actions);
  }
}

export interface LifecycleTaskDependencies extends DistilDependencies, Omit<MemoryServiceDependencies, 'runOnce'> {
  policies: Policies;
  log: Log;
  concurrency: number;
}

/** Each step continues from what the one before stored. */
export function createLifecycleTask(dependencies: LifecycleTaskDependencies): OutboxTask {
  const { records, clock, concurrency } = dependencies;

  /** Extends the lease. Rejects when another worker has taken over the run. */
  const keeping = (own: TenantRecords, key: OutboxKey, lease: Lease) => {
    const length = lease.until.getTime() - lease.now.getTime();
    return async () => {
      const now = clock.now();
      const until = new Date(now.getTime() + length);
      if (await own.outbox.extend(key, { ...lease, now, until })) return;
      throw new Error('another worker has taken the run over');
    };
  };

  const end = async (lifecycle: LifecycleRepository, run: LifecycleRunRecord, state: 'done' | 'failed') => {
    const summary = summaryOf(run, await lifecycle.tally(run.id));
    await lifecycle.update(run.id, { state, summary, completedAt: clock.now() });
  };

  return {
    concurrency,
    async run({ tenant, kind, ref }, lease) {
      const own = records.forTenant(tenant);
      const key = { kind, ref };
      const found = await own.lifecycle.get(ref);
      if (!found || found.completedAt) return own.outbox.done(key, lease);
      const steps = {
        ...dependencies,
        tenant,
        stillOurs: keeping(own, key, lease),
        isTooLong: (error: unknown) => isTooLong(error, records),
      };
      if (found.dryRun) await own.lifecycle.dropPlans(PLANS_KEPT);
      const run = found.state === 'planning' ? await planRun(own, found, steps) : found;
      if (!run.dryRun) await applyRun(own, run, steps);
      await own.transaction(async ({ lifecycle, outbox }) => {
        await end(lifecycle, run, 'done');
        await outbox.done(key, lease);
      });
    },
    async abandon({ ref }, _error, { lifecycle }) {
      const run = await lifecycle.get(ref);
      if (run && !run.completedAt) await end(lifecycle, run, 'failed');
    },
  };
}
