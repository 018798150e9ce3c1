import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IdempotencyRecord, IdempotencyRepository, TenantRecords } from '../../ports/records.js';
import { NOON } from '../../testing/builders.js';
import { createRunOnce, type OnceWork } from './run-once.js';

/** Keys in memory, by the rules of the store. */
const keysInMemory = () => {
  const rows = new Map<string, IdempotencyRecord>();
  const set = (key: string, change: Partial<IdempotencyRecord>) => {
    const row = rows.get(key);
    if (row) rows.set(key, { ...row, ...change });
  };
  const keys = {
    async claim(key, { fingerprint, lockedUntil }) {
      const found = rows.get(key);
      if (!found) rows.set(key, { fingerprint, lockedUntil, result: null });
      return found ?? null;
    },
    async resume(key, { lockedUntil, at }) {
      const row = rows.get(key);
      if (!row?.result || row.lockedUntil === null || row.lockedUntil > at) return null;
      set(key, { lockedUntil });
      return row.result;
    },
    async hold(key, from, lockedUntil) {
      if (rows.get(key)?.lockedUntil?.getTime() !== from.getTime()) return false;
      set(key, { lockedUntil });
      return true;
    },
    store: async (key, { result, lockedUntil }) => set(key, { result, lockedUntil }),
  } satisfies Partial<IdempotencyRepository>;
  const own = { idempotency: keys } as unknown as TenantRecords;
  return Object.assign(own, { transaction: (work: (own: TenantRecords) => unknown) => work(own) }) as TenantRecords;
};

const key = { key: 'key', fingerprint: 'print' };

describe('a key whose first request waits for its work', () => {
  beforeEach(() => vi.useFakeTimers({ now: NOON }));
  afterEach(() => vi.useRealTimers());

  const setUp = () => {
    const records = keysInMemory();
    const runOnce = createRunOnce({ clock: { now: () => new Date() }, retention: 86_400_000 });
    let isDone = false;
    const effects: string[] = [];
    const work = (finish: OnceWork<{ is: string }>['finish']) => ({
      effect: async () => {
        effects.push('stored');
        return { is: 'processing' };
      },
      resumes: true,
      finish,
      mentions: () => [],
    });
    const waits = work(async () => {
      while (!isDone) await vi.advanceTimersByTimeAsync(500);
      return { is: 'done' };
    });
    const end = () => {
      isDone = true;
    };
    return { records, ask: (finish = waits) => runOnce(records, key, finish), work, effects, end };
  };

  it('is kept by a request whose own transaction takes longer than the key is locked', async () => {
    const { ask, work } = setUp();
    const slow = {
      ...work(async () => ({ is: 'done' })),
      effect: async () => {
        vi.setSystemTime(Date.now() + 60_000);
        return { is: 'processing' };
      },
    };
    expect(await ask(slow)).toMatchObject({ result: { is: 'done' }, replayed: false });
    expect(await ask(slow)).toMatchObject({ result: { is: 'done' }, replayed: true });
  });

  it('is in use as long as that goes on, however long', async () => {
    const { ask, work, end } = setUp();
    let first: Promise<unknown> = Promise.resolve();
    const going = work(() => new Promise((resolve) => setTimeout(() => resolve({ is: 'done' }), 60_000)));
    first = ask(going);
    for (let seconds = 0; seconds < 55; seconds += 5) {
      await vi.advanceTimersByTimeAsync(5000);
      await expect(ask()).rejects.toMatchObject({ problem: 'idempotency-key-in-use' });
    }
    end();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await first).toEqual({ result: { is: 'done' }, replayed: false });
    expect(await ask()).toEqual({ result: { is: 'done' }, replayed: true });
  });

  it('is taken over within seconds once the first is gone, and answers what became of the work', async () => {
    const { ask, work, effects, end } = setUp();
    await expect(ask(work(() => Promise.reject(new Error('killed'))))).rejects.toThrow('killed');
    await expect(ask()).rejects.toMatchObject({ problem: 'idempotency-key-in-use' });
    await vi.advanceTimersByTimeAsync(6000);
    end();
    expect(await ask()).toEqual({ result: { is: 'done' }, replayed: false });
    expect(effects).toEqual(['stored']);
  });

  it('is lost by a first request that stood still: what it would store after the repeat is not stored', async () => {
    const { records, ask, work, end } = setUp();
    const stored: string[] = [];
    const going = work(async (result, save) => {
      // Nothing is renewed while it stands still.
      records.idempotency.hold = async () => false;
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      await save(records, result);
      stored.push('again');
      return result;
    });
    const first = ask(going).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(7000);
    end();
    expect(await ask()).toEqual({ result: { is: 'done' }, replayed: false });
    await vi.advanceTimersByTimeAsync(5000);
    expect(await first).toMatchObject({ problem: 'idempotency-key-in-use' });
    expect(stored).toEqual([]);
    expect(await ask()).toEqual({ result: { is: 'done' }, replayed: true });
  });
});
