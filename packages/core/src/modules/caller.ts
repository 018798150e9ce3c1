import type { Scope } from '@hippocamp/shared/operations/types';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Records, TenantRecords } from '../ports/records.js';

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
  requestId: string;
  /** Of the trace that the request is part of. */
  traceparent?: string | undefined;
  idempotency?: Idempotency | undefined;
}

/** The caller's records. What is rung through them says which request it comes from. */
export const ownRecords = (records: Records, { tenant, requestId, traceparent }: Caller): TenantRecords =>
  records.forTenant(tenant, { requestId, traceparent });
