import type { KeyCheck } from '@hippocamp/core/modules/keys/key-check';
import type { Settings } from '@hippocamp/runtime/settings';
import type { Operation, Scope } from '@hippocamp/shared/operations/types';
import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Request } from 'express';
import { readOnce, readTenant } from './read-head.js';

/** Who asks, and what of. */
export interface Identity {
  /** Null for an operator. */
  tenant: TenantId | null;
  scopes: ReadonlySet<Scope>;
  /** Whose memories alone it is about. */
  owner?: string | undefined;
  keyId?: string | undefined;
}

type Needed = Pick<Operation, 'scope'>;

/** Rejects with 401 where it cannot be told who asks, and with 403 where that is not enough. `tenantOf` reads who is named. */
export type Authorize = (request: Request, needed: Needed, tenantOf?: () => TenantId) => Promise<Identity>;

export interface AuthorizeOptions {
  check: KeyCheck;
  mode: Settings['auth']['mode'];
  /** Nobody but the user that runs the service gets here: without a key, everything is theirs. */
  trusted: boolean;
}

const bearer = /^bearer +(\S+)$/i;

/** The key that a request is sent with. */
export const keyIn = (authorization: string | null | undefined): string | undefined =>
  bearer.exec(authorization ?? '')?.[1];

const everyScope: ReadonlySet<Scope> = new Set(['read', 'write', 'admin']);

const unauthorized = () =>
  new Problem('unauthorized', 'Send a key that holds: `Authorization: Bearer hc_…`. Who runs the service makes it.');
const forbidden = (detail: string) => new Problem('forbidden', detail);

const checkScope = ({ scopes, tenant }: Identity, { scope }: Needed) => {
  if (scope === null || scopes.has(scope)) return;
  if (tenant === null) throw forbidden('A key of an operator has no tenant: it reaches /operator alone.');
  throw forbidden(`This needs a key with the scope \`${scope}\`.`);
};

const namedOtherwise = (request: Request, tenant: TenantId | null, tenantOf: () => TenantId) =>
  tenant !== null && readOnce(request, 'x-tenant-id') !== undefined && tenantOf() !== tenant;

export function createAuthorize({ check, mode, trusted }: AuthorizeOptions): Authorize {
  const ofKey = async (text: string, request: Request, tenantOf: () => TenantId): Promise<Identity> => {
    const key = await check.find(text);
    if (!key) throw unauthorized();
    if (namedOtherwise(request, key.tenant, tenantOf))
      throw forbidden('`x-tenant-id` names another tenant than the key: leave it out.');
    const { id: keyId, tenant, scopes, ownerEntityId } = key;
    return { tenant, scopes: new Set(scopes), owner: ownerEntityId ?? undefined, keyId };
  };

  const withoutKey = async ({ scope }: Needed, tenantOf: () => TenantId): Promise<Identity> => {
    if (scope === 'operator') {
      if (trusted) return { tenant: null, scopes: new Set(['operator']) };
      throw unauthorized();
    }
    if (mode === 'required' && !trusted) throw unauthorized();
    const tenant = tenantOf();
    if (mode === 'optional' && !trusted && (await check.isKeyed(tenant))) throw unauthorized();
    return { tenant, scopes: everyScope };
  };

  return async (request, needed, tenantOf = () => readTenant(request)) => {
    // With keys off, a client that sends one is asked for nothing: but nobody is an operator without one.
    const counts = mode !== 'off' || needed.scope === 'operator';
    const text = counts ? readOnce(request, 'authorization') : undefined;
    if (text === undefined) return withoutKey(needed, tenantOf);
    const identity = await ofKey(keyIn(text) ?? '', request, tenantOf);
    checkScope(identity, needed);
    return identity;
  };
}
