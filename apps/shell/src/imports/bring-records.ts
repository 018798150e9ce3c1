import type { Hippocamp, ImportAnswer } from '@hippocamp/sdk';
import { EXPORT_FORMAT } from '@hippocamp/shared/schemas/transfer';
import type { RecordLine } from './found.js';

/** What the service takes: the lines between those that begin and end an export. */
export const exportOf = (records: readonly RecordLine[]): string[] =>
  [{ kind: 'header', format: EXPORT_FORMAT }, ...records, { kind: 'end' }].map((line) => JSON.stringify(line));

/** Sends lines whose ids say what they are: what is there already stays as it is. */
export async function bringRecords(
  records: readonly RecordLine[],
  client: Hippocamp,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<ImportAnswer | undefined> {
  if (records.length === 0) return undefined;
  return client.tenant.import(exportOf(records), { signal, onProgress: ({ lines }) => onProgress(lines) });
}
