import { EXPORT_FORMAT, LINE_BYTES, noTransfers, type TransferKind } from '@hippocamp/shared/schemas/transfer';
import type { IngestRecord, TenantRepositories, TransferRepository } from '../../ports/records.js';
import { isEmpty, readPages } from '../in-parts.js';
import { historyOf } from '../memories/history-of.js';
import { shorterAnswer } from './shorter-answer.js';

/** One under way comes as failed, so that its text can be read again where it is imported. What is off the record stays here. */
const ended = ({ request: { unkept: _offRecord, ...request }, ...ingest }: IngestRecord) =>
  ingest.state === 'processing'
    ? { ...ingest, request, state: 'failed', error: 'It was under way when it was exported.' }
    : { ...ingest, request };

interface ReadRow {
  id: string;
  row: object;
  /** The row where a line takes so many bytes more than an import reads. */
  shorterBy?(over: number): object;
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
        row,
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
}

/** Members and elements at all levels, as an import counts them: commas, and beginnings of objects and lists. */
const valuesOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value);
  return members.reduce<number>((values, member) => values + valuesOf(member), Math.max(1, members.length));
};

/** The answer of an ingest tells of each statement of its text, so it may be longer than a line may. */
function lineText(kind: TransferKind, { row, shorterBy }: ReadRow): string {
  const textOf = (shown: object) => JSON.stringify({ kind, ...shown });
  const text = textOf(row);
  const over = shorterBy ? Buffer.byteLength(text) - LINE_BYTES : 0;
  return shorterBy && over > 0 ? textOf(shorterBy(over)) : text;
}

const pagesOf = (kind: TransferKind, read: ReadRows) =>
  readPages<Line>(
    async (after, limit) =>
      (await read(after?.id ?? null, limit)).map((found) => ({
        ...{ id: found.id, text: lineText(kind, found), values: valuesOf(found.row) },
      })),
    ({ text }) => text.length,
    isEmpty,
  );

type Sources = Pick<TenantRepositories, 'transfer' | 'history'>;

/** UTF-16 units of history in one line. A longer entry stands alone. */
const MOST_OF_LINE = 250_000;
/** Values of one line: an import takes 200,000. */
const MOST_VALUES = 199_000;

interface Size {
  characters: number;
  values: number;
}

const isFullWith = (line: Size, next: Size): boolean =>
  line.values + next.values > MOST_VALUES || (line.characters > 0 && line.characters + next.characters > MOST_OF_LINE);

/** A long history goes on in lines of its own. It begins there where the line of the memory holds too many values. */
async function* withHistory(lines: readonly Line[], { history }: Sources): AsyncGenerator<string> {
  const entries = historyOf(
    history,
    lines.map(({ id }) => id),
  );
  let entry = await entries.next();
  for (const { id, text, values } of lines) {
    yield `${text.slice(0, -1)},"history":[`;
    let line = { characters: 0, values };
    for (; !entry.done && entry.value.memoryId === id; entry = await entries.next()) {
      const { memoryId: _memoryId, ...change } = entry.value;
      const next = JSON.stringify(change);
      const own = { characters: next.length, values: valuesOf(change) };
      const isFull = isFullWith(line, own);
      if (isFull) yield `]}\n{"kind":"history","memoryId":"${id}","history":[`;
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
