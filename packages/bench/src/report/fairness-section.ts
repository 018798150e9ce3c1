import { summarise } from '../measure/percentiles.js';
import type { Fairness } from '../parts/fairness.js';
import { milliseconds, rate, times } from './format.js';
import type { Section } from './section.js';

export const fairnessSection = (results: readonly Fairness[]): Section => {
  const fastest = Math.max(...results.map(({ perSecond }) => perSecond));
  const row = ({ window, quiet, flooded, perSecond }: Fairness): string[] => {
    const [alone, beside] = [summarise(quiet), summarise(flooded)];
    return [
      String(window),
      ...[alone.p50, alone.p95].map(milliseconds),
      String(beside.n),
      ...[beside.p50, beside.max].map(milliseconds),
      times(beside.max ?? Number.NaN, alone.p95 ?? undefined),
      rate(perSecond),
      `${Math.round((100 * perSecond) / fastest)} %`,
    ];
  };
  return {
    title: 'A neighbour’s ingest that is waited for, while another tenant floods the service with ingests, ms',
    columns: ['window', 'quiet p50', 'p95', 'n', 'flooded p50', 'max', '× quiet p95', 'done per s', 'of most'],
    rows: results.map(row),
    notes: ['Window: QUEUE_WINDOW. One gateway, two workers; the flood is --burst ingests with Prefer: respond-async.'],
  };
};
