import { median, summarise } from '../measure/percentiles.js';
import type { SpeedCell } from '../parts/speed/cells.js';
import type { Cold } from '../parts/speed/cold.js';
import type { Speed } from '../parts/speed/speed.js';
import { count, milliseconds } from './format.js';
import type { Section } from './section.js';

const stages = ['embed', 'vocabulary', 'lists', 'facts', 'scores', 'content'];

const stageRow = ({ memories, tenants, weights, work, first, again }: SpeedCell): string[] => {
  const [once, then] = [summarise(first.latencies), summarise(again.latencies)];
  return [
    count(memories),
    count(tenants),
    weights,
    ...stages.map((stage) => milliseconds(median(work.map((each) => each.milliseconds?.[stage] ?? 0)))),
    ...[once.p50, once.max, then.p50].map(milliseconds),
  ];
};

export const speedStages = ({ cells }: Speed): Section => ({
  title: 'Its stages, medians over all rounds, and the same questions one at a time, ms',
  columns: ['memories', 'tenants', 'weights', ...stages, 'first p50', 'first max', 'again p50'],
  rows: cells.map(stageRow),
  notes: [
    'first: each question for the first time, its embedding and, of the first weights, the filling of its tenant with it; again: one at a time.',
    'lists: index and records side by side; facts and scores too.',
  ],
});

export function coldSection(cold: Cold): Section {
  const { memories, neighbour, rate, own, filled, quiet, beside } = cold;
  const row = (name: string, latencies: readonly number[]) => {
    const { n, p50, p95, p99, max } = summarise(latencies);
    return [name, String(n), ...[p50, p95, p99, max].map(milliseconds)];
  };
  const failed = quiet.failures + beside.failures;
  return {
    title: `A cold tenant of ${count(memories)} memories and a neighbour of ${count(neighbour)}, which asks ${rate.toFixed(1)} times a second, ms`,
    columns: ['queries', 'n', 'p50', 'p95', 'p99', 'longest'],
    rows: [
      row('of the cold tenant, the first', own.slice(0, 1)),
      row('of the cold tenant, until it is in memory', own),
      row('of the neighbour, with nothing else', quiet.latencies),
      row('of the neighbour meanwhile', beside.latencies),
    ],
    notes: [
      `In memory after ${filled.toFixed(1)} s; until then the database answers the cold tenant, one question at a time.`,
      ...(failed > 0 ? [`${failed} queries of the neighbour failed.`] : []),
    ],
  };
}
