import { throughput } from '../measure/closed-loop.js';
import { summarise } from '../measure/percentiles.js';
import type { WriteCell } from '../parts/writes.js';
import { milliseconds, rate, times } from './format.js';
import type { Section } from './section.js';

const writeRow = ({ name, rows, sample, control }: WriteCell): string[] => {
  const { n, p50, p95, p99, max } = summarise(sample.latencies);
  const nothing = summarise(control.latencies).p50;
  return [
    name,
    String(n),
    ...[p50, p95, p99, max].map(milliseconds),
    rate(rows * throughput(sample)),
    milliseconds(nothing),
    times(p50, nothing),
  ];
};

export const writesSection = (cells: readonly WriteCell[]): Section => ({
  title: 'Writes, closed loop, ms',
  columns: ['what', 'n', 'p50', 'p95', 'p99', 'max', 'rows/s', '/livez p50', '× /livez'],
  rows: cells.map(writeRow),
  notes: cells.flatMap(({ name, sample }) =>
    sample.failures > 0 ? [`${name}: ${sample.failures} failed; the first: ${sample.firstFailure}`] : [],
  ),
});
