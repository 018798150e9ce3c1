import { summarise } from '../measure/percentiles.js';
import type { Many } from '../parts/many-messages.js';
import type { WholeWay } from '../parts/whole-way.js';
import { type Found, meanOf, type Way } from '../whole-way/figures.js';
import { SEED } from '../whole-way/multiply.js';
import { count, milliseconds } from './format.js';
import type { Section } from './section.js';

const share = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(3));
const mean = (found: readonly Found[], of: keyof Found): string => meanOf(found, of)?.toFixed(3) ?? '–';
const each = (characters: number, pieces: number): string => (pieces === 0 ? '–' : count(characters / pieces));

const rowsOf = (name: string, way: Way): string[][] => [
  [
    ...[name, 'through ingest', count(way.memories), each(way.characters, way.memories)],
    share(way.evidenceKept, way.evidence),
    ...[mean(way.through, 'recall'), mean(way.through, 'words'), mean(way.through, 'inContext')],
  ],
  [
    ...['', 'turns as they are', count(way.turns), each(way.turnCharacters, way.turns), share(1, 1)],
    ...[mean(way.asTheyAre, 'recall'), mean(way.asTheyAre, 'words'), mean(way.asTheyAre, 'inContext')],
  ],
];

const noteOf = (name: string, { through, ingestSeconds, reviews, repeats, changes, told }: Way): string[] => {
  const related = `${repeats} repeats in other words, ${changes} changes`;
  const asked = `${name}: ${through.length} questions; ${related}; ${reviews} wait for a person; ingest took ${ingestSeconds.toFixed(0)} s.`;
  if (told === null) return [asked];
  const nothing = `${told.nothing} of ${told.placed} memories tell nothing (${share(told.nothing, told.placed)})`;
  const kept = `${told.kept} of ${told.telling} sentences that tell something left a memory (${share(told.kept, told.telling)})`;
  return [asked, `${name}: ${nothing}; ${kept}.`];
};

const setsSection = ({ sets }: WholeWay): Section => ({
  title: 'The whole way: talks through ingest beside the same turns as they are, then their questions',
  columns: ['set', 'stored', 'memories', 'characters', 'evidence', 'recall@10', 'answer in ten', 'in 400 tokens'],
  rows: sets.flatMap(({ name, way }) => rowsOf(name, way)),
  notes: [
    'Evidence: turns that answer a question and left a memory. Recall@10: share of these among the ten first. Answer: share of its words.',
    ...sets.flatMap(({ name, way }) => noteOf(name, way)),
  ],
});

const MEGABYTE = 1_000_000;
const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);

const manyRow = ({ told, messages, memories, bytes, queries, seconds }: Many): string[] => {
  const { p50, p95 } = summarise(queries);
  const each = [bytes / messages, bytes / Math.max(1, memories)].map(count);
  return [
    told,
    count(messages),
    count(memories),
    megabytes(bytes),
    ...each,
    milliseconds(p50),
    milliseconds(p95),
    count(seconds),
  ];
};

const manySection = (many: readonly Many[]): Section => ({
  title: 'Many messages of talk through ingest',
  columns: ['told', 'messages', 'memories', 'MB', 'B a message', 'B a memory', 'query p50 ms', 'p95 ms', 's'],
  rows: many.map(manyRow),
  notes: [
    `The talks that ship, again and again with other names, numbers and days (seed ${SEED}), each round another person's. MB: the whole database.`,
    ...many.map(
      ({ told, tables }) => `${told}: ${tables.map(({ name, bytes }) => `${name} ${megabytes(bytes)} MB`).join(', ')}.`,
    ),
  ],
});

export const wholeWaySections = (results: WholeWay): Section[] => [
  setsSection(results),
  ...(results.many.length > 0 ? [manySection(results.many)] : []),
];
