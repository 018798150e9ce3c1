import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { JobKey } from '../../ports/job-queue.js';
import type { IngestRecord, Lease, Records } from '../../ports/records.js';
import { NotYet } from '../outbox/failures.js';

/** Keeps candidates for later tries, with how the text was read where that is told. Rejects once the job is lost. */
export type KeepCandidates = (candidates: readonly JsonObject[], read?: JsonObject) => Promise<void>;

interface Holding extends Pick<IngestRecord, 'traceId' | 'request'> {
  job: JobKey;
  lease: Lease;
}

/** A worker that stood still beyond its lease would write over what another one has read and partly stored by now. */
export const keepCandidates =
  (
    { records, clock }: { records: Records; clock: Clock },
    { traceId, request, job: { tenant, kind, ref }, lease }: Holding,
  ): KeepCandidates =>
  (candidates, read) =>
    records.forTenant(tenant).transaction(async (repositories) => {
      // Owners, then jobs, then ingests, as whoever stores or deletes locks them.
      await repositories.lockOwner(request.ownerEntityId ?? null);
      if (!(await repositories.outbox.holds({ kind, ref }, lease)))
        throw new NotYet('Another worker has taken the job over; what was read of the text is left to that one.', 0);
      await repositories.ingests.saveCandidates(traceId, candidates, clock.now(), read);
    });
