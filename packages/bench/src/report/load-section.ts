import { achievedRate, LATE, sentLate } from '../measure/open-loop.js';
import { median, summarise } from '../measure/percentiles.js';
import type { LoadCell } from '../parts/production/loads.js';
import { milliseconds, rate, times } from './format.js';
import type { Section } from './section.js';

function loadRow({ name, share, rate: due, seconds, sample, nothing, insert }: LoadCell): string[] {
  const { n, p50, p95, p99, max } = summarise(sample.latencies);
  const control = median((insert ?? nothing).latencies);
  return [
    name,
    `${Math.round(100 * share)} %`,
    rate(due),
    rate(achievedRate(sample, seconds)),
    String(n),
    ...[p50, p95, p99, max].map(milliseconds),
    String(sample.failures),
    `${sentLate(sample)} of ${sample.lateness.length}`,
    milliseconds(median(nothing.latencies)),
    insert ? milliseconds(median(insert.latencies)) : '–',
    times(p50, control),
  ];
}

const failureNotes = (cells: readonly LoadCell[]): string[] =>
  cells.flatMap(({ name, sample }) =>
    sample.firstFailure === null ? [] : [`${name}: ${sample.failures} failed; the first: ${sample.firstFailure}`],
  );

export const loadSection = (cells: readonly LoadCell[]): Section => ({
  title: 'Open loop, one gateway and one worker: a fixed schedule, latency from the scheduled time, ms',
  columns: [
    ...['what', 'of most', 'due per s', 'done per s', 'n', 'p50', 'p95', 'p99', 'max', 'failed', 'sent late'],
    ...['Express p50', 'INSERT p50', '× control'],
  ],
  rows: cells.map(loadRow),
  notes: [
    'Of most: of what a closed loop of eight reaches in three seconds. POST /ingest with Prefer: respond-async, more than the worker can do, which',
    'works meanwhile; what is left after the others is waited for.',
    `Sent late: by the client itself, over ${LATE} ms; it counts as latency all the same. Controls on the same schedule, right before:`,
    'Express that answers at once, and one INSERT of the same bytes in a transaction of its own on the same PostgreSQL. × INSERT, else Express.',
    ...failureNotes(cells),
  ],
});
