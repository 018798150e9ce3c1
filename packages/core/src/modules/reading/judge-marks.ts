import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Judge } from '../../ports/judge.js';
import { UnreadableText } from '../../ports/language.js';
import type { KeptReading, MemoryRecord, Records } from '../../ports/records.js';
import { keysOf } from '../facts/facts.js';
import { pace } from '../waiting.js';
import { readWhole, type WholeTextDependencies } from './whole-text.js';

/** How much the judge reads at once. */
export interface JudgeBounds {
  /** UTF-16 units of all memories. */
  units: number;
  /** True where a longer memory is read alone. Otherwise it is left. */
  longAlone?: boolean;
  /** ms after which no other memory is begun. */
  time?: number | undefined;
}

/** Has the judge read unjudged memories. Answers the ids that are left, also those at which it failed. */
export type JudgeMarks = (tenant: TenantId, ids: readonly string[], bounds: JudgeBounds) => Promise<string[]>;

/** UTF-16 units of a part, about fifty windows of the model, and of the overlap with the next. */
const [PART, AGAIN] = [10_000, 500];

const partsOf = (text: string): string[] => {
  const step = PART - AGAIN;
  const count = Math.max(1, Math.ceil((text.length - AGAIN) / step));
  return Array.from({ length: count }, (_, place) => text.slice(place * step, place * step + PART).toWellFormed());
};

const unitsOf = ({ content }: MemoryRecord): number => content.length;

/** An unread text is none: its index job reads it. */
const isUnjudged = (reading: KeptReading | undefined): reading is KeptReading =>
  reading !== undefined && reading.isJudged !== true;

type Dependencies = { records: Records; clock: Clock } & WholeTextDependencies;

type HaveJudged = (tenant: TenantId, ids: readonly string[]) => Promise<void>;

/** Undefined when no judge reads. */
export function createHaveJudged(given: {
  records: Records;
  clock: Clock;
  judge: Judge | null;
}): HaveJudged | undefined {
  const { records, clock, judge } = given;
  if (!judge) return undefined;
  return async (tenant, ids) => {
    const now = clock.now();
    const jobs = ids.map((ref) => ({ kind: 'embed' as const, ref }));
    await records.forTenant(tenant).outbox.enqueue(jobs, now, now);
  };
}

export function createJudgeMarks({ records, language, judge, clock }: Dependencies): JudgeMarks {
  /** Reads each memory alone. Null when it has no words, undefined when no judge answers. */
  const steers = async (tenant: TenantId, content: string): Promise<boolean | null | undefined> => {
    let isRead = false;
    for (const text of partsOf(content)) {
      const found = await readWhole(tenant, text, { language, judge });
      if (found === null) continue;
      if (!found.isJudged) return undefined;
      if (found.steers) return true;
      isRead = true;
      await pace();
    }
    return isRead ? false : null;
  };

  /** An unreadable text keeps the marks from its words. A long one stays withheld. */
  const judged = async (tenant: TenantId, content: string, kept: KeptReading): Promise<KeptReading | null> => {
    const found = await steers(tenant, content).catch((error: unknown) => {
      if (error instanceof UnreadableText) return error;
      throw error;
    });
    if (found === undefined) return null;
    const marks = new Set(kept.marks ?? []);
    if (found instanceof UnreadableText) return { ...kept, isJudged: true };
    if (kept.isJudged === false) marks.delete('unchecked');
    if (found !== null) marks.delete('instructs');
    return { ...kept, isJudged: true, marks: [...(found ? (['instructs'] as const) : []), ...marks] };
  };

  /** False where the judge failed, so that it is asked again. Where none can run there is nothing to wait for. */
  const isDone = async (
    tenant: TenantId,
    { id, version, ...memory }: MemoryRecord,
    reading: KeptReading | undefined,
  ): Promise<boolean> => {
    if (!isUnjudged(reading)) return true;
    const row = await judged(tenant, memory.content, reading);
    if (row) await records.forTenant(tenant).memories.keepReadings([{ id, version, ...keysOf(tenant, memory, row) }]);
    return row !== null || judge?.isMissing?.() === true;
  };

  /** Answers the ids that are left. One is begun in any case; one at which the judge fails takes no place from others. */
  const judgeWithin = async (
    tenant: TenantId,
    rows: readonly MemoryRecord[],
    readings: ReadonlyMap<string, KeptReading>,
    { units, end }: { units: number; end: number },
  ): Promise<string[]> => {
    const left: string[] = [];
    let read = 0;
    for (const [place, row] of rows.entries()) {
      const isFull = read > 0 && read + unitsOf(row) > units;
      const isLate = place > 0 && clock.now().getTime() >= end;
      if (isFull || isLate) return [...left, ...rows.slice(place).map(({ id }) => id)];
      if (await isDone(tenant, row, readings.get(row.id))) read += unitsOf(row);
      else left.push(row.id);
    }
    return left;
  };

  return async (tenant, ids, { units, longAlone = false, time = Number.POSITIVE_INFINITY }) => {
    if (!judge) return [];
    const end = clock.now().getTime() + time;
    const { memories } = records.forTenant(tenant);
    const known = await memories.readings(ids);
    const unjudged = ids.filter((id) => isUnjudged(known.get(id)));
    if (unjudged.length === 0) return [];
    const rows = await memories.getMany(unjudged);
    // Read after the rows: of a text that changes later the version is another, so nothing is kept.
    const readings = await memories.readings(unjudged);
    const tooLong = longAlone ? [] : rows.filter((row) => unitsOf(row) > units);
    const short = rows.filter((row) => !tooLong.includes(row));
    const unread = await judgeWithin(tenant, short, readings, { units, end });
    return [...unread, ...tooLong.map(({ id }) => id)];
  };
}
