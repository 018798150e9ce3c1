import type { Hippocamp, ImportAnswer } from '@hippocamp/sdk';
import { EXPORT_FORMAT } from '@hippocamp/shared/schemas/transfer';
import type { RecordLine } from './found.js';

/** The service takes whole exports only, so the first and the last line are added. */
export const exportOf = (records: readonly RecordLine[]): string[] =>
  [{ kind: 'header', format: EXPORT_FORMAT }, ...records, { kind: 'end' }].map((line) => JSON.stringify(line));

/** An entity that the service knows by its external id is left out, and its memories go to the known one. */
async function ofKnownOwners(records: readonly RecordLine[], client: Hippocamp, signal: AbortSignal) {
  const known = new Map<unknown, string>();
  for (const { id, externalId } of records) {
    if (typeof externalId !== 'string') continue;
    const [found] = (await client.entities.list({ externalId }, { signal })).entities;
    if (found && found.id !== id) known.set(id, found.id);
  }
  return records
    .filter(({ id }) => !known.has(id))
    .map((line) => ({
      ...line,
      ...(known.has(line.ownerEntityId) ? { ownerEntityId: known.get(line.ownerEntityId) } : {}),
    }));
}

/** Ids are made of the content, so the service skips lines that it has. */
export async function bringRecords(
  records: readonly RecordLine[],
  client: Hippocamp,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<ImportAnswer | undefined> {
  if (records.length === 0) return undefined;
  const lines = exportOf(await ofKnownOwners(records, client, signal));
  return client.tenant.import(lines, { signal, onProgress: ({ lines }) => onProgress(lines) });
}
