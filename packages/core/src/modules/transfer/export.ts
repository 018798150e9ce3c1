import { EXPORT_FORMAT, noTransfers, type TransferKind } from '@hippocamp/shared/schemas/transfer';
import type { TransferRepository } from '../../ports/records.js';

/** Rows read at once at most, and at first. */
const MOST_ROWS = 100;
const FIRST_ROWS = 10;
/** Read at once as far as the rows before tell: a page of large ones is short. */
const PAGE_UNITS = 256 * 1024;

const rowsAfter = (rows: number, units: number) =>
  Math.max(1, Math.min(MOST_ROWS, Math.floor((rows * PAGE_UNITS) / units)));

type Reader = (after: string | null, limit: number) => Promise<{ id: string; row: object }[]>;

const readers = (transfer: TransferRepository): Record<TransferKind, Reader> => ({
  artifact: async (after, limit) => (await transfer.artifacts(after, limit)).map((row) => ({ id: row.id, row })),
  ingest: async (after, limit) =>
    (await transfer.ingests(after, limit)).map(({ candidates: _late, outcomes: _settled, content: _text, ...row }) => ({
      id: row.traceId,
      row,
    })),
  memory: async (after, limit) =>
    (await transfer.memories(after, limit)).map(
      ({ contentHash: _hash, embeddingId: _embedding, marks: _marks, ...row }) => ({
        id: row.id,
        row,
      }),
    ),
  entity: async (after, limit) => (await transfer.entities(after, limit)).map((row) => ({ id: row.id, row })),
  event: async (after, limit) => (await transfer.events(after, limit)).map((row) => ({ id: row.id, row })),
  relation: async (after, limit) => (await transfer.relations(after, limit)).map((row) => ({ id: row.id, row })),
});

const lineOf = (value: object) => `${JSON.stringify(value)}\n`;

/** A tenant as lines of JSON, some at a time. Rows that change meanwhile come as they are when they are read. */
export async function* exportLines(transfer: TransferRepository): AsyncGenerator<string> {
  yield lineOf({ kind: 'header', format: EXPORT_FORMAT });
  const counts = noTransfers();
  for (const [kind, read] of Object.entries(readers(transfer)) as [TransferKind, Reader][]) {
    let limit = FIRST_ROWS;
    for (let after: string | null = null; ; ) {
      const rows: Awaited<ReturnType<Reader>> = await read(after, limit);
      let units = 0;
      for (const { row } of rows) {
        const line = lineOf({ kind, ...row });
        units += line.length;
        yield line;
      }
      counts[kind] += rows.length;
      if (rows.length < limit) break;
      after = rows.at(-1)?.id ?? null;
      limit = rowsAfter(rows.length, units);
    }
  }
  yield lineOf({ kind: 'end', counts });
}
