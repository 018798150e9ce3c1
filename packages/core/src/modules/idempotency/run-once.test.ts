import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type IdempotencyRecord,
  type IdempotencyRepository,
  RecordsUnavailable,
  type TenantRecords,
} from '../../ports/records.js';
import { NOON } from '../../testing/builders.js';
import { createRunOnce, type OnceWork, resolveUnknownOutcome } from './run-once.js';

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
      // The work stands still and renews no lease.
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

const SEED = 20260308;

type Fault = 'refused' | 'lost before' | 'lost after' | 'late' | 'none';

const unknown = () => new RecordsUnavailable(new Error('silence'), { outcome: 'unknown' });
const refused = () => new RecordsUnavailable(new Error('refused'));

/** A write may be refused, lost before or after it is done, or done late at the next call. */
const storeWith = (faults: Fault[]) => {
  let rows = 0;
  let late = false;
  const settle = () => {
    if (late && rows === 0) rows += 1;
    late = false;
  };
  const insert = () => {
    if (rows > 0) throw new Error('there is such a row');
    rows += 1;
  };
  return {
    rows: () => rows,
    end: settle,
    async attempt() {
      const fault = faults.shift() ?? 'none';
      if (fault === 'refused') throw refused();
      if (fault === 'lost before') throw unknown();
      if (fault === 'late') {
        late = true;
        throw unknown();
      }
      settle();
      insert();
      if (fault === 'lost after') throw unknown();
      return 'stored';
    },
    async find() {
      const fault = faults.shift() ?? 'none';
      if (fault !== 'none') throw refused();
      return rows > 0 ? 'stored' : null;
    },
  };
};

describe('a write whose answer may get lost', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => vi.useRealTimers());

  /** Runs the timers until the work has settled. */
  const ended = async <Result>(work: Promise<Result>) => {
    const settled = Promise.allSettled([work]);
    await vi.advanceTimersByTimeAsync(60_000);
    return (await settled)[0];
  };

  it(`is there once when it is answered, and nothing is there when it is refused (seed ${SEED})`, async () => {
    const fault = fc.constantFrom<Fault>('refused', 'lost before', 'lost after', 'late', 'none');
    const property = fc.asyncProperty(fc.array(fault, { maxLength: 12 }), async (faults) => {
      const store = storeWith([...faults]);
      const outcome = await ended(resolveUnknownOutcome(store));
      store.end();
      if (outcome?.status === 'fulfilled') expect(store.rows()).toBe(1);
      else expect([outcome?.reason.extras.outcome, store.rows()]).toEqual([undefined, 0]);
    });
    await fc.assert(property, { seed: SEED, numRuns: 500 });
  });

  it('is unknown while nothing answers until the time is up', async () => {
    const silent = Array<Fault>(1000).fill('lost before');
    const outcome = await ended(resolveUnknownOutcome(storeWith(silent)));
    expect(outcome).toMatchObject({ status: 'rejected', reason: { extras: { outcome: 'unknown' } } });
  });

  it('is not tried again when it is refused', async () => {
    const faults: Fault[] = ['refused', 'none'];
    await expect(resolveUnknownOutcome(storeWith(faults))).rejects.toMatchObject({ problem: 'dependency-unavailable' });
    expect(faults).toEqual(['none']);
  });
});
