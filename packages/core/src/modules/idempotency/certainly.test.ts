import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RecordsUnavailable } from '../../ports/records.js';
import { certainly } from './run-once.js';

const SEED = 20260308;

type Fault = 'refused' | 'lost before' | 'lost after' | 'late' | 'none';

const unknown = () => new RecordsUnavailable(new Error('silence'), { outcome: 'unknown' });
const refused = () => new RecordsUnavailable(new Error('refused'));

/** Records in which a write may be refused, or lost with its answer, or done behind everyone's back when the next call comes. */
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

  /** With the time passing as fast as it can. */
  const ended = async <Result>(work: Promise<Result>) => {
    const settled = Promise.allSettled([work]);
    await vi.advanceTimersByTimeAsync(60_000);
    return (await settled)[0];
  };

  it(`is there once when it is answered, and nothing is there when it is refused (seed ${SEED})`, async () => {
    const fault = fc.constantFrom<Fault>('refused', 'lost before', 'lost after', 'late', 'none');
    const property = fc.asyncProperty(fc.array(fault, { maxLength: 12 }), async (faults) => {
      const store = storeWith([...faults]);
      const outcome = await ended(certainly(store));
      store.end();
      if (outcome?.status === 'fulfilled') expect(store.rows()).toBe(1);
      else expect([outcome?.reason.extras.outcome, store.rows()]).toEqual([undefined, 0]);
    });
    await fc.assert(property, { seed: SEED, numRuns: 500 });
  });

  it('is unknown while nothing answers until the time is up', async () => {
    const silent = Array<Fault>(1000).fill('lost before');
    const outcome = await ended(certainly(storeWith(silent)));
    expect(outcome).toMatchObject({ status: 'rejected', reason: { extras: { outcome: 'unknown' } } });
  });

  it('is not tried again when it is refused', async () => {
    const faults: Fault[] = ['refused', 'none'];
    await expect(certainly(storeWith(faults))).rejects.toMatchObject({ problem: 'dependency-unavailable' });
    expect(faults).toEqual(['none']);
  });
});
