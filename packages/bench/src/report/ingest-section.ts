import { summarise } from '../measure/percentiles.js';
import type { IngestCell } from '../parts/ingest.js';
import { count, milliseconds, times } from './format.js';
import type { Section } from './section.js';

const cellRows = ({ length, whole, parts }: IngestCell): string[][] => {
  const name = `${count(length)} characters`;
  const all = Object.entries(parts).map(([part, values]) => ({ part, ...summarise(values) }));
  const sum = all.reduce((total, { p50 }) => total + p50, 0);
  const { n, p50, p95 } = summarise(whole);
  return [
    [`${name}, whole`, String(n), milliseconds(p50), milliseconds(p95), times(p50, sum)],
    [`${name}, sum of the parts`, String(n), milliseconds(sum), '–', '1.0×'],
    ...all.map(({ part, n: runs, p50: half, p95: most }) => [
      `    ${part}`,
      String(runs),
      milliseconds(half),
      milliseconds(most),
      '–',
    ]),
  ];
};

export const ingestSection = (cells: readonly IngestCell[]): Section => ({
  title: 'Ingest without HTTP beside its parts measured alone, ms',
  columns: ['what', 'n', 'p50', 'p95', '× sum of p50'],
  rows: cells.flatMap(cellRows),
});
