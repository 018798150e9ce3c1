import { operations } from '@hippocamp/shared/operations/table';
import { expect, it } from 'vitest';
import { createOutgoing } from './outgoing.js';
import { withPlaces } from './with-places.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

const asking = () => {
  const outgoing = createOutgoing();
  const running: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (
    operation: 'checkConsistency' | 'listMemories' | 'importTenant',
    tenant: string,
    response = { destroyed: false },
  ) =>
    withPlaces(
      operations[operation],
      { outgoing, tenant, query: {}, body: undefined, bytes: 0, response },
      () =>
        new Promise<void>((resolve) => {
          running.push(tenant);
          ends.push(resolve);
        }),
    );
  const endOne = async () => {
    ends.shift()?.();
    await settled();
  };
  return { ask, running, ends, endOne };
};

it('one comparison of a tenant, and two of a process, are made at once', async () => {
  const { ask, running, ends, endOne } = asking();
  const all = ['a', 'a', 'b', 'c'].map((tenant) => ask('checkConsistency', tenant));
  await settled();
  expect(running).toEqual(['a', 'b']);
  await endOne();
  expect(running).toEqual(['a', 'b', 'a']);
  await endOne();
  expect(running).toEqual(['a', 'b', 'a', 'c']);
  while (ends.length > 0) await endOne();
  await Promise.all(all);
});

it('those that wait hold no place of reads, and are not made for a client that is gone', async () => {
  const { ask, running, ends, endOne } = asking();
  const gone = { destroyed: false };
  const first = ask('checkConsistency', 'a');
  const waiting = Array.from({ length: 60 }, () => ask('checkConsistency', 'a', gone).catch(String));
  const read = ask('listMemories', 'a');
  await settled();
  expect(running).toEqual(['a', 'a']);
  gone.destroyed = true;
  while (ends.length > 0) await endOne();
  await Promise.all([first, read]);
  expect(new Set(await Promise.all(waiting)).size).toBe(1);
  expect(running).toHaveLength(2);
});

it('two imports of a tenant, and six of a process, take lines at once', async () => {
  const { ask, running, ends, endOne } = asking();
  const all = ['a', 'a', 'a', 'b', 'b', 'c', 'c', 'd'].map((tenant) => ask('importTenant', tenant));
  const read = ask('listMemories', 'e');
  await settled();
  expect(running).toEqual(['a', 'a', 'b', 'b', 'c', 'c', 'e']);
  await endOne();
  expect(running.at(-1)).toBe('a');
  await endOne();
  expect(running.at(-1)).toBe('d');
  while (ends.length > 0) await endOne();
  await Promise.all([...all, read]);
});

it('an import that waited is not begun for a client that is gone', async () => {
  const { ask, running, ends, endOne } = asking();
  const gone = { destroyed: false };
  const begun = [ask('importTenant', 'a'), ask('importTenant', 'a')];
  const waiting = ask('importTenant', 'a', gone).catch(String);
  await settled();
  gone.destroyed = true;
  while (ends.length > 0) await endOne();
  await Promise.all(begun);
  expect(await waiting).toContain('Nobody waits');
  expect(running).toHaveLength(2);
});
