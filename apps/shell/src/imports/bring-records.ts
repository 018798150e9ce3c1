import type { Hippocamp, ImportAnswer } from '@hippocamp/sdk';
import { EXPORT_FORMAT } from '@hippocamp/shared/schemas/transfer';
import type { RecordLine } from './found.js';

/** What the service takes: the lines between those that begin and end an export. */
export const exportOf = (records: readonly RecordLine[]): string[] =>
  [{ kind: 'header', format: EXPORT_FORMAT }, ...records, { kind: 'end' }].map((line) => JSON.stringify(line));

/** Whom the service knows by their name is not brought again: what is theirs goes to whom it knows. */
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

/** Sends lines whose ids say what they are: what is there already stays as it is. */
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
