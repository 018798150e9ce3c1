import { median } from '../measure/percentiles.js';
import type { WorkCell } from '../parts/work.js';
import { count, milliseconds } from './format.js';
import type { Section } from './section.js';

const stages = ['embed', 'vocabulary', 'lists', 'facts', 'scores', 'content'];

/** HTTP, JSON and the threshold algorithm itself. */
const restOf = ({ milliseconds: total, explain }: WorkCell['answers'][number]): number =>
  total - Object.values(explain.milliseconds ?? {}).reduce((sum, value) => sum + value, 0);

const stageRow = ({ size, weighting, kind, answers }: WorkCell): string[] => [
  count(size),
  weighting,
  kind,
  String(answers.length),
  milliseconds(median(answers.map((answer) => answer.milliseconds))),
  ...stages.map((stage) => milliseconds(median(answers.map(({ explain }) => explain.milliseconds?.[stage] ?? 0)))),
  milliseconds(median(answers.map(restOf))),
];

const middleAndMost = (values: readonly number[]): string[] => [count(median(values)), count(Math.max(...values))];

const workRow = ({ size, weighting, kind, answers }: WorkCell): string[] => [
  count(size),
  weighting,
  kind,
  String(answers.length),
  ...middleAndMost(answers.map(({ explain }) => explain.rounds)),
  ...middleAndMost(answers.map(({ explain }) => explain.rowsRead)),
  ...middleAndMost(answers.map(({ explain }) => explain.randomAccesses)),
  String(answers.filter(({ approximate }) => approximate).length),
  String(Math.min(...answers.map(({ results }) => results))),
];

export const stageSection = (cells: readonly WorkCell[]): Section => ({
  title: 'Where the time of a query goes: medians of its stages over all rounds, one query at a time, ms',
  columns: ['memories', 'weights', 'question', 'n', 'total', ...stages, 'rest'],
  rows: cells.map(stageRow),
  notes: [
    'rest: HTTP, JSON, the threshold algorithm and the client; lists: index and records, one after the other in one engine.',
  ],
});

export const workSection = (cells: readonly WorkCell[]): Section => ({
  title: 'Work of the top k: medians and most',
  columns: [
    ...['memories', 'weights', 'question', 'n', 'rounds', 'most', 'rows read', 'most'],
    ...['random accesses', 'most', 'approximate', 'least results'],
  ],
  rows: cells.map(workRow),
});
