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
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { JobQueue } from '../../ports/job-queue.js';
import type { Log } from '../../ports/log.js';
import type { LifecycleRunRecord, Records, TenantRepositories } from '../../ports/records.js';
import { type Caller, ownRecords } from '../caller.js';
import { orAsKept } from '../idempotency/or-as-kept.js';
import type { Once, RunOnce } from '../idempotency/run-once.js';
import type { Indexing } from '../indexing/index-memories.js';
import { decodeCursor, encodeCursor } from '../memories/cursor.js';
import { createJobFollower, SWEEP_AFTER } from '../outbox/follow-job.js';
import type { Policies } from '../policies.js';
import { detailOf, isEnded, listedRun, reportedStates, runAnswer } from './lifecycle-answer.js';
import type { AgeingRules } from './rules.js';
import { acceptRun, jobOf, newRun, startDueRuns, withdrawRun } from './starting.js';
import { undoRun } from './undo.js';

export interface LifecycleServiceDependencies {
  records: Records;
  queue: JobQueue;
  runOnce: RunOnce;
  indexing: Indexing;
  ageing: AgeingRules;
  policies: Policies;
  clock: Clock;
  ids: Ids;
  log: Log;
}

export interface LifecycleService {
  /** Accepts a run, hands it to a worker and waits for it unless `respondAsync`. */
  run(caller: Caller, request: LifecycleRequest, options: { respondAsync: boolean }): Promise<Once<LifecycleAnswer>>;
  list(caller: Caller, query: LifecycleRunsQuery): Promise<LifecycleRuns>;
  get(caller: Caller, id: string, query: LifecycleDetailsQuery): Promise<LifecycleRunDetails>;
  undo(caller: Caller, id: string): Promise<Once<UndoAnswer>>;
  /** Starts a run for every tenant where a rule could fit by now and none is under way. Answers how many. */
  startDueRuns(): Promise<number>;
}

const unknownRun = () => new Problem('not-found', 'No lifecycle run has this id.');

const checkUndo = async ({ lifecycle }: TenantRepositories, id: string) => {
  const run = await lifecycle.get(id);
  if (!run) throw unknownRun();
  if (run.dryRun) throw new Problem('unprocessable', 'A dry run changed nothing, so there is nothing to undo.');
  if (!isEnded(run)) throw new Problem('conflict', 'The run is under way. Undo it when it has ended.');
};

/** Runs of ageing, over HTTP and by the clock. */
export function createLifecycleService(dependencies: LifecycleServiceDependencies): LifecycleService {
  const { records, queue, runOnce, policies, clock } = dependencies;
  const followJob = createJobFollower({ queue, clock, wait: policies.lifecycleWait });

  const answerOf = async (tenant: TenantId, run: LifecycleRunRecord): Promise<LifecycleAnswer> => {
    if (!isEnded(run)) return runAnswer(run, []);
    const request = { states: reportedStates(run), limit: DETAILS_IN_ANSWER + 1 };
    const actions = await records.forTenant(tenant).lifecycle.actions(run.id, request);
    const answer = runAnswer(run, actions.slice(0, DETAILS_IN_ANSWER).map(detailOf));
    return actions.length > DETAILS_IN_ANSWER ? { ...answer, detailsTruncated: true } : answer;
  };

  const find = async (tenant: TenantId, id: string): Promise<LifecycleRunRecord> => {
    const run = await records.forTenant(tenant).lifecycle.get(id);
    if (!run) throw unknownRun();
    return run;
  };

  const follow = async (caller: Caller, run: LifecycleRunRecord, respondAsync: boolean): Promise<LifecycleAnswer> => {
    const { tenant } = caller;
    const ended = await followJob(jobOf(tenant, run), {
      read: () => orAsKept(run, () => find(tenant, run.id)),
      isDone: isEnded,
      async unrung(cause) {
        if (!(await withdrawRun(records.forTenant(tenant), run, caller.idempotency))) return;
        const message = 'The job queue does not answer, and nothing was kept.';
        throw new Problem('dependency-unavailable', message, { retryAfter: 5, cause, part: 'queue' });
      },
      waits: !respondAsync,
    });
    return orAsKept(runAnswer(run, []), () => answerOf(tenant, ended ?? run));
  };

  return {
    run(caller, request, { respondAsync }) {
      const run = newRun(request, dependencies);
      return runOnce<LifecycleAnswer>(ownRecords(records, caller), caller.idempotency, {
        patience: policies.lifecycleWait + SWEEP_AFTER,
        // Details hold no text.
        mentions: () => [],
        find: async ({ lifecycle }) => ((await lifecycle.get(run.id)) ? runAnswer(run, []) : null),
        async effect(repositories) {
          await acceptRun(repositories, run);
          return runAnswer(run, []);
        },
        finish: () => follow(caller, run, respondAsync),
      });
    },

    async list({ tenant }, { offset, limit, cursor }) {
      const scope = [tenant, 'lifecycle runs'];
      const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
      const page = await records.forTenant(tenant).lifecycle.page({ limit, offset, after });
      return {
        runs: page.runs.map((run) => listedRun(tenant, run)),
        total: page.total,
        offset,
        limit,
        nextCursor: page.last ? encodeCursor(page.last, scope) : null,
      };
    },

    async get({ tenant }, id, { limit, cursor }) {
      const run = await find(tenant, id);
      const scope = [tenant, 'lifecycle details', id];
      const after = cursor === undefined ? undefined : decodeCursor(cursor, scope).id;
      const request = { states: reportedStates(run), after, limit: limit + 1 };
      const actions = isEnded(run) ? await records.forTenant(tenant).lifecycle.actions(id, request) : [];
      const details = actions.slice(0, limit);
      const last = actions.length > limit ? details.at(-1) : undefined;
      return {
        ...runAnswer(run, details.map(detailOf)),
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
        patience: policies.lifecycleWait + SWEEP_AFTER,
        mentions: () => [],
        async effect(repositories) {
          await checkUndo(repositories, id);
          const undoneAt = clock.now();
          await repositories.lifecycle.update(id, { undoneAt });
          const heldUntil = new Date(undoneAt.getTime() + policies.undoHold).toISOString();
          return { runId: id, restored: 0, notRestored: [], notRestoredTotal: 0, heldUntil };
        },
        finish: (begun, save) => undoRun(own, begun, { ...dependencies, tenant, save }),
      });
    },

    startDueRuns: () => startDueRuns(dependencies),
  };
}
