import { isProblem, Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ApiKey, KeyCreate, KeyListQuery, KeyMade, TenantList } from '@hippocamp/shared/schemas/keys';
import type { Clock } from '../../ports/clock.js';
import type { KeyRecord, Records } from '../../ports/records.js';
import type { Owners } from '../graph/owners.js';
import type { KeyCheck } from './key-check.js';
import { hashKey, makeKeyText, type Random } from './key-text.js';

export interface KeyService {
  create(input: KeyCreate): Promise<KeyMade>;
  list(query: KeyListQuery): Promise<ApiKey[]>;
  /** Replaces a key. The old one stays valid for `overlapSeconds` at most, and never longer than before. */
  rotate(id: string, overlapSeconds: number): Promise<KeyMade>;
  revoke(id: string): Promise<ApiKey>;
  tenants(page: { after?: string | undefined; limit: number }): Promise<TenantList['tenants']>;
}

export interface KeyServiceDependencies {
  records: Pick<Records, 'keys' | 'tenants'>;
  /** Without it no key can be made. */
  pepper: string | undefined;
  clock: Clock;
  random: Random;
  owners: Pick<Owners, 'settle' | 'namesOf'>;
  check?: Pick<KeyCheck, 'forget'>;
}

const iso = (time: Date | null) => time?.toISOString() ?? null;

const keyView = ({ tenant, hash: _hash, ...key }: KeyRecord, owner: string | null): ApiKey => ({
  ...{ ...key, owner },
  tenantId: tenant,
  createdAt: key.createdAt.toISOString(),
  expiresAt: iso(key.expiresAt),
  revokedAt: iso(key.revokedAt),
  lastUsedAt: iso(key.lastUsedAt),
});

const unknownKey = () => new Problem('not-found', 'No key has this id.');
const endedKey = () => new Problem('conflict', 'This key no longer holds: make a new one.');

type Given = Pick<KeyRecord, 'tenant' | 'name' | 'scopes' | 'ownerEntityId' | 'expiresAt'>;

export function createKeyService({
  records,
  pepper,
  clock,
  random,
  owners,
  check,
}: KeyServiceDependencies): KeyService {
  const { keys } = records;

  const view = async (key: KeyRecord): Promise<ApiKey> => {
    const { tenant, ownerEntityId: id } = key;
    const names = tenant && id ? await owners.namesOf(tenant, [id]) : new Map<string, string>();
    return keyView(key, names.get(id ?? '') ?? null);
  };

  const make = async ({ tenant, name, scopes, ownerEntityId, expiresAt }: Given): Promise<KeyMade> => {
    if (pepper === undefined)
      throw new Problem(
        'conflict',
        'Keys are hashed with a pepper: make one with "openssl rand -hex 32", and set KEY_PEPPER to it for every process.',
      );
    const { id, text } = makeKeyText(random);
    const never = { revokedAt: null, lastUsedAt: null };
    const given = { tenant, name, scopes: [...new Set(scopes)], ownerEntityId, expiresAt };
    const key = { id, hash: hashKey(text, pepper), ...given, createdAt: clock.now(), ...never };
    await keys.insert(key);
    return { key: await view(key), secret: text };
  };

  const end = async (id: string, times: Parameters<typeof keys.end>[1]): Promise<KeyRecord> => {
    const ended = await keys.end(id, times);
    check?.forget(id);
    if (!ended) throw unknownKey();
    return ended;
  };

  const ownerOf = async (tenant: TenantId, named: Pick<KeyCreate, 'owner' | 'ownerEntityId'>) => {
    const how = { member: 'ownerEntityId', makes: true, path: '/owner' } as const;
    const [settled] = await owners.settle(tenant, [named], how);
    if (isProblem(settled)) throw settled;
    return settled?.ownerEntityId ?? null;
  };

  return {
    async create({ tenantId, owner, ownerEntityId, expiresAt, name, scopes }) {
      const tenant = (tenantId as TenantId | undefined) ?? null;
      return make({
        ...{ tenant, name, scopes },
        ownerEntityId: tenant && (await ownerOf(tenant, { owner, ownerEntityId })),
        expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
      });
    },
    async list({ tenantId, after = '', limit }) {
      const found = await keys.list({ tenant: tenantId as TenantId | undefined, after, limit });
      return Promise.all(found.map(view));
    },
    async rotate(id, overlapSeconds) {
      const [old] = await keys.findBeforeTenant([id]);
      if (!old) throw unknownKey();
      const now = clock.now();
      if (old.revokedAt !== null || (old.expiresAt !== null && old.expiresAt <= now)) throw endedKey();
      const made = await make(old);
      const over = new Date(now.getTime() + overlapSeconds * 1000);
      const ended = await end(id, { expiresAt: old.expiresAt && old.expiresAt < over ? old.expiresAt : over });
      if (ended.revokedAt === null) return made;
      // Whoever revoked the old key meanwhile wanted no successor of it.
      await end(made.key.id, { revokedAt: ended.revokedAt });
      throw endedKey();
    },
    revoke: async (id) => view(await end(id, { revokedAt: clock.now() })),
    async tenants({ after = '', limit }) {
      const [wrote, keyed] = await Promise.all([records.tenants(after as TenantId, limit), keys.tenants(after, limit)]);
      const all = [...new Set([...wrote, ...keyed])].sort().slice(0, limit);
      const withKeys = new Set(await keys.keyed(all));
      return all.map((tenantId) => ({ tenantId, hasKeys: withKeys.has(tenantId) }));
    },
  };
}
