import { summarise } from '../measure/percentiles.js';
import type { StartTimes } from '../parts/start.js';
import { milliseconds, times } from './format.js';
import type { Section } from './section.js';

const controlName = 'Node and Express alone';

export function startSection(all: readonly StartTimes[]): Section {
  const summaries = all.map(({ name, times: values }) => ({ name, ...summarise(values) }));
  const control = summaries.find(({ name }) => name === controlName)?.p50;
  return {
    title: 'Start: from the spawn of the process until GET /readyz answers 200, ms',
    columns: ['what', 'n', 'median', 'min', 'max', '× Express'],
    rows: summaries.map(({ name, n, p50, min, max }) => [
      name,
      String(n),
      milliseconds(p50),
      milliseconds(min),
      milliseconds(max),
      times(p50, control),
    ]),
    notes: ['The controls count until they listen, PGlite until it has answered “select 1”.'],
  };
}
