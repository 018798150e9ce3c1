import type { Scope } from '@hippocamp/shared/operations/types';
import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { MemoryFilter, Records, TenantRecords } from '../ports/records.js';
import type { MakeOwners } from './entities/owners.js';

/** Names one request, so that its repeats get the first answer. */
export interface Idempotency {
  key: string;
  /** Equal for the same method, path and body. */
  fingerprint: string;
}

/** The caller of a service. */
export interface Caller {
  tenant: TenantId;
  scopes: ReadonlySet<Scope>;
  /**
   * The only owner whose memories the caller may see, besides memories without an owner. Undefined means all owners.
   */
  owner?: string | undefined;
  /** The id of the API key, if the caller sent one. */
  keyId?: string | undefined;
  requestId: string;
  /** The W3C trace that the request belongs to. */
  traceparent?: string | undefined;
  idempotency?: Idempotency | undefined;
  /** Owners that the request names first: made in the transaction of what it writes. */
  makeOwners?: MakeOwners | undefined;
}

/** The filter for the memories that the caller may see. */
export const seenBy = ({ owner }: Pick<Caller, 'owner'>): Pick<MemoryFilter, 'owners'> =>
  owner === undefined ? {} : { owners: [owner, null] };

/** The caller's records. What is enqueued through them says which request it comes from. */
export const ownRecords = (records: Records, { tenant, requestId, traceparent }: Caller): TenantRecords =>
  records.forTenant(tenant, { requestId, traceparent });

/** The row that was looked for by its id. Throws not-found where there is none. */
export function known<Row>(name: string, row: Row | null | undefined): Row {
  if (row) return row;
  throw new Problem('not-found', `No ${name} has this id.`);
}

/** Throws precondition-failed unless the record is at one of the versions that the caller accepts; undefined accepts any. */
export function expectVersion(
  name: string,
  { version }: { version: number },
  expected: readonly number[] | undefined,
): void {
  if (expected === undefined || expected.includes(version)) return;
  throw new Problem('precondition-failed', `The ${name} is at version ${version}; If-Match names another.`);
}
