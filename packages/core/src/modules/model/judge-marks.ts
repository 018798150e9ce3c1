import type { TenantId } from '@hippocamp/shared/schemas/common';
import { orUnread } from '../../ports/language.js';
import type { KeptReading, Records } from '../../ports/records.js';
import { keysOf } from '../facts/facts.js';
import { type ExtractDependencies, readLocally } from '../ingest/local-extractor.js';

/**
 * Has the judge say of memories that no judge has read whether they try to steer their reader, as it says of what is ingested; until then
 * rules of their words have said so.
 */
export type JudgeMarks = (tenant: TenantId, ids: readonly string[]) => Promise<void>;

/** Of a long text its beginning is judged, UTF-16 units: some fifty windows of the model. Of the rest its words have to do. */
const LONGEST_JUDGED = 10_000;

export function createJudgeMarks({
  records,
  language,
  judge,
}: { records: Records } & Pick<ExtractDependencies, 'language' | 'judge'>): JudgeMarks {
  /** Each by itself: what stands beside it belongs to others. Null where its words have to do, undefined where no judge answers now. */
  const steers = async (tenant: TenantId, content: string): Promise<boolean | null | undefined> => {
    const given = { text: content.slice(0, LONGEST_JUDGED).toWellFormed(), source: 'note' as const };
    const reading = { language, judge, keepsAssistant: true };
    const read = await orUnread(readLocally(tenant, given, reading), null);
    if (!read || read.statements.length === 0) return null;
    if (!read.isJudged) return undefined;
    const found = read.extractions.some(({ instructs }) => instructs === true);
    return found || content.length <= LONGEST_JUDGED ? found : null;
  };

  const marked = (reading: KeptReading, found: boolean | null): KeptReading => {
    const others = (reading.marks ?? []).filter((mark) => mark !== 'instructs');
    const marks = found ? (['instructs', ...others] as const) : others;
    return { ...reading, isJudged: true, ...(found === null ? {} : { marks: [...marks] }) };
  };

  return async (tenant, ids) => {
    if (!judge) return;
    const { memories } = records.forTenant(tenant);
    const readings = await memories.readings(ids);
    const unjudged = ids.filter((id) => readings.get(id)?.isJudged === undefined);
    if (unjudged.length === 0) return;
    for (const memory of await memories.getMany(unjudged)) {
      const reading = readings.get(memory.id);
      if (!reading) continue;
      const found = await steers(tenant, memory.content);
      if (found === undefined) continue;
      const judged = marked(reading, found);
      const { id, version } = memory;
      await memories.keepReadings([{ id, version, ...keysOf(tenant, memory, judged) }]);
    }
  };
}
