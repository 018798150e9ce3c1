import type { JudgedSequence } from '../ingest-quality/sequences.js';
import { count } from './format.js';
import type { Section } from './section.js';

const outcomes: Record<JudgedSequence['said'], string> = {
  right: 'right by itself',
  asked: 'a person is asked about all that is outdated',
  outdated: 'something outdated stays live, unasked',
  lost: 'something true does not hold',
};

export function sequencesSection(sequences: readonly JudgedSequence[]): Section {
  const named = (said: JudgedSequence['said']) => sequences.filter((one) => one.said === said);
  return {
    title: 'Ingest quality, sequences: facts that change over weeks, told to a running service',
    columns: ['in the end', 'sequences'],
    rows: Object.entries(outcomes).map(([said, words]) => [words, count(named(said as JudgedSequence['said']).length)]),
    notes: [
      ...named('lost').map(({ name }) => `lost: ${name}`),
      ...named('outdated').map(({ name }) => `outdated: ${name}`),
    ],
  };
}
