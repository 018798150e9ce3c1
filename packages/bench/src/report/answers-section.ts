import type { Judgement } from '../answers/judge.js';
import type { Answers } from '../parts/answers.js';
import { count } from './format.js';
import type { Section } from './section.js';

const score = (value: number): string => value.toFixed(3);

const rowOf = (weights: string, row: Judgement): string[] => [
  row.world,
  weights,
  ...[row.questions, row.first, row.withinFive, row.aboveOwn, row.aboveAll].map(count),
  `${row.belowMost} of ${row.unanswered}`,
  ...[row.unanswerable, row.nonsense].map(score),
];

const rowsOf = (answers: readonly Answers[]): string[][] => {
  const worlds = answers[0]?.rows.map(({ world }) => world) ?? [];
  return worlds.flatMap((_world, index) =>
    answers.flatMap(({ weights, rows }) => rows.slice(index, index + 1).map((row) => rowOf(weights, row))),
  );
};

const sectionOf = (title: string, answers: readonly Answers[]): Section => ({
  title,
  columns: [
    'world',
    'weights',
    'questions',
    'first',
    'within 5',
    '> own',
    '> all',
    '< most',
    'unanswerable',
    'nonsense',
  ],
  rows: rowsOf(answers),
  notes: [
    'First, within 5: where the right memory stands.',
    '> own, > all: right memories that score above the best of every unanswerable question of their world, of all worlds.',
    '< most: unanswerable questions whose best scores below four of five right memories, of their world, of all worlds.',
    'Unanswerable: that best score, on topic or not; nonsense: the best of those that are on no topic of the world.',
  ],
});

export const answersSection = (answers: readonly Answers[]): Section =>
  sectionOf('Answers: questions with one right memory among those of their world', answers);

export const languagesSection = (answers: readonly Answers[]): Section =>
  sectionOf('Languages: the same in others than English', answers);
