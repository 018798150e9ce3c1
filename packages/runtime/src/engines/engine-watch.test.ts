import { TakesNoWrites } from '@hippocamp/core/ports/engine-health';
import { Problem } from '@hippocamp/shared/problems';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEngineWatch } from './engine-watch.js';

const outage = (cause?: Error) =>
  new Problem('dependency-unavailable', 'It does not answer.', { retryAfter: 2, cause });
const never = () => new Promise<never>(() => undefined);
const refused = () => Promise.reject(outage(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const stage = ({ embedded = false } = {}) => {
  const engine = { ping: vi.fn<() => Promise<void>>(async () => undefined) };
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const watch = createEngineWatch({ engine: 'records', ping: () => engine.ping(), refusal: outage, log, embedded });
  const reached = vi.fn();
  const call = (answer: () => Promise<unknown> = async () => 'done') =>
    watch
      .call(() => {
        reached();
        return answer();
      })
      .catch((error: unknown) => error);
  const failing = async (times: number) => {
    for (let time = 0; time < times; time += 1) await call(refused);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { engine, log, watch, reached, call, failing };
};

describe('the watch on an engine', () => {
  it('lets calls through as they are', async () => {
    const { watch, call, engine } = stage();
    expect(await call()).toBe('done');
    expect(watch.isUp()).toBe(true);
    expect(engine.ping).not.toHaveBeenCalled();
  });

  it('refuses at once after three failures in a row and a ping that fails; lost and back are one line each', async () => {
    const { engine, log, watch, reached, call, failing } = stage();
    engine.ping.mockImplementation(refused);
    await failing(3);
    expect(watch.isUp()).toBe(false);
    reached.mockClear();
    expect(await call()).toMatchObject({ problem: 'dependency-unavailable', extras: { retryAfter: 2 } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reached).not.toHaveBeenCalled();
    engine.ping.mockImplementation(async () => undefined);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await call()).toBe('done');
    expect(log.warn.mock.calls).toEqual([
      [{ engine: 'records', reason: 'ECONNREFUSED' }, expect.stringContaining('is lost')],
    ]);
    expect(log.info.mock.calls).toEqual([[{ engine: 'records', seconds: 61 }, 'PostgreSQL is back']]);
  });

  it('takes one that hangs for lost, and asks with one probe at a time', async () => {
    const { engine, watch, failing } = stage();
    engine.ping.mockImplementation(never);
    await failing(3);
    expect(watch.isUp()).toBe(true);
    await failing(5);
    expect(engine.ping).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(watch.isUp()).toBe(false);
    await vi.advanceTimersByTimeAsync(5_999);
    expect(engine.ping).toHaveBeenCalledTimes(2);
  });

  it('knows that it is back as soon as a ping that hung is answered', async () => {
    const { engine, watch, failing } = stage();
    let answer = () => {};
    engine.ping.mockImplementation(never);
    await failing(3);
    await vi.advanceTimersByTimeAsync(2_000);
    engine.ping.mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    await vi.advanceTimersByTimeAsync(3_000);
    expect(watch.isUp()).toBe(false);
    answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(watch.isUp()).toBe(true);
  });

  it('stays with one whose ping answers, however often a statement takes too long', async () => {
    const { log, watch, failing } = stage();
    await failing(50);
    expect(watch.isUp()).toBe(true);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it.each([false, true])(
    'lets calls through where it takes no writes, and says so once and when it does (embedded: %s)',
    async (embedded) => {
      const { engine, log, watch, call, failing } = stage({ embedded });
      engine.ping.mockImplementation(() => Promise.reject(new TakesNoWrites('its disk is full')));
      await failing(5);
      expect([watch.isUp(), await watch.answers(), await call()]).toEqual([false, false, 'done']);
      await vi.advanceTimersByTimeAsync(10_000);
      engine.ping.mockImplementation(async () => undefined);
      await vi.advanceTimersByTimeAsync(1_000);
      expect([watch.isUp(), await watch.answers()]).toEqual([true, true]);
      expect(log.warn.mock.calls).toEqual([
        [
          { engine: 'records', reason: 'takes no writes: its disk is full' },
          expect.stringContaining('takes no writes'),
        ],
      ]);
      expect(log.info.mock.calls).toHaveLength(1);
    },
  );

  it('refuses what it let through where one that took no writes is lost', async () => {
    const { engine, log, watch, call } = stage();
    engine.ping.mockImplementation(() => Promise.reject(new TakesNoWrites('it only reads')));
    expect(await watch.answers()).toBe(false);
    engine.ping.mockImplementation(refused);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await call()).toMatchObject({ problem: 'dependency-unavailable' });
    expect(log.warn).toHaveBeenCalledTimes(2);
  });

  it('takes the word of an adapter, and looks by itself whether it is back', async () => {
    const { engine, log, watch } = stage();
    watch.lost('is out of memory');
    watch.lost('again');
    engine.ping.mockImplementationOnce(refused);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(watch.isUp()).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(watch.isUp()).toBe(true);
    watch.back();
    expect([log.warn.mock.calls.length, log.info.mock.calls.length]).toEqual([1, 1]);
  });

  it('answers within two seconds whether it answers', async () => {
    const { engine, watch } = stage();
    expect(await watch.answers()).toBe(true);
    engine.ping.mockImplementation(never);
    const asked = watch.answers();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await asked).toBe(false);
  });

  it('is told of a loss by those who only look, where nothing else is asked', async () => {
    const { engine, watch } = stage();
    engine.ping.mockImplementation(refused);
    for (let look = 0; look < 3; look += 1) expect(await watch.answers()).toBe(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(watch.isUp()).toBe(false);
  });

  it('times one that is part of the process, and never holds it back', async () => {
    const onCall = vi.fn();
    const watch = createEngineWatch({
      engine: 'records',
      ping: refused,
      refusal: outage,
      log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() },
      embedded: true,
      onCall,
    });
    for (let count = 0; count < 5; count += 1) await watch.call(refused).catch(() => undefined);
    watch.lost('gone');
    expect(watch.isUp()).toBe(true);
    expect(onCall).toHaveBeenCalledTimes(5);
  });

  it('leaves no timer when it is stopped', async () => {
    const { watch } = stage();
    watch.lost('gone');
    watch.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  type Stage = ReturnType<typeof stage>;
  const calls: Record<string, (to: Stage) => Promise<unknown>> = {
    works: ({ call }) => call(),
    outage: ({ call }) => call(refused),
    'own fault': ({ call }) => call(() => Promise.reject(new Error('own'))),
  };
  const pings: Record<string, (() => Promise<void>) | undefined> = {
    'ping fails': refused,
    'ping works': async () => undefined,
  };
  const steps = fc.constantFrom('time passes', ...Object.keys(calls), ...Object.keys(pings));

  /** Returns the number of outages in a row. */
  const afterCall = async (to: Stage, name: string, row: number): Promise<number> => {
    const up = to.watch.isUp();
    to.reached.mockClear();
    await calls[name]?.(to);
    expect(to.reached).toHaveBeenCalledTimes(up ? 1 : 0);
    return name === 'outage' && up ? row + 1 : 0;
  };

  interface Known {
    row: number;
    ping: (() => Promise<void>) | undefined;
  }

  const take = async (to: Stage, step: string, { row, ping }: Known): Promise<Known> => {
    const up = to.watch.isUp();
    const known = { row: step in calls ? await afterCall(to, step, row) : row, ping: pings[step] ?? ping };
    if (known.ping) to.engine.ping.mockImplementation(known.ping);
    await vi.advanceTimersByTimeAsync(step === 'time passes' ? 1_000 : 0);
    if (up && !to.watch.isUp()) expect([known.row >= 3, known.ping]).toEqual([true, refused]);
    return known;
  };

  it('is lost only by a ping that fails after three outages in a row, and back with the first that is answered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 60 }), async (order) => {
        const to = stage();
        let known: Known = { row: 0, ping: undefined };
        for (const step of order) known = await take(to, step, known);
        to.engine.ping.mockImplementation(async () => undefined);
        await vi.advanceTimersByTimeAsync(1_000);
        expect(to.watch.isUp()).toBe(true);
        expect(to.log.warn.mock.calls.length).toBe(to.log.info.mock.calls.length);
      }),
      { seed: 20_261_129 },
    );
  });
});
