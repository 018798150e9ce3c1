import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Load, watchLoad } from './load.js';

let load: Load | undefined;
afterEach(() => load?.stop());

const keepBusy = (milliseconds: number) => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

const until = (reason: string | null) =>
  vi.waitUntil(() => load?.tooMuch() === reason, { timeout: 60_000, interval: 5 });

describe('the load of a process', () => {
  it('is too much while turns of the event loop stay late, and no longer', async () => {
    load = watchLoad({ most: 40, pool: null, every: 200 });
    expect(load.tooMuch()).toBeNull();
    const busy = setInterval(() => keepBusy(80), 1);
    await until('event_loop').finally(() => clearInterval(busy));
    await until(null);
  });

  it('is too much where many wait for each connection of a full pool', () => {
    const pool = vi.fn(() => ({ idle: 0, used: 2, waiting: 16, limited: 99 }));
    load = watchLoad({ most: 1000, pool });
    expect(load.tooMuch()).toBe('pool');
    pool.mockReturnValue({ idle: 0, used: 2, waiting: 15, limited: 99 });
    expect(load.tooMuch()).toBeNull();
    pool.mockReturnValue({ idle: 1, used: 1, waiting: 16, limited: 99 });
    expect(load.tooMuch()).toBeNull();
  });

  it('is never too much where nobody wants to know', () => {
    load = watchLoad({ most: 0, pool: () => ({ idle: 0, used: 1, waiting: 1000, limited: 99 }) });
    expect(load.tooMuch()).toBeNull();
  });
});
