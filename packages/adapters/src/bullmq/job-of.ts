import type { JobKey, JobKind } from '@hippocamp/core/ports/job-queue';

/** The content of a job in Redis: the key and nothing else. */
export type Reference = Pick<JobKey, 'tenant' | 'ref'>;

/** False of a job whose content Redis has evicted: BullMQ hands it out without. */
export const isReference = ({ tenant, ref }: Partial<Reference>): boolean =>
  typeof tenant === 'string' && typeof ref === 'string';

/** No tenant has a space in it. */
export const keyOf = ({ tenant, ref }: Reference) => `${tenant} ${ref}`;

export const jobOf = (kind: JobKind, { tenant, ref }: Reference): JobKey => ({ tenant, kind, ref });

/** The finished jobs that the board can show: age in s, and count. */
const kept = { age: 3_600, count: 1_000 };

export const retention = { removeOnComplete: kept, removeOnFail: kept };
