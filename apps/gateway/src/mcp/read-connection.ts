import { type FieldError, validationFailed } from '@hippocamp/shared/problems';
import { ownName, type TenantId, tenantPattern, uuid } from '@hippocamp/shared/schemas/common';
import type { OwnerChoice } from '@hippocamp/tools/connection';
import { keyIn } from '../http/authorize.js';

export interface McpConnection {
  tenant: string;
  owner: OwnerChoice;
  apiKey: string | undefined;
}

const TENANT = 'x-tenant-id';
const OWNER_ID = 'x-owner-entity-id';
const OWNER = 'x-owner';

const refuse = (name: string, code: FieldError['code'], message: string) =>
  validationFailed([{ path: `header.${name}`, code, message }]);

export const readTenant = (headers: Headers, otherwise: string | undefined): TenantId => {
  const tenant = headers.get(TENANT) ?? otherwise;
  if (tenant === undefined)
    throw refuse(TENANT, 'required', 'is missing; it names the tenant whose memory the tools are given');
  if (!tenantPattern.test(tenant)) throw refuse(TENANT, 'invalid_format', 'must be 1 to 128 of A-Z a-z 0-9 . _ : @ -');
  return tenant as TenantId;
};

/** Headers are ASCII, so a name may be percent-encoded. */
const decoded = (given: string): string | undefined => {
  try {
    return decodeURIComponent(given);
  } catch {
    return undefined;
  }
};

const readOwner = (headers: Headers): OwnerChoice => {
  const [id, name] = [headers.get(OWNER_ID), headers.get(OWNER)];
  if (id !== null) {
    const parsed = uuid.safeParse(id);
    if (!parsed.success) throw refuse(OWNER_ID, 'invalid_format', 'must be the id of an entity, a UUID');
    if (name !== null) throw refuse(OWNER, 'ambiguous', `cannot stand beside ${OWNER_ID}; send one of the two`);
    return { ownerEntityId: parsed.data };
  }
  if (name === null) return {};
  const parsed = ownName.safeParse(decoded(name));
  if (!parsed.success)
    throw refuse(OWNER, 'invalid_format', 'must be a name of 1 to 256 characters, in ASCII or percent encoding');
  return { owner: parsed.data };
};

export const readMcpConnection = (headers: Headers, otherwise: string | undefined): McpConnection => ({
  tenant: readTenant(headers, otherwise),
  owner: readOwner(headers),
  apiKey: keyIn(headers.get('authorization')),
});
