import type { MemoryRecord } from '../../ports/records.js';
import { chunksOf } from '../in-parts.js';

/** Each may be long. */
const ROWS_AT_ONCE = 50;

/** UTF-16 units of all memories that a context chooses from, a claim is compared with, or three texts to forget are. */
export const MOST_UNITS = 2 * 1024 * 1024;

const unitsOf = ({ content, context, metadata, provenance }: MemoryRecord): number =>
  content.length + (context?.length ?? 0) + JSON.stringify([metadata, provenance]).length;

/**
 * Reads in parts and in the order of the ids. Ends with the memory that exceeds the units; `used` is what they take, 0 where
 * the units have no bound.
 */
export async function readWithin(
  ids: readonly string[],
  units = Number.POSITIVE_INFINITY,
  read: (ids: readonly string[]) => Promise<readonly MemoryRecord[]>,
): Promise<{ rows: MemoryRecord[]; used: number }> {
  const rows: MemoryRecord[] = [];
  let used = 0;
  for (const part of chunksOf(ids, ROWS_AT_ONCE)) {
    const found = new Map((await read(part)).map((row) => [row.id, row]));
    for (const row of part.flatMap((id) => found.get(id) ?? [])) {
      rows.push(row);
      if (units === Number.POSITIVE_INFINITY) continue;
      used += unitsOf(row);
      if (used > units) return { rows, used };
    }
  }
  return { rows, used };
}
