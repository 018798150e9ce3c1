import { withoutVerdicts } from '@hippocamp/shared/schemas/kept-request';
import {
  EXPORT_FORMAT,
  LINE_BYTES,
  LINE_VALUES,
  noTransfers,
  type TransferKind,
} from '@hippocamp/shared/schemas/transfer';
import type { IngestRecord, TenantRepositories, TransferRepository } from '../../ports/records.js';
import { isEmpty, readPages } from '../in-parts.js';
import { valuesOf } from '../json/values-of.js';
import { historyOf } from '../memory-store/history-of.js';
import { withFewerSources } from './fewer-sources.js';
import { type Size, shorterAnswer } from './shorter-answer.js';

/**
 * One under way comes as failed, so that its text can be read again where it is imported. What is off the record stays here, and
 * so do the verdicts of one that is not done yet, which no import reads.
 */
const ended = ({ request: { unkept: _offRecord, ...asked }, ...ingest }: IngestRecord) => {
  const kept = { ...ingest, request: withoutVerdicts(asked) };
  return ingest.state === 'processing'
    ? { ...kept, state: 'failed', error: 'It was under way when it was exported.' }
    : kept;
};

interface ReadRow {
  id: string;
  row: object;
  updatedAt?: Date;
  /** The row where a line takes so much more than an import reads. */
  shorterBy?(over: Size): object;
}

type ReadRows = (after: string | null, limit: number) => Promise<ReadRow[]>;

const rowsByKind = (transfer: TransferRepository): Record<TransferKind, ReadRows> => ({
  artifact: async (after, limit) => (await transfer.artifacts(after, limit)).map((row) => ({ id: row.id, row })),
  ingest: async (after, limit) =>
    (await transfer.ingests(after, limit))
      .map(ended)
      .map(({ candidates: _late, outcomes: _settled, content: _text, ...row }) => ({
        ...{ id: row.traceId, row },
        shorterBy: (over) => (row.result ? { ...row, result: shorterAnswer(row.result, over) } : row),
      })),
  memory: async (after, limit) =>
    (await transfer.memories(after, limit)).map(
      ({ contentHash: _hash, embeddingId: _embedding, marks: _marks, language: _language, ...row }) => ({
        id: row.id,
        row: withFewerSources(row),
        updatedAt: row.updatedAt,
      }),
    ),
  // `externalId` and `fromMentions` are left out when empty, so that earlier releases accept the lines.
  entity: async (after, limit) =>
    (await transfer.entities(after, limit)).map(({ fromMentions, externalId, ...row }) => ({
      id: row.id,
      row: { ...row, ...(fromMentions ? { fromMentions } : {}), ...(externalId === null ? {} : { externalId }) },
    })),
  event: async (after, limit) => (await transfer.events(after, limit)).map((row) => ({ id: row.id, row })),
  relation: async (after, limit) => (await transfer.relations(after, limit)).map((row) => ({ id: row.id, row })),
  review: async (after, limit) =>
    (await transfer.reviews(after, limit)).map(({ kind: about, contentHash: _hash, ...row }) => ({
      id: row.id,
      row: { ...row, about },
    })),
});

const lineOf = (value: object) => `${JSON.stringify(value)}\n`;

interface Line {
  id: string;
  text: string;
  values: number;
  updatedAt: Date | undefined;
}

/** A member or an element takes more than a character, so a short line needs no count. */
const overOf = (line: object, text: string): Size => ({
  bytes: Buffer.byteLength(text) - LINE_BYTES,
  values: text.length > LINE_VALUES ? 1 + valuesOf(line) - LINE_VALUES : 0,
});

/** The answer of an ingest tells of each statement of its text, so it may be longer than a line may. */
function lineText(kind: TransferKind, { row, shorterBy }: ReadRow): string {
  const line = { kind, ...row };
  const text = JSON.stringify(line);
  if (!shorterBy) return text;
  const over = overOf(line, text);
  return over.bytes > 0 || over.values > 0 ? JSON.stringify({ kind, ...shorterBy(over) }) : text;
}

const pagesOf = (kind: TransferKind, read: ReadRows) =>
  readPages<Line>(
    async (after, limit) =>
      (await read(after?.id ?? null, limit)).map((found) => ({
        ...{ id: found.id, text: lineText(kind, found), values: valuesOf(found.row), updatedAt: found.updatedAt },
      })),
    ({ text }) => text.length,
    isEmpty,
  );

type Sources = Pick<TenantRepositories, 'transfer' | 'history'>;

/** UTF-16 units of history in one line. A longer entry stands alone. */
const MOST_OF_LINE = 250_000;
/** Values of one line, with room for what stands around them. */
const MOST_VALUES = LINE_VALUES - 1000;

interface Filled {
  characters: number;
  values: number;
}

const isFullWith = (line: Filled, next: Filled): boolean =>
  line.values + next.values > MOST_VALUES || (line.characters > 0 && line.characters + next.characters > MOST_OF_LINE);

/** An import may meet the line in a later request than the memory, and sees by `updatedAt` whether that changed since. */
const historyStart = ({ id, updatedAt }: Line, begins: boolean): string => {
  const text = JSON.stringify({ kind: 'history', memoryId: id, ...(begins && { memoryUpdatedAt: updatedAt }) });
  return `${text.slice(0, -1)},"history":[`;
};

/** A long history goes on in lines of its own. It begins there where the line of the memory holds too many values. */
async function* withHistory(lines: readonly Line[], { history }: Sources): AsyncGenerator<string> {
  const entries = historyOf(
    history,
    lines.map(({ id }) => id),
  );
  let entry = await entries.next();
  for (const given of lines) {
    const { id, text, values } = given;
    yield `${text.slice(0, -1)},"history":[`;
    let line = { characters: 0, values };
    let isBegun = false;
    for (; !entry.done && entry.value.memoryId === id; entry = await entries.next()) {
      const { memoryId: _memoryId, ...change } = entry.value;
      const next = JSON.stringify(change);
      const own = { characters: next.length, values: valuesOf(change) };
      const isFull = isFullWith(line, own);
      if (isFull) yield `]}\n${historyStart(given, !isBegun)}`;
      isBegun = true;
      yield isFull || line.characters === 0 ? next : `,${next}`;
      line = isFull ? own : { characters: line.characters + own.characters, values: line.values + own.values };
    }
    yield ']}\n';
  }
}

/** Pieces of lines of JSON. Rows that change meanwhile come as they are when they are read. */
export async function* exportLines(sources: Sources): AsyncGenerator<string> {
  yield lineOf({ kind: 'header', format: EXPORT_FORMAT });
  const counts = noTransfers();
  for (const [kind, read] of Object.entries(rowsByKind(sources.transfer)) as [TransferKind, ReadRows][]) {
    for await (const lines of pagesOf(kind, read)) {
      if (kind === 'memory') yield* withHistory(lines, sources);
      else for (const { text } of lines) yield `${text}\n`;
      counts[kind] += lines.length;
    }
  }
  yield lineOf({ kind: 'end', counts });
}
