import { median, summarise } from '../measure/percentiles.js';
import type { Overhead } from '../parts/production/overhead.js';
import { count, milliseconds, times } from './format.js';
import type { Section } from './section.js';

export function overheadSection({ whole, index, nothing, calls }: Overhead, size: number): Section {
  const difference = whole.map((total, place) => total - (index[place] ?? Number.NaN));
  const control = median(index);
  const row = (name: string, values: readonly number[]): string[] => {
    const { n, p50, p95, p99, max } = summarise(values);
    return [name, String(n), ...[p50, p95, p99, max].map(milliseconds), times(p50, control)];
  };
  return {
    title: `Query overhead: POST /memories/query of ${count(size)} memories, one at a time, above its calls to the index, ms`,
    columns: ['what', 'n', 'p50', 'p95', 'p99', 'max', '× index'],
    rows: [
      row('the query', whole),
      row('its calls to the index alone', index),
      row('the difference, question by question', difference),
      row('Express that answers at once', nothing),
    ],
    notes: [
      `The same questions in turn, from one client with kept connections; ${median(calls)} calls (median; most ${Math.max(...calls)}) of a query to`,
      'the index, recorded from another gateway and sent again as they were, one after the other.',
    ],
  };
}
