import type { TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { OutboxKey, Records } from '../../ports/records.js';
import { NOON } from '../../testing/builders.js';
import type { Caller } from '../caller.js';
import type { RunOnce } from '../idempotency/run-once.js';
import { encodeCursor } from '../paging/cursor.js';
import { createDeadLetterService } from './dead-letter-service.js';

const caller = { tenant: 'acme' as TenantId } as Caller;
const keys = Array.from({ length: 300 }, (_, index): OutboxKey => ({ kind: 'index', ref: `ref ${index}` }));

/** The queue breaks after `working` jobs; returns how many were enqueued. */
const ringsOf = async (working: number) => {
  let wakeUps = 0;
  const own = { outbox: { replay: async () => keys }, ingests: { reopen: async () => undefined } };
  const runOnce = (async (given: typeof own, _idempotency: unknown, { effect, finish }: never) => {
    const work = { effect, finish } as Record<'effect' | 'finish', (given: unknown) => Promise<unknown>>;
    return { result: await work.finish(await work.effect(given)), replayed: false };
  }) as unknown as RunOnce;
  const service = createDeadLetterService({
    records: { forTenant: () => own } as unknown as Records,
    runOnce,
    wakeUp: async () => {
      wakeUps += 1;
      return wakeUps <= working;
    },
    clock: { now: () => NOON },
  });
  expect((await service.replay(caller, {})).result.replayed).toEqual(keys);
  return wakeUps;
};

describe('a replay of dead letters', () => {
  it('enqueues some and leaves the others to the sweeper', async () => {
    expect(await ringsOf(1000)).toBe(100);
  });

  it('stops at the first job that the queue does not take', async () => {
    expect(await ringsOf(2)).toBe(3);
  });
});

describe('a list of dead letters', () => {
  const listAfter = (id: string) => {
    const own = { outbox: { deadLetters: async () => ({ deadLetters: [], total: 0, last: null }) } };
    const service = createDeadLetterService({
      records: { forTenant: () => own } as unknown as Records,
      runOnce: (async () => undefined) as unknown as RunOnce,
      wakeUp: async () => true,
      clock: { now: () => NOON },
    });
    const cursor = encodeCursor({ value: NOON.getTime(), id }, [caller.tenant, 'dead letters', null]);
    return service.list(caller, { offset: 0, limit: 20, cursor });
  };

  it.each(['index a\0b', 'index \u001b', 'index \ud800', 'index ', 'ref'])(
    'refuses a cursor with %j, which is no key',
    async (id) => {
      await expect(listAfter(id)).rejects.toThrow(/query\.cursor/);
    },
  );

  it('goes on after a key', async () => {
    expect((await listAfter('index ref 1')).deadLetters).toEqual([]);
  });
});
