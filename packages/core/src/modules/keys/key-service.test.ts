import { randomBytes } from 'node:crypto';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { expect, it, vi } from 'vitest';
import type { KeyRecord, KeyRegister } from '../../ports/records.js';
import { quietLog } from '../../testing/builders.js';
import type { Owners } from '../graph/owners.js';
import { createKeyCheck } from './key-check.js';
import { createKeyService } from './key-service.js';
import { keyIdOf, makeKeyText } from './key-text.js';

const start = new Date('2026-01-01T00:00:00Z');
const pepper = 'a pepper of a test';

const owners: Pick<Owners, 'settle' | 'namesOf'> = {
  settle: async (_tenant, named) => [...named],
  namesOf: async () => new Map(),
};

function house() {
  let now = start;
  let lookups = 0;
  const rows = new Map<string, KeyRecord>();
  const keys: KeyRegister = {
    async findBeforeTenant(ids) {
      lookups += 1;
      return ids.flatMap((id) => rows.get(id) ?? []);
    },
    insert: async (key) => void rows.set(key.id, key),
    list: async () => [...rows.values()],
    async end(id, times) {
      const row = rows.get(id);
      if (row) rows.set(id, { ...row, ...times });
      return rows.get(id) ?? null;
    },
    async used(id, at) {
      const row = rows.get(id);
      if (row) rows.set(id, { ...row, lastUsedAt: at });
    },
    exist: async () => rows.size > 0,
    keyed: async (tenants) => tenants.filter((tenant) => [...rows.values()].some((row) => row.tenant === tenant)),
    tenants: async () => [],
  };
  const clock = { now: () => now };
  const check = createKeyCheck({ keys, pepper, clock, log: quietLog });
  const records = { keys, tenants: async () => ['acme' as TenantId] };
  const service = createKeyService({ records, pepper, clock, random: randomBytes, owners, check });
  return {
    service,
    check,
    rows,
    lookups: () => lookups,
    later: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}

const wanted = { name: 'agent', tenantId: 'acme', scopes: ['read' as const] };

it('makes a key that is found by its text alone, and keeps nothing of it but a hash', async () => {
  const { service, check, rows } = house();
  const { key, secret } = await service.create(wanted);
  expect(secret).toMatch(new RegExp(`^hc_${key.id}_[0-9a-f]{72}$`));
  expect(await check.find(secret)).toMatchObject({ id: key.id, tenant: 'acme', scopes: ['read'] });
  expect(JSON.stringify([...rows.values()])).not.toContain(secret.slice(-72, -8));
});

it('takes no other text, and looks none up that is misspelt', async () => {
  const { service, check, lookups } = house();
  const { secret } = await service.create(wanted);
  const typo = `${secret.slice(0, 30)}${secret[30] === '0' ? '1' : '0'}${secret.slice(31)}`;
  for (const text of ['', 'hc_', typo, `${secret}0`, secret.toUpperCase()]) expect(await check.find(text)).toBeNull();
  expect(keyIdOf(typo)).toBeNull();
  expect(lookups()).toBe(0);
  const foreign = createKeyService({
    records: { keys: { ...({} as KeyRegister), insert: async () => undefined }, tenants: async () => [] },
    pepper: 'another pepper',
    clock: { now: () => start },
    owners,
    random: (bytes) => (bytes === 8 ? Buffer.from(String(keyIdOf(secret)), 'hex') : randomBytes(bytes)),
  });
  expect(await check.find((await foreign.create(wanted)).secret), 'the same id, another secret').toBeNull();
});

it('ends with its time, with a rotation after the overlap, and when it is revoked', async () => {
  const { service, check, later } = house();
  const brief = await service.create({ ...wanted, expiresAt: '2026-01-01T00:01:00Z' });
  const { key, secret } = await service.create(wanted);
  const next = await service.rotate(key.id, 60);
  expect(next.key).toMatchObject({ name: 'agent', tenantId: 'acme', scopes: ['read'], expiresAt: null });
  for (const text of [brief.secret, secret, next.secret]) expect(await check.find(text)).not.toBeNull();
  later(60);
  expect(await check.find(brief.secret)).toBeNull();
  expect(await check.find(secret)).toBeNull();
  await expect(service.rotate(key.id, 60)).rejects.toThrow('no longer holds');
  await service.revoke(next.key.id);
  expect(await check.find(next.secret)).toBeNull();
  await expect(service.revoke('0000000000000000')).rejects.toThrow('No key has this id');
});

it('has no successor where it is revoked while it is rotated', async () => {
  const { service, rows } = house();
  const { key } = await service.create(wanted);
  const [rotated] = await Promise.allSettled([service.rotate(key.id, 60), service.revoke(key.id)]);
  expect(rotated).toMatchObject({ status: 'rejected', reason: { problem: 'conflict' } });
  expect(rows.size).toBe(2);
  for (const row of rows.values()) expect(row.revokedAt).toEqual(start);
});

it('is prolonged by no rotation, and holds never where its time was over when it was made', async () => {
  const { service, check, later } = house();
  const brief = await service.create({ ...wanted, expiresAt: '2026-01-01T00:01:00Z' });
  await service.rotate(brief.key.id, 3600);
  expect(await check.find(brief.secret)).not.toBeNull();
  later(60);
  expect(await check.find(brief.secret)).toBeNull();
  const late = await service.create({ ...wanted, expiresAt: '2025-12-31T00:00:00Z' });
  expect(await check.find(late.secret)).toBeNull();
});

it('is looked up once for many who ask at once, and its use noted once a minute', async () => {
  const { service, check, rows, lookups } = house();
  const { key, secret } = await service.create(wanted);
  await Promise.all(Array.from({ length: 20 }, () => check.find(secret)));
  expect(lookups()).toBe(1);
  expect(rows.get(key.id)?.lastUsedAt).toEqual(start);
});

it('is looked up together with all that are asked for meanwhile, so that unknown ones hold one connection', async () => {
  const { service, check, lookups } = house();
  const { key, secret } = await service.create(wanted);
  const unknown = Array.from({ length: 500 }, () => makeKeyText(randomBytes).text);
  const first = check.find(secret);
  const found = await Promise.all([...unknown, secret].map((text) => check.find(text)));
  expect((await first)?.id).toBe(key.id);
  expect(found.flatMap((one) => one?.id ?? [])).toEqual([key.id]);
  expect(lookups()).toBeLessThanOrEqual(2);
});

it('is taken by nobody where there is no pepper, and cannot be made there', async () => {
  const { service, rows } = house();
  const { secret } = await service.create(wanted);
  const keys = { ...({} as KeyRegister), findBeforeTenant: async () => [...rows.values()] };
  const clock = { now: () => start };
  const check = createKeyCheck({ keys, pepper: undefined, clock, log: quietLog });
  expect(await check.find(secret)).toBeNull();
  const records = { keys, tenants: async () => [] };
  const without = createKeyService({ records, pepper: undefined, clock, random: randomBytes, owners });
  await expect(without.create(wanted)).rejects.toThrow('KEY_PEPPER');
});

it('is looked up anew within a second, however the time passes between two looks at what is known', async () => {
  let milliseconds = 10_000;
  let step = 0;
  const timer = vi.spyOn(performance, 'now').mockImplementation(() => {
    milliseconds += step;
    return milliseconds;
  });
  const { service, check, lookups } = house();
  const { secret } = await service.create(wanted);
  await check.find(secret);
  // The lookup is about to expire while it is being used.
  [milliseconds, step] = [10_899.2, 0.5];
  await check.find(secret);
  [milliseconds, step] = [11_000, 0];
  await check.find(secret);
  timer.mockRestore();
  expect(lookups()).toBe(2);
});
