import type { Scope } from '@hippocamp/shared/operations/types';
import type { TenantId } from '@hippocamp/shared/schemas/common';

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
  idempotency?: Idempotency | undefined;
}
