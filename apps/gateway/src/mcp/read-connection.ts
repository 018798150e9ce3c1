import { type FieldError, validationFailed } from '@hippocamp/shared/problems';
import { type TenantId, tenantPattern, uuid } from '@hippocamp/shared/schemas/common';
import { keyIn } from '../http/authorize.js';

export interface McpConnection {
  tenant: string;
  owner: string | undefined;
  apiKey: string | undefined;
}

const TENANT = 'x-tenant-id';
const OWNER = 'x-owner-entity-id';

const refuse = (name: string, code: FieldError['code'], message: string) =>
  validationFailed([{ path: `header.${name}`, code, message }]);

export const readTenant = (headers: Headers, otherwise: string | undefined): TenantId => {
  const tenant = headers.get(TENANT) ?? otherwise;
  if (tenant === undefined)
    throw refuse(TENANT, 'required', 'is missing; it names the tenant whose memory the tools are given');
  if (!tenantPattern.test(tenant)) throw refuse(TENANT, 'invalid_format', 'must be 1 to 128 of A-Z a-z 0-9 . _ : @ -');
  return tenant as TenantId;
};

const readOwner = (headers: Headers): string | undefined => {
  const given = headers.get(OWNER);
  if (given === null) return undefined;
  const parsed = uuid.safeParse(given);
  if (!parsed.success) throw refuse(OWNER, 'invalid_format', 'must be the id of an entity, a UUID');
  return parsed.data;
};

/** Whose memory a connection is about: its headers say so. */
export const readMcpConnection = (headers: Headers, otherwise: string | undefined): McpConnection => ({
  tenant: readTenant(headers, otherwise),
  owner: readOwner(headers),
  apiKey: keyIn(headers.get('authorization')),
});
