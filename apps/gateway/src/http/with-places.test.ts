import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { operations } from '@hippocamp/shared/operations/table';
import { expect, it, onTestFinished, vi } from 'vitest';
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
      { outgoing, tenant, query: {}, body: undefined, bytes: 0, response, importWait: 5000 },
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
  return { ask, running, ends, endOne, outgoing };
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

it('an import that waited is not begun for a client that was seen to leave', async () => {
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

it('an import waits for a place only as long as it may still answer afterwards, and leaves the line', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { ask, running, ends, endOne } = asking();
  const begun = [ask('importTenant', 'a'), ask('importTenant', 'a')];
  const refused = ask('importTenant', 'a').catch((problem: unknown) => problem);
  await vi.advanceTimersByTimeAsync(4000);
  const later = ask('importTenant', 'a');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await refused).toMatchObject({ problem: 'overloaded', extras: { retryAfter: 10 } });
  await endOne();
  expect(running).toHaveLength(3);
  // Those that have begun have their own bound.
  await vi.advanceTimersByTimeAsync(60_000);
  while (ends.length > 0) await endOne();
  await Promise.all([...begun, later]);
  expect(running).toHaveLength(3);
});

it('an import that waits for room of its tenant is refused as soon, and not begun afterwards', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { ask, running, outgoing } = asking();
  const socket = Object.assign(new EventEmitter(), { destroyed: false, destroy: () => undefined });
  const response = Object.assign(new EventEmitter(), { req: { socket }, end: () => undefined });
  void outgoing.send(response as unknown as ServerResponse, 'a', [Buffer.alloc(17 * 1024 * 1024)]);
  await settled();
  const refused = ask('importTenant', 'a').catch((problem: unknown) => problem);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await refused).toMatchObject({ problem: 'overloaded' });
  response.emit('close');
  await vi.advanceTimersByTimeAsync(100);
  expect(running).toEqual([]);
});
