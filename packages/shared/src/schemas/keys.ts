import { z } from 'zod';
import { scopeNames } from '../scopes.js';
import { label, ownName, queryInteger, tenantPattern, text, timestamp, uuid } from './common.js';
import { ownLimits } from './limits.js';

export const tenantName = z.string().regex(tenantPattern, 'must be 1 to 128 of A-Z a-z 0-9 . _ : @ -');

const scopes = z.array(z.enum(scopeNames)).min(1).max(scopeNames.length);
export const KEY_ID = /^[0-9a-f]{16}$/;
const MONTH = 30 * 86_400;

/** Code points of a tenant's instructions to the language model. */
export const INSTRUCTIONS_LENGTH = 1000;

export const apiKey = z
  .object({
    id: z.string(),
    tenantId: z.string().nullable().describe('Null for an operator'),
    name: z.string(),
    scopes,
    owner: z.string().nullable().describe('The tenant’s own name of the owner, where there is one'),
    ownerEntityId: z.uuid().nullable().describe('Whose memories alone it is for, beside those that the tenant shares'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable().describe('To the minute'),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKey>;

export const keyCreate = z
  .strictObject({
    name: label(128).describe('What it is for; shown in lists'),
    tenantId: tenantName.optional().describe('Whose it is; left out for an operator'),
    scopes,
    owner: ownName
      .optional()
      .describe('Limits it to this owner, by the name that the tenant has for them; not with `admin`'),
    ownerEntityId: uuid.optional().describe('The same by the id of an entity'),
    expiresAt: timestamp.optional().describe('Without it the key holds until it is revoked'),
  })
  .check(({ value, issues }) => {
    const refuse = (path: string, message: string) =>
      issues.push({ code: 'custom', path: [path], message, params: { code: 'contradiction' }, input: value });
    const operates = value.scopes.includes('operator');
    if (operates && value.scopes.length > 1) refuse('scopes', 'an operator has no other scope: make a second key');
    if (operates && value.tenantId !== undefined) refuse('tenantId', 'an operator has no tenant: leave it out');
    if (!operates && value.tenantId === undefined) refuse('tenantId', 'is missing; only an operator has no tenant');
    const reachesAll = operates || value.scopes.includes('admin');
    if (reachesAll && (value.owner ?? value.ownerEntityId) !== undefined)
      refuse(
        value.owner === undefined ? 'ownerEntityId' : 'owner',
        'a key that is limited to an owner reads and writes: take `admin` and `operator` out',
      );
  })
  .meta({ id: 'KeyCreate' });
export type KeyCreate = z.infer<typeof keyCreate>;

export const keyMade = z
  .object({ key: apiKey, secret: z.string().describe('The whole key, for `Authorization: Bearer`; shown this once') })
  .meta({ id: 'KeyMade' });
export type KeyMade = z.infer<typeof keyMade>;

export const keyPath = z.object({ id: z.string().regex(KEY_ID, 'must be the id of a key, 16 of 0-9 a-f') });

export const keyRotate = z
  .strictObject({
    overlapSeconds: z.number().int().min(0).max(MONTH).default(3600).describe('How long the old key still holds'),
  })
  .meta({ id: 'KeyRotate' });
export type KeyRotate = z.infer<typeof keyRotate>;

export const keyListQuery = z.strictObject({
  tenantId: tenantName.optional(),
  after: z.string().regex(KEY_ID).optional().describe('The last id of the page before'),
  limit: queryInteger(1, 100).default(100),
});
export type KeyListQuery = z.infer<typeof keyListQuery>;
export const keyList = z.object({ keys: z.array(apiKey) });

export const tenantPath = z.object({ tenantId: tenantName });

export const tenantListQuery = z.strictObject({
  after: tenantName.optional().describe('The last name of the page before'),
  limit: queryInteger(1, 1000).default(100),
});
export const tenantList = z.object({
  tenants: z.array(z.object({ tenantId: z.string(), hasKeys: z.boolean() })),
});
export type TenantList = z.infer<typeof tenantList>;

const ownSettings = z.strictObject({
  limits: ownLimits.describe('What it may do; what is left out goes by the settings'),
  llm: z
    .strictObject({
      reads: z
        .boolean()
        .describe('Whether its texts, claims and memories may go to the language model, in place of LLM_TENANTS'),
      instructions: text(INSTRUCTIONS_LENGTH).describe(
        'What a language model is told besides when it reads its texts: what to keep, what not, in which language; in place of LLM_INSTRUCTIONS',
      ),
    })
    .partial()
    .describe('The language model and its texts; what is left out goes by the settings'),
});
export type OwnSettings = z.infer<typeof ownSettings>;

export const tenantSettings = z
  .object({ tenantId: z.string(), hasKeys: z.boolean(), ...ownSettings.shape })
  .meta({ id: 'TenantSettings' });

export const tenantPatch = ownSettings
  .partial()
  .refine((patch) => Object.values(patch).some((member) => member !== undefined), {
    message: 'at least one of limits, llm is needed',
    params: { code: 'nothing_to_change' },
  })
  .meta({ id: 'TenantPatch' });
