import type { JobKey, JobKind } from '@hippocamp/core/ports/job-queue';

export type Reference = Pick<JobKey, 'tenant' | 'ref'>;

/** False where Redis has evicted the data: BullMQ then hands out the job without it. */
export const isReference = ({ tenant, ref }: Partial<Reference>): boolean =>
  typeof tenant === 'string' && typeof ref === 'string';

/** Unambiguous, because a tenant's name holds no space. */
export const keyOf = ({ tenant, ref }: Reference) => `${tenant} ${ref}`;

export const jobOf = (kind: JobKind, { tenant, ref }: Reference): JobKey => ({ tenant, kind, ref });

/** Finished jobs that a board can show: age in s, and count. */
const kept = { age: 3_600, count: 1_000 };

export const retention = { removeOnComplete: kept, removeOnFail: kept };
