import { median, summarise } from '../measure/percentiles.js';
import type { Fill } from '../parts/fill.js';
import { count, milliseconds, rate } from './format.js';
import type { Section } from './section.js';

const EDGE = 10;

const fillRow = ({ size, batch, times, catchUp }: Fill): string[] => {
  const { n, p50, p95, max, mean } = summarise(times);
  const rows = Math.min(batch, size);
  const rateOf = (part: readonly number[]) => (n >= 2 * EDGE ? rate((1000 * rows) / median(part)) : '–');
  const perSecond = (1000 * size) / (mean * n);
  return [
    count(size),
    String(n),
    milliseconds(p50),
    milliseconds(p95),
    milliseconds(max),
    rate(perSecond),
    rateOf(times.slice(0, EDGE)),
    rateOf(times.slice(-EDGE)),
    catchUp.toFixed(1),
  ];
};

export const fillSection = (fills: readonly Fill[]): Section => ({
  title: 'Filling: POST /memories/batch of 500, one at a time',
  columns: ['memories', 'n', 'p50 ms', 'p95 ms', 'max ms', 'rows/s', 'first 10', 'last 10', 's to index the rest'],
  rows: fills.map(fillRow),
  notes: ['In the order in which they were written, into one gateway; n batches each.'],
});
