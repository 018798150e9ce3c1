import type { KeyCheck } from '@hippocamp/core/modules/keys/key-check';
import type { Settings } from '@hippocamp/runtime/settings';
import type { Operation } from '@hippocamp/shared/operations/types';
import { type FieldError, Problem, validationFailed } from '@hippocamp/shared/problems';
import { type TenantId, tenantPattern } from '@hippocamp/shared/schemas/common';
import type { Scope } from '@hippocamp/shared/scopes';
import type { Request } from 'express';

/** Node joins repeated headers with a comma; here a repeated header is refused. */
export const readOnce = (request: Request, name: string): string | undefined => {
  const values = request.headersDistinct[name] ?? [];
  if (values.length > 1) {
    throw validationFailed([{ path: `header.${name}`, code: 'repeated', message: 'must be sent once' }]);
  }
  return values[0];
};

function readTenant(request: Request): TenantId {
  const given = readOnce(request, 'x-tenant-id');
  const path = 'header.x-tenant-id';
  if (given === undefined) {
    throw validationFailed([
      { path, code: 'required', message: 'is missing; it names the tenant that owns the records' },
    ]);
  }
  if (!tenantPattern.test(given)) {
    throw validationFailed([{ path, code: 'invalid_format', message: 'must be 1 to 128 of A-Z a-z 0-9 . _ : @ -' }]);
  }
  return given as TenantId;
}

const keyPattern = /^[\x21-\x7e]{1,255}$/;

export function readIdempotencyKey(request: Request): string | undefined {
  const given = readOnce(request, 'idempotency-key');
  if (given === undefined || keyPattern.test(given)) return given;
  throw validationFailed([
    { path: 'header.idempotency-key', code: 'invalid_format', message: 'must be 1 to 255 visible ASCII characters' },
  ]);
}

const versionTag = /^"(\d{1,9})"$/;

/** The versions in If-Match; undefined for no header or `*`. An unknown tag matches nothing. */
export function readIfMatch(request: Request): readonly number[] | undefined {
  const given = request.get('if-match')?.trim();
  if (given === undefined || given === '*') return undefined;
  return given.split(',').flatMap((tag) => {
    const version = versionTag.exec(tag.trim())?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

const preferences = (request: Request): string[] =>
  (request.get('prefer') ?? '').split(',').map((preference) => preference.trim().toLowerCase());

export const prefersAsync = (request: Request): boolean => preferences(request).includes('respond-async');

/** `Prefer: wait=<seconds>` (RFC 7240), in ms. */
export function preferredWait(request: Request): number | undefined {
  const [seconds] = preferences(request).flatMap((preference) => /^wait=(\d{1,6})$/.exec(preference)?.[1] ?? []);
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
};

const split = (pair: string): [string, string] => {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
};

const clean = (value: string | null): value is string => value !== null && !value.includes('\0');

/** The parameters of a query string. A parameter sent twice or badly encoded is refused. */
export function readQuery(url: string): Record<string, string> {
  const at = url.indexOf('?');
  const pairs =
    at < 0
      ? []
      : url
          .slice(at + 1)
          .split('&')
          .filter(Boolean);
  const errors: FieldError[] = [];
  const found = new Map<string, string>();
  for (const pair of pairs) {
    const [rawName, rawValue] = split(pair);
    const name = decode(rawName);
    const value = decode(rawValue);
    if (!clean(name) || !clean(value)) {
      errors.push({
        path: `query.${rawName.slice(0, 64)}`,
        code: 'invalid_encoding',
        message: 'is not UTF-8 text in percent encoding',
      });
    } else if (found.has(name)) {
      errors.push({ path: `query.${name}`, code: 'repeated', message: 'must be sent once' });
    } else found.set(name, value);
  }
  if (errors.length > 0) throw validationFailed(errors);
  return Object.fromEntries(found);
}

export interface Identity {
  /** Null for an operator. */
  tenant: TenantId | null;
  scopes: ReadonlySet<Scope>;
  /** The only owner whose records the key reaches. */
  owner?: string | undefined;
  keyId?: string | undefined;
}

type Needed = Pick<Operation, 'scope'>;

/** Rejects with 401 without a valid key, and with 403 where the key is not enough. */
export type Authorize = (request: Request, needed: Needed, tenantOf?: () => TenantId) => Promise<Identity>;

export interface AuthorizeOptions {
  check: KeyCheck;
  mode: Settings['auth']['mode'];
  /** True where only the user that runs the service can connect, so no key is needed. */
  trusted: boolean;
}

const bearer = /^bearer +(\S+)$/i;

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

  let isNoting = false;
  /** Sets the last use of sent keys, so that an operator sees who sends one before turning keys on. One at a time. */
  const noteUse = async (request: Request) => {
    const text = keyIn(request.headers.authorization);
    if (text === undefined || isNoting) return;
    isNoting = true;
    await check.find(text).catch(() => undefined);
    isNoting = false;
  };

  return async (request, needed, tenantOf = () => readTenant(request)) => {
    // With keys off, only operator requests look at the key.
    const counts = mode !== 'off' || needed.scope === 'operator';
    if (!counts) void noteUse(request);
    const text = counts ? readOnce(request, 'authorization') : undefined;
    if (text === undefined) return withoutKey(needed, tenantOf);
    const identity = await ofKey(keyIn(text) ?? '', request, tenantOf);
    checkScope(identity, needed);
    return identity;
  };
}
