import { beforeEach, describe, expect, it } from 'vitest';
import type { EntityRepository, Records } from '../../ports/records.js';
import { NOON, sequentialIds, tenantNamed } from '../../testing/builders.js';
import type { MakeOwners } from '../caller.js';
import { createOwners, type Settling } from './owners.js';

const [alice, bob] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

it('makes a missing one in the transaction of the write, and none where another took the name meanwhile', async () => {
  const rows: { id: string; externalId: string }[] = [];
  const externals: EntityRepository['externals'] = async (names) =>
    rows.filter(({ externalId }) => names.includes(externalId));
  const insert = async (made: readonly { id: string; externalId: string | null }[]) => {
    if (rows.length > 0) return 0;
    rows.push(...made.map(({ id, externalId }) => ({ id, externalId: String(externalId) })));
    return made.length;
  };
  const entities = { externals, insert } as unknown as EntityRepository;
  const records = { forTenant: () => ({ entities }) } as unknown as Records;
  const owners = createOwners({ records, clock: { now: () => NOON }, ids: sequentialIds() });
  const makes: MakeOwners[] = [];
  const later = (make: MakeOwners) => void makes.push(make);
  const how = { member: 'ownerEntityId', makes: true, path: '/owner', later } as const;
  const settled = await owners.settle(tenantNamed('acme'), [{ owner: 'alice' }], how);
  expect(rows).toEqual([]);
  for (const each of [1, 2]) await makes[0]?.({ entities }).then(() => expect(rows, `try ${each}`).toHaveLength(1));
  expect(settled).toEqual([{ ownerEntityId: rows[0]?.id }]);
  rows[0] = { id: bob, externalId: 'alice' };
  await expect(makes[0]?.({ entities })).rejects.toMatchObject({ problem: 'conflict' });
});

describe('the name of the only owner, whose entity was removed', () => {
  const tenant = tenantNamed('acme');
  const rows: { id: string; externalId: string | null }[] = [];
  const entities = {
    externals: async (names: readonly string[], ids: readonly string[]) =>
      rows.filter(({ id, externalId }) => names.includes(externalId ?? '') || ids.includes(id)),
    insert: async (made: readonly { id: string; externalId: string }[]) => rows.push(...made) && made.length,
  } as unknown as EntityRepository;
  const records = { forTenant: () => ({ entities }) } as unknown as Records;
  const owners = createOwners({ records, clock: { now: () => NOON }, ids: sequentialIds() });
  const common = { member: 'ownerEntityId', path: '/owner' } as const;
  let carol = '';
  beforeEach(async () => {
    rows.splice(0);
    const [made] = await owners.settle(tenant, [{ owner: 'carol' } as { owner: string; ownerEntityId?: string }], {
      ...common,
      makes: true,
    });
    carol = (made as { ownerEntityId?: string }).ownerEntityId ?? '';
    rows.splice(0);
  });
  const settle = async (owner: string, how: Pick<Settling, 'makes' | 'later'>) => {
    const [settled] = await owners.settle(tenant, [{ owner }], { ...common, onlyFor: carol, ...how });
    return (settled as { ownerEntityId?: string }).ownerEntityId;
  };

  it('is still its own to read by', async () => {
    expect(await settle('carol', { makes: false })).toBe(carol);
    expect(await settle('bob', { makes: false })).not.toBe(carol);
    expect(rows).toEqual([]);
  });

  it('makes it again with the write', async () => {
    const makes: MakeOwners[] = [];
    const later = (make: MakeOwners) => void makes.push(make);
    expect(await settle('carol', { makes: true, later })).toBe(carol);
    expect(await settle('bob', { makes: true, later })).not.toBe(carol);
    expect([makes.length, rows]).toEqual([1, []]);
    await makes[0]?.({ entities });
    expect(rows).toMatchObject([{ id: carol, externalId: 'carol' }]);
    await settle('carol', { makes: true, later });
    expect(makes).toHaveLength(1);
  });

  it.each([
    ['another entity has it', { id: bob, externalId: 'carol' }],
    ['the entity was renamed', { id: 'carol', externalId: 'caroline' }],
    ['the entity has no name any more', { id: 'carol', externalId: null }],
  ])('is nobody’s where %s', async (_how, row) => {
    rows.push({ ...row, id: row.id === 'carol' ? carol : row.id });
    const later = () => expect.unreachable();
    expect(await settle('carol', { makes: true, later })).not.toBe(carol);
  });
});

it('tells who asks for one owner of no other whether there is one', async () => {
  const entities: Pick<EntityRepository, 'externals'> = {
    externals: async (names, ids) =>
      [
        { id: alice, externalId: 'alice' },
        { id: bob, externalId: 'bob' },
      ].filter(({ id, externalId }) => names.includes(externalId) || ids.includes(id)),
  };
  const records = { forTenant: () => ({ entities }) } as unknown as Records;
  const owners = createOwners({ records, clock: { now: () => NOON }, ids: sequentialIds() });
  const settle = (owner: string, ownerEntityId?: string) =>
    owners
      .settle(tenantNamed('acme'), [{ owner, ...(ownerEntityId && { ownerEntityId }) }], {
        member: 'ownerEntityId',
        makes: true,
        path: '/owner',
        onlyFor: alice,
      })
      .then(([settled]) => settled as { ownerEntityId?: string });
  expect(await settle('alice')).toEqual({ ownerEntityId: alice });
  expect(await settle('alice', bob), 'is refused as any other id').toEqual({ ownerEntityId: bob });
  for (const name of ['bob', 'nobody'])
    for (const id of [undefined, alice, bob]) {
      const { ownerEntityId } = await settle(name, id);
      expect([alice, bob, undefined]).not.toContain(ownerEntityId);
    }
});
