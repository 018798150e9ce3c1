import { median, summarise } from '../measure/percentiles.js';
import { ENTITIES, type GraphCell, RELATIONS } from '../parts/graph.js';
import { count, milliseconds, times } from './format.js';
import type { Section } from './section.js';

const cellRow = (cell: GraphCell): string[] => {
  const { n, p50, p95, p99, max } = summarise(cell.times);
  const control = summarise(cell.control);
  return [
    cell.what,
    count(median(cell.nodes)),
    count(median(cell.relations)),
    String(cell.truncated),
    String(n),
    ...[p50, p95, p99, max].map(milliseconds),
    milliseconds(control.p50),
    times(p50, control.p50),
  ];
};

export const graphSection = (cells: readonly GraphCell[]): Section => ({
  title: `Traversal of ${count(RELATIONS)} relations between ${count(ENTITIES)} entities of one tenant, without HTTP, ms`,
  columns: ['what', 'nodes', 'relations', 'truncated', 'n', 'p50', 'p95', 'p99', 'max', 'plain p50', '× plain'],
  rows: cells.map(cellRow),
  notes: [
    'Plain: one indexed query over the same engine that reads as many rows as the traversal answered, right after it.',
  ],
});
