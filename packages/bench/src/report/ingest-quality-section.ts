import { type Case, groupsOf, isRight, type ReaderName, readerNames, tallyOf } from '../ingest-quality/cases.js';
import { measures, wilson } from '../ingest-quality/intervals.js';
import { isNear, type Nearest } from '../ingest-quality/nearest.js';
import type { IngestQuality } from '../parts/ingest-quality.js';
import { calibrationSection, claimsSection } from './claims-section.js';
import { count, milliseconds, times } from './format.js';
import { pairsSection } from './pairs-section.js';
import type { Section } from './section.js';
import { sequencesSection } from './sequences-section.js';

type Group = [name: string, cases: readonly Case[]];

const percent = (share: number): string => (100 * share).toFixed(1);

const cell = (hits: number, all: number): string => {
  const interval = wilson(hits, all);
  return interval === null ? '–' : `${percent(interval.share)} (${percent(interval.low)}–${percent(interval.high)})`;
};

/** `llm` is there where a language model was asked. */
const readersOf = (cases: readonly Case[]): ReaderName[] =>
  cases.some(({ said }) => said.llm !== undefined) ? [...readerNames, 'llm'] : [...readerNames];

const columnOf: Record<ReaderName, string> = {
  none: 'READER=none',
  model: 'READER=model',
  everything: 'keep everything',
  llm: 'LLM_MODEL',
};

const rowsOf = ([name, cases]: Group): string[][] => {
  const tallies = readersOf(cases).map((reader) => tallyOf(cases, reader));
  const { facts = 0, noise = 0 } = tallies[0] ?? {};
  return Object.entries(measures)
    .map(([measure, sharesOf]) => [measure, ...tallies.map((tally) => cell(...sharesOf(tally)))])
    .filter(([, ...cells]) => cells.some((each) => each !== '–'))
    .map((row, index) => [index === 0 ? name : '', index === 0 ? `${facts}, ${noise}` : '', ...row]);
};

const sharesSection = (title: string, groups: readonly Group[], notes: readonly string[] = []): Section => ({
  title: `Ingest quality, ${title}: % (95 % interval, Wilson)`,
  columns: [
    'what',
    'facts, noise',
    'measure',
    ...readersOf(groups.flatMap(([, cases]) => cases)).map((each) => columnOf[each]),
  ],
  rows: groups.flatMap(rowsOf),
  notes,
});

/** Smaller groups have no figure worth printing; --json has them. */
const LEAST = 5;
/** The most wrong sentences that are printed. */
const MOST_SHOWN = 40;
const LONGEST = 90;
/** A shorter line shares half of its content words with many others. */
const ENOUGH_WORDS = 4;

const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
};

/** Evenly spread over all. */
const some = <One>(all: readonly One[]): One[] => {
  const every = Math.max(1, all.length / MOST_SHOWN);
  return Array.from({ length: Math.min(all.length, MOST_SHOWN) }, (_, place) => all[Math.floor(place * every)] as One);
};

const isLong = ({ words }: Nearest) => words >= ENOUGH_WORDS;

const sharedLine = (all: readonly Nearest[]): string => {
  const highest = percent(Math.max(0, ...all.map(({ share }) => share)));
  return `${count(all.length)}: the highest share ${highest} %, ${all.filter(isNear).length} share half or more`;
};

const nearSection = ({ nearest, training }: IngestQuality): Section => ({
  title: `Ingest quality, report sentences of ${ENOUGH_WORDS} content words and more that share half of them with a training line`,
  columns: ['shared', 'sentence', 'nearest training line'],
  rows: nearest
    .filter((near) => isLong(near) && isNear(near))
    .map(({ share, text, line }) => [percent(share), short(text), short(line)]),
  notes: [
    `Shared: content words (stems) of the sentence that its nearest of ${count(training)} training lines has too, %.`,
    `All sentences of the report part, ${sharedLine(nearest)}.`,
    `Those of ${ENOUGH_WORDS} content words and more, ${sharedLine(nearest.filter(isLong))}.`,
  ],
});

function wrongSection(quality: IngestQuality): Section {
  const sentences = quality.cases.filter(({ part }) => part === 'sentences');
  const all = sentences.flatMap((one, place) => (isRight(one, 'model') ? [] : [{ one, near: quality.nearest[place] }]));
  const shown = some(all);
  return {
    title: `Ingest quality, sentences that READER=model judges wrongly: ${shown.length} of ${all.length}`,
    columns: ['wanted', 'said', 'shared', 'sentence', 'nearest training line'],
    rows: shown.map(({ one: { wanted, said, text }, near }) => [
      ...[wanted, said.model, percent(near?.share ?? 0)],
      ...[short(text), short(near?.line ?? '')],
    ]),
  };
}

const costSection = ({ cost }: IngestQuality): Section => ({
  title: 'Ingest quality, cost of reading a text, in process: medians',
  columns: ['characters', 'reader', 'n', 'statements', 'ms', 'CPU-ms', '× none, CPU'],
  rows: cost.map(({ length, reader, runs, statements, milliseconds: whole, cpuMilliseconds }) => {
    const control = cost.find((other) => other.length === length && other.reader === 'none');
    const figures = [milliseconds(whole), milliseconds(cpuMilliseconds)];
    return [
      ...[count(length), reader, count(runs), count(statements), ...figures],
      times(cpuMilliseconds, control?.cpuMilliseconds),
    ];
  }),
  notes: [
    'Cut into statements and judged (two threads); embedding: their vectors made instead. What is stored of them is not counted here.',
  ],
});

const notes = [
  'Precision: among what is labelled. Tier right: of the facts that are kept.',
  'Waiting for a person is not kept. Keep everything takes all for semantic; whole texts lose there what is not cut right.',
];

/** Texts that the model did not answer are in no figure. */
const llmNotes = (cases: readonly Case[]): string[] => {
  const read = cases.filter(({ said }) => said.llm !== undefined).length;
  return read > 0
    ? [`LLM_MODEL: one call for each sentence and text; of the ${count(cases.length)} it read ${count(read)}.`]
    : [];
};

const unseenNote = ({ sharedTopics }: IngestQuality): string =>
  `Unseen: without those that share half of their content words with a training line, and without topics that training has too (${sharedTopics.join(', ') || 'none'}).`;

const unseenOf = ({ cases, nearest, sharedTopics }: IngestQuality): Case[] =>
  cases.filter(
    ({ part, topic = '' }, place) =>
      part === 'sentences' && !isNear(nearest[place] ?? { share: 0 }) && !sharedTopics.includes(topic),
  );

export function ingestQualitySections(quality: IngestQuality): Section[] {
  const { cases } = quality;
  const partOf = (part: Case['part']) => cases.filter((one) => one.part === part);
  const by = (part: Case['part'], nameOf: (one: Case) => string) =>
    groupsOf(partOf(part), nameOf).filter(([, group]) => group.length >= LEAST);
  return [
    sharesSection(
      'report part',
      [['all', cases], ...groupsOf(cases, ({ part }) => part), ['sentences, unseen', unseenOf(quality)]],
      [...notes, ...llmNotes(cases), unseenNote(quality)],
    ),
    sharesSection(
      'sentences by source',
      by('sentences', ({ source }) => source),
    ),
    sharesSection(
      'sentences by kind',
      by('sentences', ({ kind }) => kind),
      [`Kinds of fewer than ${LEAST} are left out.`],
    ),
    sharesSection(
      'whole texts by kind',
      by('whole texts', ({ kind }) => kind),
    ),
    sharesSection(
      'other languages',
      by('other languages', ({ language }) => language),
    ),
    wrongSection(quality),
    nearSection(quality),
    costSection(quality),
    pairsSection(quality.pairs),
    sequencesSection(quality.sequences),
    claimsSection(quality.claims),
    calibrationSection(quality.claims),
  ];
}
