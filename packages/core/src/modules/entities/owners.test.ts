import { expect, it } from 'vitest';
import type { EntityRepository, Records } from '../../ports/records.js';
import { NOON, sequentialIds, tenantNamed } from '../../testing/builders.js';
import { createOwners } from './owners.js';

const [alice, bob] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

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
