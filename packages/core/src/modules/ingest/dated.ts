import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Extraction } from '../../ports/extractor.js';
import type { Language } from '../../ports/language.js';
import type { IngestOrder, IngestRecord } from '../../ports/records.js';
import { turnAt } from './ingest-answer.js';

/** Where nobody says in which zone. */
const UTC = 'UTC';

export interface Dating {
  text: string;
  order: IngestOrder;
  ingest: Pick<IngestRecord, 'createdAt'>;
}

/** A document was written whenever it was: when it is sent tells nothing of its "tomorrow". */
const sentAt = ({ order, ingest }: Dating): string | null =>
  order.source === 'document' ? null : ingest.createdAt.toISOString();

/** The candidates with dates beside words such as "tomorrow", so that each says by itself which day that was. */
export async function dated(
  tenant: TenantId,
  extractions: readonly Extraction[],
  dating: Dating,
  language: Pick<Language, 'resolveDates'>,
): Promise<Extraction[]> {
  const { text, order } = dating;
  const kept = extractions.map(({ content, start }) => {
    const turn = turnAt(order, start);
    return { content, start, from: turn?.start ?? 0, at: turn?.at ?? order.occurredAt ?? sentAt(dating) };
  });
  const contents = await language.resolveDates(tenant, { text, timeZone: order.timeZone ?? UTC, kept });
  return extractions.map((extraction, place) => ({ ...extraction, content: contents[place] ?? extraction.content }));
}
