import type { JobKey, JobKind } from '@hippocamp/core/ports/job-queue';

/** What lies in Redis: the key and nothing else. */
export type Reference = Pick<JobKey, 'tenant' | 'ref'>;

/** No tenant has a space in it. */
export const keyOf = ({ tenant, ref }: Reference) => `${tenant} ${ref}`;

export const jobOf = (kind: JobKind, { tenant, ref }: Reference): JobKey => ({ tenant, kind, ref });

/** What the board may show of the past: s and a number of jobs. */
const kept = { age: 3_600, count: 1_000 };

export const retention = { removeOnComplete: kept, removeOnFail: kept };
