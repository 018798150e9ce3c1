import { sentLate } from '../measure/open-loop.js';
import { summarise } from '../measure/percentiles.js';
import type { Flood } from '../parts/flood.js';
import { count, milliseconds, rate, times } from './format.js';
import type { Section } from './section.js';

const named = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ') || 'none';

export const floodSection = (results: readonly Flood[]): Section => ({
  title: 'A neighbour’s query while another tenant sends twice the queries that the service can answer, ms',
  columns: [
    'limits',
    'flood per s',
    'refused',
    'quiet p50',
    'p95',
    'beside p50',
    'p95',
    '× quiet p95',
    'failed',
    'late',
  ],
  rows: results.map(({ settings, rate: due, quiet, beside, flood }) => {
    const [alone, flooded] = [summarise(quiet.latencies), summarise(beside.latencies)];
    const sent = flood.latencies.length + flood.failures;
    return [
      named(settings),
      rate(due),
      `${Math.round((100 * flood.failures) / sent)} %`,
      ...[alone.p50, alone.p95, flooded.p50, flooded.p95].map(milliseconds),
      times(flooded.p95 ?? Number.NaN, alone.p95 ?? undefined),
      count(beside.failures),
      count(sentLate(beside)),
    ];
  }),
  notes: [
    'Embedded, word vectors, 1,000 memories each. Both send at fixed times, whatever is still under way; times are taken from when a',
    'request was due. Quiet: the neighbour’s queries, a tenth of what the service can, right before. Late: sent late by the client itself.',
  ],
});
