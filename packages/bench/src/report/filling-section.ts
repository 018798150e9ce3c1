import { summarise } from '../measure/percentiles.js';
import type { Filling } from '../parts/filling.js';
import { count, milliseconds, rate, times } from './format.js';
import type { Section } from './section.js';

export const fillingSection = (results: readonly Filling[]): Section => {
  const row = ({ size, quiet, beside, refused, told, neighbourWhole, whole }: Filling): string[] => {
    const [alone, during] = [summarise(quiet), summarise(beside)];
    return [
      count(size),
      ...[alone.p50, alone.p95].map(milliseconds),
      String(during.n),
      ...[during.p50, during.p95].map(milliseconds),
      times(during.p95 ?? Number.NaN, alone.p95 ?? undefined),
      String(refused),
      String(told),
      ...[neighbourWhole, whole].map((seconds) => seconds.toFixed(1)),
      rate(size / whole),
    ];
  };
  return {
    title: 'Queries of a neighbour while the index, lost, is filled again, ms',
    columns: [
      'memories',
      'quiet p50',
      'p95',
      'n',
      'beside p50',
      'p95',
      '× quiet p95',
      '503',
      'told',
      'its own whole, s',
      'all, s',
      'rows/s',
    ],
    rows: results.map(row),
    notes: ['One gateway, two workers. The neighbour has 500 memories; beside: once its own are all back.'],
  };
};
