import { type ReadBy, type ReaderName, readerNames } from '../llm/measure.js';
import { summarise } from '../measure/percentiles.js';
import type { LlmReading } from '../parts/llm.js';
import type { LlmHanging } from '../parts/llm-hanging.js';
import { count, milliseconds, times } from './format.js';
import type { Section } from './section.js';

const told: Record<ReaderName, string> = {
  local: 'local reader',
  alone: 'language model, as it says',
  both: 'both, as the service keeps them',
};

const sum = (read: readonly ReadBy[], of: (each: ReadBy) => number): string =>
  count(read.reduce((total, each) => total + of(each), 0));

export function llmSection({ read, spent }: LlmReading): Section {
  const facts = sum(read, ({ local }) => local.kept.length + local.lost.length);
  const lost = read.flatMap(({ id, both }) => both.lost.map((name) => `lost: ${id} ${name}`));
  return {
    title: `Reading with a language model: ${read.length} texts and talks, ${facts} facts`,
    columns: ['reader', 'facts kept', 'wrong', 'memories', 'short_term'],
    rows: readerNames.map((reader) => [
      told[reader],
      ...[
        (each: ReadBy) => each[reader].kept.length,
        (each: ReadBy) => each[reader].wrong.length,
        (each: ReadBy) => each[reader].memories,
        (each: ReadBy) => each[reader].shortTerm,
      ].map((of) => sum(read, of)),
    ]),
    notes: [
      `${sum(read, (each) => each.told)} statements of the model, of which ${sum(read, ({ used }) => used)} are kept in its words.`,
      `${count(spent.calls)} calls, ${count(spent.tokens)} tokens, ${count(Math.round(read.reduce((total, { ms }) => total + ms, 0) / 1000))} seconds.`,
      ...lost,
    ],
  };
}

export function hangingSection({ quiet, hanging }: LlmHanging): Section {
  const control = summarise(quiet);
  const row = (name: string, values: readonly number[]): string[] => {
    const { n, p50, p95, max } = summarise(values);
    return [
      name,
      String(n),
      ...[p50, p95, max].map(milliseconds),
      times(p50, control.p50),
      times(p95 ?? Number.NaN, control.p95 ?? undefined),
    ];
  };
  return {
    title: 'A neighbour’s ingest while the language model hangs with texts of others, ms',
    columns: ['the model', 'n', 'p50', 'p95', 'max', '× quiet p50', '× quiet p95'],
    rows: [row('answers at once', quiet), row('hangs', hanging)],
    notes: ['In turn, on one gateway in embedded mode with the models that ship.'],
  };
}
