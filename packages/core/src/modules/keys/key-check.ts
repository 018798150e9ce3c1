import type { TenantId } from '@hippocamp/shared/schemas/common';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.js';
import { type Log, withoutText } from '../../ports/log.js';
import type { KeyRecord, KeyRegister } from '../../ports/records.js';
import { equalHashes, hashKey, keyIdOf } from './key-text.js';
import { together } from './together.js';

export interface KeyCheck {
  /** The valid key that the text is. Null without a reason, so that nobody learns why. */
  find(text: string): Promise<KeyRecord | null>;
  /** True when the tenant ever had a key. */
  isKeyed(tenant: TenantId): Promise<boolean>;
  /** Drops the key from this process's cache. */
  forget(id: string): void;
}

interface KeyCheckDependencies {
  keys: Pick<KeyRegister, 'findBeforeTenant' | 'keyed' | 'used'>;
  pepper: string | undefined;
  clock: Clock;
  log: Log;
}

/** The lifetime of cached answers, ms: a key revoked elsewhere is refused here within a second. */
const KNOWN = 900;
const MOST = 10_000;
/** ms between two notes of a key's last use. */
const NOTED = 60_000;
/** Compared when the key is unknown, so that both cases take the same time. */
const NONE = '0'.repeat(64);

function remembering<Name extends string, Found extends NonNullable<unknown>>(read: (name: Name) => Promise<Found>) {
  const known = new LRUCache<Name, Promise<Found>>({ max: MOST, ttl: KNOWN, ttlResolution: 0 });
  return {
    forget: (name: Name) => void known.delete(name),
    of(name: Name): Promise<Found> {
      const kept = known.get(name);
      if (kept) return kept;
      const found = read(name);
      known.set(name, found);
      found.catch(() => known.peek(name) === found && known.delete(name));
      return found;
    },
  };
}

export function createKeyCheck({ keys, pepper, clock, log }: KeyCheckDependencies): KeyCheck {
  const find = together(
    async (ids: readonly string[]) => new Map((await keys.findBeforeTenant(ids)).map((key) => [key.id, key])),
  );
  const hasKeys = together(
    async (tenants: readonly TenantId[]) => new Map((await keys.keyed(tenants)).map((tenant) => [tenant, true])),
  );
  const byId = remembering(async (id: string) => ({ key: (await find(id)) ?? null }));
  const keyed = remembering(async (tenant: TenantId) => ({ any: (await hasKeys(tenant)) ?? false }));
  const noted = new LRUCache<string, true>({ max: MOST, ttl: NOTED });

  const note = ({ id, lastUsedAt }: KeyRecord, now: Date) => {
    if (noted.has(id) || (lastUsedAt && now.getTime() - lastUsedAt.getTime() < NOTED)) return;
    noted.set(id, true);
    keys.used(id, now).catch((error: unknown) => log.debug?.(withoutText(error), 'the use of a key was not noted'));
  };

  return {
    async find(text) {
      const id = keyIdOf(text);
      if (id === null || pepper === undefined) return null;
      const { key } = await byId.of(id);
      const isEqual = equalHashes(hashKey(text, pepper), key?.hash ?? NONE);
      const now = clock.now();
      if (!key || !isEqual || key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now)) return null;
      note(key, now);
      return key;
    },
    isKeyed: async (tenant) => (await keyed.of(tenant)).any,
    forget: (id) => byId.forget(id),
  };
}
