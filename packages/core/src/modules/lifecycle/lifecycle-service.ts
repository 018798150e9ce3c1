import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import {
  DETAILS_IN_ANSWER,
  type LifecycleAnswer,
  type LifecycleDetailsQuery,
  type LifecycleRequest,
  type LifecycleRunDetails,
  type LifecycleRuns,
  type LifecycleRunsQuery,
  type UndoAnswer,
} from '@hippocamp/shared/schemas/lifecycle';
import type { JobKey, JobQueue } from '../../ports/job-queue.js';
import type { Log } from '../../ports/log.js';
import type { LifecycleRunRecord, TenantRecords, TenantRepositories } from '../../ports/records.js';
import { type Caller, type Idempotency, known, ownRecords } from '../caller.js';
import { fallbackOnOutage, type Once } from '../idempotency/run-once.js';
import { pagesOf } from '../in-parts.js';
import type { MemoryServiceDependencies } from '../memory-store/memory-dependencies.js';
import { describeFailure } from '../outbox/failures.js';
import { createJobFollower, SWEEP_AFTER } from '../outbox/wake-up.js';
import { decodeCursor, encodeCursor } from '../paging/cursor.js';
import { listPage } from '../paging/list-page.js';
import type { Policies } from '../policies.js';
import { isEnded, isPlanGone, listedRun, runAnswer } from './lifecycle-answer.js';
import { detailsOf } from './run-details.js';
import { undoRun } from './undo.js';

export interface LifecycleServiceDependencies extends Omit<MemoryServiceDependencies, 'facts'> {
  queue: JobQueue;
  policies: Policies;
  log: Log;
  leaving?: AbortSignal;
}

export interface LifecycleService {
  /** Waits for the end of the run unless `respondAsync`. */
  run(caller: Caller, request: LifecycleRequest, options: { respondAsync: boolean }): Promise<Once<LifecycleAnswer>>;
  list(caller: Caller, query: LifecycleRunsQuery): Promise<LifecycleRuns>;
  get(caller: Caller, id: string, query: LifecycleDetailsQuery): Promise<LifecycleRunDetails>;
  undo(caller: Caller, id: string): Promise<Once<UndoAnswer>>;
  /** Starts a run for every tenant with due memories and no run under way. Answers how many. */
  startDueRuns(): Promise<number>;
}

const TENANTS_AT_ONCE = 1000;

const jobOf = (tenant: TenantId, run: LifecycleRunRecord): JobKey => ({
  tenant,
  kind: 'lifecycle',
  ref: run.id,
});

const newRun = (
  { dryRun, triggeredBy }: LifecycleRequest,
  { ids, clock }: Pick<MemoryServiceDependencies, 'ids' | 'clock'>,
): LifecycleRunRecord => ({
  id: ids.next(),
  triggeredBy,
  dryRun,
  state: 'planning',
  memories: 0,
  summary: null,
  errors: [],
  createdAt: clock.now(),
  completedAt: null,
  undoneAt: null,
});

/** Throws conflict when this and a run under way are both real. */
async function acceptRun({ lifecycle, outbox }: TenantRepositories, run: LifecycleRunRecord): Promise<void> {
  if (!(await lifecycle.start(run))) {
    const message = 'A lifecycle run of this tenant is under way. Wait for it, or send dryRun: true.';
    throw new Problem('conflict', message, { retryAfter: 5 });
  }
  const sweepAt = new Date(run.createdAt.getTime() + SWEEP_AFTER);
  await outbox.enqueue([{ kind: 'lifecycle', ref: run.id }], run.createdAt, sweepAt);
}

/** False when a worker has the run already: then the queue is back, and the run goes on. */
const withdrawRun = (own: TenantRecords, run: LifecycleRunRecord, idempotency: Idempotency | undefined) =>
  own.transaction(async ({ lifecycle, outbox, idempotency: keys }) => {
    if (!(await outbox.withdraw({ kind: 'lifecycle', ref: run.id }))) return false;
    await lifecycle.withdraw(run.id);
    if (idempotency) await keys.release(idempotency.key);
    return true;
  });

export async function startDueRuns({
  records,
  queue,
  clock,
  ids,
  log,
}: Pick<LifecycleServiceDependencies, 'records' | 'queue' | 'clock' | 'ids' | 'log'>): Promise<number> {
  /** Why runs could not be handed to the queue, one for each. */
  const waiting: string[] = [];
  const start = async (tenant: TenantId): Promise<boolean> => {
    const run = newRun({ dryRun: false, triggeredBy: 'schedule' }, { ids, clock });
    try {
      await records.forTenant(tenant).transaction((repositories) => acceptRun(repositories, run));
    } catch (error) {
      // A run is under way, or the database is busy. The next schedule tries again.
      log.info({ tenant, error: describeFailure(error) }, 'no lifecycle run started');
      return false;
    }
    // The sweeper finds the row when the wake-up is lost.
    await queue.enqueue(jobOf(tenant, run)).catch((error: unknown) => void waiting.push(describeFailure(error)));
    return true;
  };

  const now = clock.now();
  const read = (after: TenantId | null) => records.tenantsDue(now, after, TENANTS_AT_ONCE);
  let started = 0;
  for await (const tenants of pagesOf(TENANTS_AT_ONCE, read)) {
    for (const tenant of tenants) if (await start(tenant)) started += 1;
  }
  if (waiting.length > 0) log.warn({ runs: waiting.length, error: waiting[0] }, 'lifecycle runs wait for the sweeper');
  return started;
}

export function createLifecycleService(dependencies: LifecycleServiceDependencies): LifecycleService {
  const { records, runOnce, policies, clock } = dependencies;
  const followJob = createJobFollower({ ...dependencies, wait: policies.lifecycleWait });

  const answerOf = async (tenant: TenantId, run: LifecycleRunRecord): Promise<LifecycleAnswer> => {
    if (!isEnded(run)) return runAnswer(run, []);
    const { lifecycle } = records.forTenant(tenant);
    const details = await detailsOf(lifecycle, run, { after: undefined, limit: DETAILS_IN_ANSWER + 1 });
    const answer = runAnswer(run, details.slice(0, DETAILS_IN_ANSWER));
    const isCut = details.length > DETAILS_IN_ANSWER || isPlanGone(run, details);
    return isCut ? { ...answer, detailsTruncated: true } : answer;
  };

  const find = async (tenant: TenantId, id: string): Promise<LifecycleRunRecord> =>
    known('lifecycle run', await records.forTenant(tenant).lifecycle.get(id));

  const follow = async (caller: Caller, run: LifecycleRunRecord, respondAsync: boolean): Promise<LifecycleAnswer> => {
    const { tenant } = caller;
    const ended = await followJob(jobOf(tenant, run), {
      read: () => fallbackOnOutage(run, () => find(tenant, run.id)),
      isDone: isEnded,
      async onUnreachable(cause) {
        if (!(await withdrawRun(records.forTenant(tenant), run, caller.idempotency))) return;
        const message = 'The job queue does not answer, and nothing was kept.';
        throw new Problem('dependency-unavailable', message, { retryAfter: 5, cause, part: 'queue' });
      },
      waits: !respondAsync,
    });
    return fallbackOnOutage(runAnswer(run, []), () => answerOf(tenant, ended ?? run));
  };

  return {
    run(caller, request, { respondAsync }) {
      const run = newRun(request, dependencies);
      return runOnce<LifecycleAnswer>(ownRecords(records, caller), caller.idempotency, {
        resumes: true,
        // Details hold no text.
        mentions: () => [],
        find: async ({ lifecycle }) => ((await lifecycle.get(run.id)) ? runAnswer(run, []) : null),
        async effect(repositories) {
          await acceptRun(repositories, run);
          return runAnswer(run, []);
        },
        finish: async ({ runId }) =>
          follow(caller, runId === run.id ? run : await find(caller.tenant, runId), respondAsync),
      });
    },

    async list({ tenant }, asked) {
      const { lifecycle } = records.forTenant(tenant);
      const { runs, page } = await listPage(asked, [tenant, 'lifecycle runs'], lifecycle.page);
      return { runs: runs.map((run) => listedRun(tenant, run)), ...page };
    },

    async get({ tenant }, id, { limit, cursor }) {
      const run = await find(tenant, id);
      const scope = [tenant, 'lifecycle details', id];
      const after = cursor === undefined ? undefined : decodeCursor(cursor, scope).id;
      const { lifecycle } = records.forTenant(tenant);
      const found = isEnded(run) ? await detailsOf(lifecycle, run, { after, limit: limit + 1 }) : [];
      const details = found.slice(0, limit);
      const last = found.length > limit ? details.at(-1) : undefined;
      return {
        ...runAnswer(run, details),
        ...(after === undefined && isPlanGone(run, details) ? { detailsTruncated: true } : {}),
        triggeredBy: run.triggeredBy,
        createdAt: run.createdAt.toISOString(),
        completedAt: run.completedAt?.toISOString() ?? null,
        undoneAt: run.undoneAt?.toISOString() ?? null,
        nextCursor: last ? encodeCursor({ value: 0, id: last.memoryId }, scope) : null,
      };
    },

    undo({ tenant, idempotency }, id) {
      const own = records.forTenant(tenant);
      return runOnce<UndoAnswer>(own, idempotency, {
        resumes: true,
        mentions: () => [],
        async effect({ lifecycle }) {
          const run = known('lifecycle run', await lifecycle.get(id));
          if (run.dryRun) throw new Problem('unprocessable', 'A dry run changed nothing, so there is nothing to undo.');
          if (!isEnded(run)) throw new Problem('conflict', 'The run is under way. Undo it when it has ended.');
          const undoneAt = clock.now();
          await lifecycle.update(id, { undoneAt });
          const heldUntil = new Date(undoneAt.getTime() + policies.undoHold).toISOString();
          return { runId: id, restored: 0, notRestored: [], notRestoredTotal: 0, heldUntil };
        },
        finish: (saved, save) => undoRun(own, saved, { ...dependencies, tenant, save }),
      });
    },

    startDueRuns: () => startDueRuns(dependencies),
  };
}
