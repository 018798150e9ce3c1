import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Scope } from '@hippocamp/shared/scopes';
import type { MemoryFilter, Records, TenantRecords, TenantRepositories } from '../ports/records.js';

/** Rejects with a problem when one of the names was given to another entity meanwhile. */
export type MakeOwners = (repositories: Pick<TenantRepositories, 'entities'>) => Promise<void>;

export interface Idempotency {
  key: string;
  /** Equal for the same method, path and body. */
  fingerprint: string;
}

export interface Caller {
  tenant: TenantId;
  scopes: ReadonlySet<Scope>;
  /** The only owner whose memories are visible, besides those without an owner. Undefined for all owners. */
  owner?: string | undefined;
  /** Undefined when the caller sent no API key. */
  keyId?: string | undefined;
  requestId: string;
  /** The W3C trace that the request belongs to. */
  traceparent?: string | undefined;
  idempotency?: Idempotency | undefined;
  /** Creates owners that the request names first. Call in the transaction that writes. */
  makeOwners?: MakeOwners | undefined;
}

export const seenBy = ({ owner }: Pick<Caller, 'owner'>): Pick<MemoryFilter, 'owners'> =>
  owner === undefined ? {} : { owners: [owner, null] };

/** Jobs enqueued through these records name the request. */
export const ownRecords = (records: Records, { tenant, requestId, traceparent }: Caller): TenantRecords =>
  records.forTenant(tenant, { requestId, traceparent });

/** Throws not-found for a missing row. */
export function known<Row>(name: string, row: Row | null | undefined): Row {
  if (row) return row;
  throw new Problem('not-found', `No ${name} has this id.`);
}

/** Throws precondition-failed unless the version is expected. Undefined accepts any. */
export function expectVersion(
  name: string,
  { version }: { version: number },
  expected: readonly number[] | undefined,
): void {
  if (expected === undefined || expected.includes(version)) return;
  throw new Problem('precondition-failed', `The ${name} is at version ${version}; If-Match names another.`);
}
