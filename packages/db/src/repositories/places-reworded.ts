import type { Span } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { beyond, type Database } from './database.js';
import { measuredInTurn } from './measured-in-turn.js';
import { present } from './memory-rows.js';

/** Places, and entries of one history, that a statement reads. */
const ROWS = 1000;
/** Bytes of histories that a statement reads, as they are stored: unpacked they may be up to a hundred times as many. */
const BYTES = 1024 * 1024;
/** Bytes that each entry counts besides, so that many short ones have a bound too. */
const EACH = 128;

/** Known without unpacking it. */
const storedBytes = Prisma.sql`coalesce(pg_column_size(before), 0)`;

const changesContent = Prisma.sql`(change = 'updated' and before ? 'content')`;

interface Place extends Span {
  id: string;
  /** Null where its history is too long to be read with others. */
  isReworded: boolean | null;
}

/** Memory by memory: the planner would read the histories of all. A first one that is too long stands alone. */
const placesAfter = (database: Database, tenant: TenantId, artifactId: string, after: string | null) => {
  const keys = Prisma.sql`
    select page.*, row_number() over (order by id) as place from (
      select id, span_start, span_end from memories
      where ${present(tenant)} and source_artifact_id = ${artifactId}::uuid and span_start is not null ${beyond(after)}
      order by id limit ${ROWS}
    ) as page`;
  const bytesOf = Prisma.sql`
    select coalesce(sum(${storedBytes} + ${EACH}::int), 0)::bigint as bytes from (
      select before from memory_history where tenant_id = ${tenant} and memory_id = next.id limit ${BYTES / EACH + 1}
    ) as entry`;
  return database.$queryRaw<Place[]>`
    with ${measuredInTurn({ keys, bytesOf, most: BYTES })}
    select id, span_start as start, span_end as "end", case when taken.bytes <= ${BYTES} then exists (
      select from memory_history where tenant_id = ${tenant} and memory_id = next.id and ${changesContent} offset 0
    ) end as "isReworded"
    from taken join next on next.place = taken.place order by next.place`;
};

/** Part by part. */
async function isReworded(database: Database, tenant: TenantId, memoryId: string): Promise<boolean> {
  for (let after = 0; ; ) {
    const keys = Prisma.sql`
      select version, row_number() over (order by version) as place from memory_history
      where tenant_id = ${tenant} and memory_id = ${memoryId}::uuid and version > ${after}::int
      order by version limit ${ROWS}`;
    const entry = Prisma.sql`
      from memory_history where tenant_id = ${tenant} and memory_id = ${memoryId}::uuid and version = next.version`;
    const part = await database.$queryRaw<{ version: number; isReworded: boolean }[]>`
      with ${measuredInTurn({ keys, bytesOf: Prisma.sql`select ${storedBytes} as bytes ${entry}`, most: BYTES })}
      select next.version, (select ${changesContent} ${entry}) as "isReworded"
      from taken join next on next.place = taken.place order by next.place`;
    if (part.some((one) => one.isReworded)) return true;
    const last = part.at(-1);
    if (!last) return false;
    after = last.version;
  }
}

/** A memory that a client changed keeps its place in the text; the old words are in its history. */
export async function placesReworded(database: Database, tenant: TenantId, artifactId: string): Promise<Span[]> {
  const reworded: Span[] = [];
  for (let after: string | null = null; ; ) {
    const places: Place[] = await placesAfter(database, tenant, artifactId, after);
    for (const { id, start, end, isReworded: known } of places)
      if (known ?? (await isReworded(database, tenant, id))) reworded.push({ start, end });
    after = places.at(-1)?.id ?? null;
    if (after === null) return reworded.sort((one, other) => one.start - other.start);
  }
}
