import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock as clock } from './clock-and-ids.js';
import { createMetrics, type Gauges } from './metrics.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => undefined);
const up = { records: true, index: false, queue: true };

const gauges = (given: Partial<Gauges> = {}): Gauges => ({
  outbox: async () => [],
  counts: async () => ({ memories: 3, unindexed: 1 }),
  queue: async () => ({}),
  rows: async () => ({}),
  engines: async () => up,
  embedderLacks: () => false,
  pool: () => ({ idle: 1, used: 2, waiting: 3, limited: 4 }),
  ...given,
});

describe('the metrics', () => {
  it('say which engines answer, how the pool is used and what was refused for want of what', async () => {
    const metrics = createMetrics(clock);
    metrics.read(gauges());
    metrics.engineCall('index', 0.2);
    metrics.unavailable('index');
    const text = await metrics.text();
    for (const line of [
      'hippocamp_engine_up{engine="records"} 1',
      'hippocamp_engine_up{engine="index"} 0',
      'hippocamp_pool_connections{state="waiting"} 3',
      'hippocamp_pool_connections{state="limited"} 4',
      'hippocamp_engine_call_seconds_count{engine="index"} 1',
      'hippocamp_unavailable_total{cause="index"} 1',
      'hippocamp_unavailable_total{cause="embedder"} 0',
    ])
      expect(text.split('\n')).toContain(line);
  });

  it('count statements by what became of them, each from the start', async () => {
    const metrics = createMetrics(clock);
    expect(await metrics.text()).toContain('hippocamp_statements_total{source="document",outcome="review"} 0');
    metrics.statements('chat', { kept: 2, noise: 5, repeat: 0, replaced: 1, review: 0 });
    metrics.statements('chat', { kept: 1, noise: 0, repeat: 0, replaced: 0, review: 0 });
    const text = await metrics.text();
    expect(text).toContain('hippocamp_statements_total{source="chat",outcome="kept"} 3');
    expect(text).toContain('hippocamp_statements_total{source="chat",outcome="noise"} 5');
    expect(text).toContain('hippocamp_statements_total{source="note",outcome="kept"} 0');
  });

  it('tell nothing of a store that is away but that what waits there waits on', async () => {
    const row = { kind: 'ingest', waiting: 4, dead: 0, oldestSeconds: 50 };
    let isAway = false;
    const unlessAway =
      <Figures>(figures: Figures) =>
      async () => {
        if (isAway) throw new Error('away');
        return figures;
      };
    const metrics = createMetrics(clock);
    metrics.read(
      gauges({
        outbox: unlessAway([row, { ...row, kind: 'index', waiting: 0, oldestSeconds: 0 }]),
        counts: unlessAway({ memories: 7, unindexed: 1 }),
        queue: unlessAway({ ingest: { waiting: 1, running: 1 } }),
        rows: unlessAway({ ingests: 9 }),
      }),
    );
    const told = ['hippocamp_outbox_jobs{', 'hippocamp_memories ', 'hippocamp_queue_jobs{', 'hippocamp_rows{'];
    const there = async () => {
      const text = await metrics.text();
      return told.filter((name) => text.split('\n').some((line) => line.startsWith(name)));
    };
    expect(await there()).toEqual(told);
    isAway = true;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await there()).toEqual([]);
    const text = await metrics.text();
    expect(text).toContain('hippocamp_outbox_oldest_seconds{kind="ingest"} 70');
    expect(text).toContain('hippocamp_outbox_oldest_seconds{kind="index"} 0');
    isAway = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await there()).toEqual(told);
  });

  it('wait two seconds for an engine that hangs, and tell the rest', async () => {
    const metrics = createMetrics(clock);
    metrics.read(gauges({ counts: never, outbox: never, queue: never, pool: null }));
    const asked = metrics.text();
    await vi.advanceTimersByTimeAsync(2_000);
    const text = await asked;
    expect(text).toContain('hippocamp_engine_up{engine="queue"} 1');
    expect(text).not.toContain('hippocamp_pool_connections');
  });

  it('ask engines once for all scrapes of a second, and tell what the process counts itself as it is', async () => {
    const metrics = createMetrics(clock);
    const counts = vi.fn(async () => ({ memories: 3, unindexed: 1 }));
    metrics.read(gauges({ counts }));
    await Promise.all(Array.from({ length: 30 }, () => metrics.text()));
    metrics.unavailable('index');
    await vi.advanceTimersByTimeAsync(999);
    expect(await metrics.text()).toContain('hippocamp_unavailable_total{cause="index"} 1');
    expect(counts).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await metrics.text();
    expect(counts).toHaveBeenCalledTimes(2);
  });
});
