import type { Scope } from '@hippocamp/shared/operations/types';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Origin } from '../ports/records.js';

/** Names one request, so that its repeats get the first answer. */
export interface Idempotency {
  key: string;
  /** Equal for the same method, path and body. */
  fingerprint: string;
}

/** What the jobs of a request say of where they come from. */
export const originOf = ({ requestId, traceparent }: Caller): Origin => ({ requestId, traceparent });

/** Who asks. Every use of a service has one. */
export interface Caller {
  tenant: TenantId;
  scopes: ReadonlySet<Scope>;
  requestId: string;
  /** Of the trace that the request is part of. */
  traceparent?: string | undefined;
  idempotency?: Idempotency | undefined;
}
