import type { Scope } from '@hippocamp/shared/operations/types';
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

/** The caller's records. What is rung through them says which request it comes from. */
export const ownRecords = (records: Records, { tenant, requestId, traceparent }: Caller): TenantRecords =>
  records.forTenant(tenant, { requestId, traceparent });
