import { summarise } from '../measure/percentiles.js';
import type { OpenCell } from '../parts/open.js';
import { count, milliseconds, rate } from './format.js';
import type { Section } from './section.js';

const openRow = ({ size, saturation, share, sample }: OpenCell): string[] => {
  const { n, p50, p95, p99, max } = summarise(sample.latencies);
  const late = summarise(sample.lateness);
  return [
    count(size),
    `${Math.round(100 * share)} %`,
    rate(share * saturation),
    String(n),
    ...[p50, p95, p99, max].map(milliseconds),
    milliseconds(late.p99 ?? late.max),
    String(sample.failures),
  ];
};

export const openSection = (cells: readonly OpenCell[]): Section => ({
  title: 'POST /memories/query in an open loop: a fixed schedule, latency from the scheduled time, ms',
  columns: ['memories', 'of saturation', 'per s', 'n', 'p50', 'p95', 'p99', 'max', 'client late p99', 'failed'],
  rows: cells.map(openRow),
  notes: ['Saturation: the most that the closed loop above reached.'],
});
