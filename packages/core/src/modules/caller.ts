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

/** Who asks. Every use of a service has one. */
export interface Caller {
  tenant: TenantId;
  scopes: ReadonlySet<Scope>;
  /** Whose memories alone the caller may see, beside those without an owner; everybody's where it is undefined. */
  owner?: string | undefined;
  /** Of the key that asks, where there is one. */
  keyId?: string | undefined;
  requestId: string;
  /** Of the trace that the request is part of. */
  traceparent?: string | undefined;
  idempotency?: Idempotency | undefined;
  /** Owners that the request names first: made in the transaction of what it writes. */
  makeOwners?: MakeOwners | undefined;
}

/** What the caller may see of the memories. */
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
