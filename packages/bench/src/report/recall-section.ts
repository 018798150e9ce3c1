import { pool } from '../measure/closed-loop.js';
import { summarise } from '../measure/percentiles.js';
import type { RecallCell } from '../parts/recall.js';
import { count, milliseconds, times } from './format.js';
import type { Section } from './section.js';

const row = ({ size, name, sample, control }: RecallCell): string[] => {
  const made = summarise(pool(sample).latencies);
  const query = summarise(pool(control).latencies);
  return [
    name,
    count(size),
    String(made.n),
    ...[made.p50, made.p95, query.p50, query.p95].map(milliseconds),
    times(made.p50, query.p50),
    made.p95 === null || query.p95 === null ? '–' : times(made.p95, query.p95),
  ];
};

export const recallSection = (cells: readonly RecallCell[]): Section => ({
  title: 'What is made of memories, beside POST /memories/query of the same tenant, one at a time, ms',
  columns: ['request', 'memories', 'n', 'p50', 'p95', 'query p50', 'query p95', '× p50', '× p95'],
  rows: cells.map(row),
  notes: [
    'query: k = 10, right before each. A context asks for 60 candidates, a goal is one more query; a claim asks for 50.',
    ...cells.flatMap(({ name, sample, control }) => {
      const { failures, firstFailure } = pool([...sample, ...control]);
      return failures > 0 ? [`${name}: ${failures} requests failed; the first: ${firstFailure}`] : [];
    }),
  ],
});
