import { expect, it } from 'vitest';
import type { EntityRepository, Records } from '../../ports/records.js';
import { NOON, sequentialIds, tenantNamed } from '../../testing/builders.js';
import { createOwners, type MakeOwners } from './owners.js';

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
