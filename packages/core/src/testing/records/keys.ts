import type { TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { KeyRecord } from '../../ports/records.js';
import type { Stage } from './stage.js';

const at = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-02-01T00:00:00Z');

const keyOf = (id: string, tenant: TenantId | null): KeyRecord => ({
  ...{ id, tenant, name: 'a key', hash: 'f'.repeat(64), ownerEntityId: null },
  scopes: tenant ? ['read', 'write'] : ['operator'],
  ...{ createdAt: at, expiresAt: null, revokedAt: null, lastUsedAt: null },
});

export function keysSuite(stage: Stage): void {
  describe('keys', () => {
    it('are found by their id alone, listed by tenant, and end at the earlier of two times', async () => {
      const { tenant } = stage.tenant();
      const { keys } = stage.records;
      expect(await keys.keyed([tenant])).toEqual([]);
      const [first, second] = [keyOf(`${tenant}-1`, tenant), keyOf(`${tenant}-2`, tenant)];
      const operators = keyOf(`${tenant}-0`, null);
      for (const key of [second, first, operators]) await keys.insert(key);
      const found = await keys.findBeforeTenant([first.id, 'none', operators.id]);
      expect(found.sort((one, other) => (one.id < other.id ? -1 : 1))).toEqual([operators, first]);
      expect(await keys.findBeforeTenant([])).toEqual([]);
      expect(await keys.list({ tenant, after: '', limit: 10 })).toEqual([first, second]);
      expect(await keys.list({ tenant, after: first.id, limit: 10 })).toEqual([second]);
      expect(await keys.exist()).toBe(true);
      expect(await keys.keyed(['none' as TenantId, tenant])).toEqual([tenant]);
      expect(await keys.tenants('', 1000)).toContain(tenant);
      expect(await keys.end(first.id, { expiresAt: at })).toEqual({ ...first, expiresAt: at });
      expect(await keys.end(first.id, { expiresAt: later, revokedAt: later })).toMatchObject({
        expiresAt: at,
        revokedAt: later,
      });
      expect(await keys.end('none', { revokedAt: at })).toBeNull();
      await keys.used(second.id, later);
      await keys.used(second.id, at);
      expect(await keys.findBeforeTenant([second.id])).toEqual([{ ...second, lastUsedAt: later }]);
    });

    it('stay when the tenant erases itself', async () => {
      const { tenant, own } = stage.tenant();
      await stage.records.keys.insert(keyOf(`${tenant}-3`, tenant));
      expect(await own.erasure.removeEverything(10)).toEqual({});
      expect(await stage.records.keys.keyed([tenant])).toEqual([tenant]);
    });
  });
}
