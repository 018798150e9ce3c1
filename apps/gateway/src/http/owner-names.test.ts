import { tenantNamed } from '@hippocamp/core/testing/builders';
import { operations } from '@hippocamp/shared/operations/table';
import { Problem } from '@hippocamp/shared/problems';
import { expect, it } from 'vitest';
import { createOwnerNames } from './owner-names.js';

const tenant = tenantNamed('acme');

const stage = (namesOf: () => Promise<ReadonlyMap<string, string>>) => {
  const looks: (readonly string[])[] = [];
  const owners = {
    settle: async () => [],
    namesOf: (_tenant: unknown, ids: readonly string[]) => {
      looks.push(ids);
      return namesOf();
    },
  };
  const metadata = { ownerEntityId: 'c' };
  const memories = ['a', 'b', null, 'a', 'd'].map((ownerEntityId) => ({ ownerEntityId, metadata }));
  const answer = { status: 200, body: { data: { memories } } };
  const told = async () => {
    await createOwnerNames(owners, operations.listMemories).inAnswer(tenant, answer, new Map([['b', 'bo']]));
    return memories.map((memory) => ('owner' in memory ? memory.owner : undefined));
  };
  return { told, looks, metadata };
};

it('names stand beside ids, looked up once, and nothing stands in what is free', async () => {
  const { told, looks, metadata } = stage(async () => new Map([['a', 'alice']]));
  expect(await told()).toEqual(['alice', 'bo', null, 'alice', null]);
  expect(looks).toEqual([['a', 'd']]);
  expect(metadata).toEqual({ ownerEntityId: 'c' });
});

it('are left out where they cannot be looked up: what is done is done', async () => {
  const { told } = stage(() => Promise.reject(new Problem('dependency-unavailable', 'Away.')));
  expect(await told()).toEqual([undefined, 'bo', null, undefined, undefined]);
});
