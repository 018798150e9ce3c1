import { median } from '../measure/percentiles.js';
import type { ForeignIds } from '../parts/foreign-ids.js';
import { milliseconds } from './format.js';
import type { Section } from './section.js';

/** Pairs of rounds, one in each order, so that both halves saw the same orders. */
const half = (values: readonly number[], which: 0 | 1) =>
  median(values.filter((_value, place) => (place >> 1) % 2 === which));

export const foreignIdsSection = (results: readonly ForeignIds[]): Section => ({
  title: 'Refusals about ids of others and about ids that nobody has, medians, ms',
  columns: ['request', 'whose', 'each', 'foreign', 'unknown', 'apart', 'noise'],
  rows: results.map(({ operation, whose, foreign, unknown }) => [
    operation,
    whose,
    String(foreign.length),
    ...[median(foreign), median(unknown)].map(milliseconds),
    milliseconds(Math.abs(median(foreign) - median(unknown))),
    milliseconds(Math.abs(half(unknown, 0) - half(unknown, 1))),
  ]),
  notes: [
    'Embedded, one request at a time, in turn. Another tenant: asked by a key of the whole other tenant. Another owner: by a key that is',
    'limited to one. Noise: how far the medians of two halves of the unknown are apart.',
  ],
});
