import { randomUUID } from 'node:crypto';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Judge } from '../../ports/judge.js';
import type { Records } from '../../ports/records.js';
import type { EmbedNow } from './embed-task.js';

/** More than these are the work of a worker: whoever asks would wait for an import. */
export const FEW = 8;

/** Takes a few jobs of a tenant off the work list as a worker does, the newest first. Rejects where the model fails; the jobs are due again then. */
export type EmbedNewest = (tenant: TenantId) => Promise<void>;

/** For a process that has the model and no workers; whoever comes while it is at a tenant's waits for the same. */
export function createEmbedNewest({
  records,
  embedNow,
  judge,
  clock,
  lease: length,
}: {
  records: Records;
  embedNow: EmbedNow;
  /** Null where nobody judges. */
  judge: Judge | null;
  clock: Clock;
  /** ms until a worker takes over what this process does not end. */
  lease: number;
}): EmbedNewest {
  const running = new Map<TenantId, Promise<void>>();

  const embed = async (tenant: TenantId) => {
    const now = clock.now();
    const lease = { token: randomUUID(), now, until: new Date(now.getTime() + length) };
    const { outbox } = records.forTenant(tenant);
    const refs = await outbox.leaseMore('embed', lease, FEW);
    const [first] = refs;
    if (first === undefined) return;
    try {
      await embedNow(tenant, refs);
      for (const ref of refs) await outbox.done({ kind: 'embed', ref }, lease);
      // A worker has them judged: this process does not hold the model for that.
      if (!judge) return;
      const at = clock.now();
      await outbox.ring(
        refs.map((ref) => ({ kind: 'index' as const, ref })),
        at,
        at,
      );
    } catch (error) {
      await records.outbox.release({ tenant, kind: 'embed', ref: first }, lease, clock.now());
      throw error;
    }
  };

  return (tenant) => {
    const already = running.get(tenant);
    if (already !== undefined) return already;
    const begun = embed(tenant).finally(() => running.delete(tenant));
    running.set(tenant, begun);
    return begun;
  };
}
