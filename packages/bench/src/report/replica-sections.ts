import { type Sample, throughput } from '../measure/closed-loop.js';
import { sentLate } from '../measure/open-loop.js';
import { median, summarise } from '../measure/percentiles.js';
import { LOOK_EVERY } from '../parts/production/drain.js';
import { ingestsPerSecond, type ReplicaCell } from '../parts/production/replicas.js';
import { ASK_EVERY, type Searchable } from '../parts/production/searchable.js';
import { milliseconds, rate, times } from './format.js';
import type { Section } from './section.js';

const speed = ({ latencies }: Sample): string[] => {
  const { p50, p95 } = summarise(latencies);
  return [milliseconds(p50), milliseconds(p95)];
};

const replicaRow = (cell: ReplicaCell, one: number | undefined): string[] => {
  const { workers, burst, accepted, inserted, drained, cores } = cell;
  return [
    String(workers),
    String(burst),
    rate(ingestsPerSecond(cell)),
    times(ingestsPerSecond(cell), one),
    drained.ingests.toFixed(2),
    drained.all.toFixed(2),
    String(drained.dead),
    ...[cores.workers, cores.double, cores.idle].map((busy) => busy?.toFixed(2) ?? '–'),
    rate(throughput(accepted)),
    ...speed(accepted),
    String(accepted.failures),
    rate(throughput(inserted)),
    ...speed(inserted),
  ];
};

export function replicaSection(cells: readonly ReplicaCell[]): Section {
  const one = cells.find(({ workers }) => workers === 1);
  return {
    title: 'Worker replicas: a burst of ingests that was accepted while the workers stood still',
    columns: [
      ...['workers', 'ingests', 'ingests/s', '× one', 's to the last', 's to nothing left', 'given up'],
      ...['cores: workers', 'double', 'idle'],
      ...['accepted/s', 'p50 ms', 'p95 ms', 'failed', 'INSERT/s', 'p50 ms', 'p95 ms'],
    ],
    rows: cells.map((cell) => replicaRow(cell, one && ingestsPerSecond(one))),
    notes: [
      `From the moment that the workers go on until the work list holds no ingest; looked at every ${LOOK_EVERY} ms. Each number of workers on an empty`,
      'service of its own, after a warm-up. Cores: how many the workers and the double of Qdrant kept busy meanwhile, and how many had nothing to do.',
      'Accepted: POST /ingest (Prefer: respond-async), eight at once; INSERT: the control, one INSERT of each',
      'of the same bodies in a transaction of its own, eight at once, right before.',
    ],
  };
}

const searchableRow = (workers: number, what: string, { times: found, queries, missed }: Searchable, late: string) => {
  const { n, min, p50, p95, max } = summarise(found);
  const poll = median(queries);
  return [
    String(workers),
    what,
    String(n),
    ...[min, p50, p95, max].map(milliseconds),
    String(missed),
    milliseconds(poll),
    times(p50, poll),
    late,
  ];
};

export const searchableSection = (cells: readonly ReplicaCell[]): Section => ({
  title: 'From accepted (202) to searchable (a query for its text finds it), one text at a time, ms',
  columns: ['workers', 'load', 'n', 'min', 'p50', 'p95', 'max', 'missed', 'query p50', '× query', 'load sent late'],
  rows: cells.flatMap(({ workers, atRest, underLoad, load, loadSample }) => [
    searchableRow(workers, 'none', atRest, '–'),
    searchableRow(
      workers,
      `${rate(load)} ingests/s`,
      underLoad,
      `${sentLate(loadSample)} of ${loadSample.lateness.length}`,
    ),
  ]),
  notes: [
    `Asked again ${ASK_EVERY} ms after each answer, so it is up to ${ASK_EVERY} ms and one query (the control) more than the truth.`,
    'The load: other ingests in an open loop at half of the rate of the burst above.',
    ...cells.flatMap(({ loadSample }) =>
      loadSample.firstFailure === null
        ? []
        : [`${loadSample.failures} ingests failed; the first: ${loadSample.firstFailure}`],
    ),
  ],
});
