import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { JobKey } from '../../ports/job-queue.js';
import type { Lease, Records } from '../../ports/records.js';
import { NotYet } from '../outbox/failures.js';

/** Keeps candidates for later tries, with how the text was read where that is told. Rejects once the job is lost. */
export type KeepCandidates = (candidates: readonly JsonObject[], read?: JsonObject) => Promise<void>;

/** A worker that stood still beyond its lease would write over what another one has read and partly stored by now. */
export const keepCandidates =
  (
    { records, clock }: { records: Records; clock: Clock },
    { tenant, kind, ref }: JobKey,
    { token }: Lease,
  ): KeepCandidates =>
  async (candidates, read) => {
    const { ingests } = records.forTenant(tenant);
    if (!(await ingests.saveCandidates(ref, candidates, clock.now(), read, { kind, token })))
      throw new NotYet('Another worker has taken the job over; what was read of the text is left to that one.', 0);
  };
