import type { Hippocamp, ImportAnswer } from '@hippocamp/sdk';
import type { BroughtTexts } from '../imports/bring-texts.js';
import type { Found } from '../imports/found.js';
import type { Part } from '../imports/parts.js';
import { oneLine, type Printer } from '../output/printer.js';
import { cut } from '../output/width.js';

export interface Plan {
  dryRun: true;
  talks: number;
  messages: number;
  documents: number;
  /** Requests that would be sent. */
  parts: number;
  records: Record<'entity' | 'memory' | 'relation', number>;
  leftOut: Found['leftOut'];
  samples: { title: string; at: string | null; text: string }[];
}

export interface Brought {
  texts: BroughtTexts;
  records: ImportAnswer | undefined;
  leftOut: Found['leftOut'];
}

const SAMPLES = 5;
const SAMPLE = 200;
const TITLE = 24;

const sampleOf = (part: Part): Plan['samples'][number] => {
  const request = part.requestWithout(() => false);
  const first = request?.messages?.find(({ role }) => role === 'user')?.content ?? request?.content ?? '';
  return { title: part.title, at: part.at ?? null, text: first.slice(0, SAMPLE) };
};

export function planOf({ texts, records, leftOut }: Found, parts: readonly Part[]): Plan {
  const talks = texts.filter((text) => text.kind === 'talk');
  const count = (kind: string) => records.filter((record) => record.kind === kind).length;
  const memories = records.filter(({ kind }) => kind === 'memory').slice(0, SAMPLES);
  return {
    dryRun: true,
    talks: talks.length,
    messages: talks.reduce((sum, { messages }) => sum + messages.length, 0),
    documents: texts.length - talks.length,
    parts: parts.length,
    records: { entity: count('entity'), memory: count('memory'), relation: count('relation') },
    leftOut,
    samples: [
      ...memories.map(({ content, occurredAt }) => ({
        title: 'memory',
        at: String(occurredAt),
        text: String(content).slice(0, SAMPLE),
      })),
      ...parts.slice(0, SAMPLES).map(sampleOf),
    ],
  };
}

const noteLeftOut = (printer: Printer, leftOut: Found['leftOut']) => {
  for (const { why, count } of leftOut) printer.note(`Left out: ${why} (${count}).`);
};

export function printPlan(printer: Printer, plan: Plan): void {
  const { talks, messages, documents, parts, records, samples, leftOut } = plan;
  if (parts > 0) printer.say(`${talks} talks with ${messages} messages, ${documents} texts: ${parts} requests.`);
  if (records.memory + records.entity > 0)
    printer.say(`${records.memory} memories, ${records.entity} entities, ${records.relation} relations.`);
  const rows = samples.map(({ title, at, text }) => [
    at?.slice(0, 10) ?? '',
    cut(oneLine(title), TITLE),
    oneLine(text),
  ]);
  const columns = [{ title: 'when' }, { title: 'title' }, { title: 'for instance', grows: true }] as const;
  if (rows.length > 0) printer.table(columns, rows, { 0: 'dim', 1: 'magenta' });
  noteLeftOut(printer, leftOut);
  printer.note('Nothing is sent: this was a dry run.');
}

export const summaryOf = ({ texts, records }: Brought) => ({
  refused: texts.refused.length + (records?.problemsTotal ?? 0),
  complete: records?.complete ?? true,
});

/** Until its vector is made, a memory is found by its words alone. */
export async function noteVectors({ memories }: Pick<Hippocamp, 'memories'>, printer: Printer): Promise<void> {
  const { vectors } = await memories.stats();
  if (printer.json || !vectors || vectors.waiting === 0) return;
  printer.note(`${vectors.waiting} memories have no vector yet: words find them at once, meaning as it is made.`);
}

const SHOWN = 10;
const kinds = [
  ['memory', 'memories'],
  ['entity', 'entities'],
  ['relation', 'relations'],
] as const;

export function printBrought(
  printer: Printer,
  { texts, records, leftOut }: Brought,
  { refused }: { refused: number },
): void {
  if (records) {
    const { imported, skipped } = records;
    const rows = kinds.map(([kind, name]) => [name, String(imported[kind]), String(skipped[kind])]);
    const columns = [
      { title: '' },
      { title: 'new', align: 'right' },
      { title: 'there already', align: 'right' },
    ] as const;
    printer.table(columns, rows, { 0: 'magenta' });
  }
  if (texts.parts > 0) {
    printer.say(`${texts.sent} of ${texts.parts} parts sent, ${texts.sentBefore} were sent before.`);
    printer.say(`${texts.accepted} memories kept, ${texts.rejected} left out as repeats or for review.`);
  }
  noteLeftOut(printer, leftOut);
  for (const { title, message } of texts.refused.slice(0, SHOWN))
    printer.note(`Refused: ${oneLine(title)}: ${message}`);
  for (const { line, message } of (records?.problems ?? []).slice(0, SHOWN))
    printer.note(`Refused: line ${line}: ${message}`);
  if (records?.stopped) printer.note(`The service stopped at line ${records.stopped.line}: ${records.stopped.message}`);
  if (refused > SHOWN) printer.note(`… and more; --json tells them all.`);
}
