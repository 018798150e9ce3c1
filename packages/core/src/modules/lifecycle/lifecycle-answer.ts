import type { TenantId } from '@hippocamp/shared/schemas/common';
import type {
  LifecycleActionName,
  LifecycleAnswer,
  LifecycleCounts,
  LifecycleDetail,
  LifecycleRun,
} from '@hippocamp/shared/schemas/lifecycle';
import type { ActionRecord, LifecycleRunRecord } from '../../ports/records.js';

const nothing: LifecycleCounts = { expired: 0, promoted: 0, distilled: 0, archived: 0, unchanged: 0 };

/** A dry run stops after the plan. */
export const reportedStates = ({ dryRun }: Pick<LifecycleRunRecord, 'dryRun'>): ActionRecord['state'][] =>
  dryRun ? ['planned'] : ['applied', 'undone'];

export function summaryOf(
  run: Pick<LifecycleRunRecord, 'dryRun' | 'memories'>,
  tally: readonly { action: LifecycleActionName; state: ActionRecord['state']; count: number }[],
): LifecycleCounts {
  const states = reportedStates(run);
  const counts = { ...nothing };
  for (const { action, state, count } of tally) if (states.includes(state)) counts[action] += count;
  const { expired, promoted, distilled, archived } = counts;
  // Memories that came or went meanwhile could push it below zero.
  return { ...counts, unchanged: Math.max(0, run.memories - expired - promoted - distilled - archived) };
}

const durationOf = ({ createdAt, completedAt }: LifecycleRunRecord) =>
  completedAt ? completedAt.getTime() - createdAt.getTime() : 0;

export const isEnded = ({ completedAt }: LifecycleRunRecord) => completedAt !== null;

const statusOf = (run: LifecycleRunRecord): LifecycleAnswer['status'] => {
  if (!isEnded(run)) return 'processing';
  return run.state === 'failed' ? 'failed' : 'done';
};

export const detailOf = ({
  memoryId,
  action,
  fromTier,
  toTier,
  reason,
  resultMemoryId,
}: ActionRecord): LifecycleDetail => ({
  memoryId,
  action,
  fromTier,
  toTier,
  reason,
  ...(resultMemoryId === null ? {} : { resultMemoryId }),
});

/** True of a dry run whose plan gave way to those of later ones. */
export const isPlanGone = ({ dryRun, summary }: LifecycleRunRecord, details: readonly LifecycleDetail[]): boolean => {
  const { expired, promoted, distilled, archived } = summary ?? nothing;
  return dryRun && details.length === 0 && expired + promoted + distilled + archived > 0;
};

export const runAnswer = (run: LifecycleRunRecord, details: LifecycleDetail[]): LifecycleAnswer => ({
  success: run.state !== 'failed',
  runId: run.id,
  dryRun: run.dryRun,
  status: statusOf(run),
  summary: { ...(run.summary ?? nothing), durationMs: durationOf(run) },
  details,
  errors: run.errors,
});

export const listedRun = (tenant: TenantId, run: LifecycleRunRecord): LifecycleRun => ({
  id: run.id,
  tenantId: tenant,
  triggeredBy: run.triggeredBy,
  durationMs: durationOf(run),
  ...(run.summary ?? nothing),
  errors: run.errors,
  completedAt: (run.completedAt ?? run.createdAt).toISOString(),
  createdAt: run.createdAt.toISOString(),
  status: run.state === 'failed' ? 'failed' : 'done',
  undoneAt: run.undoneAt?.toISOString() ?? null,
});
