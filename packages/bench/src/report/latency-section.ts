import { pool, type Sample, throughput } from '../measure/closed-loop.js';
import { median, type Summary, summarise } from '../measure/percentiles.js';
import type { EngineControl } from '../parts/engine.js';
import type { LatencyCell } from '../parts/latency.js';
import { count, milliseconds, range, rate, times } from './format.js';
import type { Section } from './section.js';

const failureNotes = (samples: readonly Sample[]): string[] => {
  const { failures, firstFailure } = pool(samples);
  return failures > 0 ? [`${failures} requests failed; the first: ${firstFailure}`] : [];
};

const scanOf = (engine: EngineControl | null, { size, connections }: LatencyCell): Summary | null => {
  const scan = engine?.scans.find((each) => each.size === size);
  return scan && connections === 1 ? summarise(scan.sample.latencies) : null;
};

const latencyRow = (cell: LatencyCell, engine: EngineControl | null): string[] => {
  const query = pool(cell.query);
  const { n, p50, p95, p99, max } = summarise(query.latencies);
  const control = summarise(pool(cell.control).latencies);
  const scan = scanOf(engine, cell);
  return [
    count(cell.size),
    String(cell.connections),
    String(n),
    ...[p50, p95, p99, max].map(milliseconds),
    range(cell.query.map(({ latencies }) => median(latencies))),
    rate(throughput(query)),
    milliseconds(control.p50),
    times(p50, control.p50),
    scan ? milliseconds(scan.p50) : '–',
    times(p50, scan?.p50),
  ];
};

export const latencySection = (cells: readonly LatencyCell[], engine: EngineControl | null): Section => ({
  title: 'POST /memories/query, k = 10, default weights, closed loop, ms',
  columns: [
    ...['memories', 'at once', 'n', 'p50', 'p95', 'p99', 'max', 'p50 by pass', 'per s'],
    ...['/livez p50', '× /livez', 'bare scan p50', '× scan'],
  ],
  rows: cells.map((cell) => latencyRow(cell, engine)),
  notes: [
    'Client and service share the cores. /livez: the same client, right before. Bare scan: the engine without the service, the 100',
    'nearest vectors of the same tenant (select … order by dense <#> $2 limit 100), after the gateway has stopped.',
    ...failureNotes(cells.flatMap(({ query, control }) => [...query, ...control])),
  ],
});

export const engineSection = ({ roundTrip, scans }: EngineControl): Section => {
  const row = (name: string, { latencies }: Sample) => {
    const { n, p50, p95, p99, max } = summarise(latencies);
    return [name, String(n), ...[p50, p95, p99, max].map(milliseconds)];
  };
  return {
    title: 'Control: the engine alone in its thread, one statement at a time, ms',
    columns: ['statement', 'n', 'p50', 'p95', 'p99', 'max'],
    rows: [
      row('select 1', roundTrip),
      ...scans.map(({ size, sample }) => row(`nearest 100 of ${count(size)} vectors`, sample)),
    ],
  };
};
