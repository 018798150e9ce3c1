import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { memoriesById } from './memory-rows.js';
import { inParts } from './parts.js';

/** Ids that one statement looks up: some 50 ms of the embedded database. */
const AT_ONCE = 5000;

/** Bytes of unpacked JSON that one statement reads, and as which a packed value counts that may be as long. */
const [MOST_BYTES, PACKED_BYTES] = [16 * 1024 * 1024, 64 * 1024];
/** By which a packed value usually grows, and by which it may. */
const [GROWTH, MOST_GROWTH] = [4, 255];

/** Known without unpacking it. */
const bytesOf = (column: Prisma.Sql) => Prisma.sql`case when pg_column_compression(${column}) is null
  then coalesce(pg_column_size(${column}), 0)
  else least(
    greatest(${GROWTH}::bigint * pg_column_size(${column}), ${PACKED_BYTES}::bigint), ${MOST_GROWTH}::bigint * pg_column_size(${column})
  ) end`;

interface InTurn {
  /** Columns of JSON that reading a memory unpacks. */
  unpacks: readonly Prisma.Sql[];
  condition: Prisma.Sql;
  value: Prisma.Sql;
}

const byTurn = (left: readonly [id: string, turn: number][]): string[][] => {
  const turns = new Map<number, string[]>();
  for (const [id, turn] of left) {
    const ids = turns.get(turn) ?? [];
    ids.push(id);
    turns.set(turn, ids);
  }
  return [...turns.values()];
};

/** Values of those that pass, in as many statements as their JSON takes, so that others get their turn in between. */
export async function memoriesInTurn<Value>(
  database: Database,
  tenant: TenantId,
  ids: readonly string[],
  { unpacks, condition, value }: InTurn,
): Promise<Value[]> {
  const bytes = Prisma.join(unpacks.map(bytesOf), ' + ');
  const found: Value[] = [];
  const waiting = inParts(ids, AT_ONCE);
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    const [row] = await database.$queryRaw<[{ read: Value[]; left: [id: string, turn: number][] }]>`
      select coalesce(json_agg(${value}) filter (where turn = 0 and ${condition}), '[]') as read,
        coalesce(json_agg(json_build_array(id, turn)) filter (where turn > 0), '[]') as left
      from (
        select *, div(sum(bytes) over (rows unbounded preceding) - bytes, ${MOST_BYTES}::int)::int as turn from (
          select *, ${bytes} as bytes from ${memoriesById(tenant, part, Prisma.sql`true`)}
        ) as measured
      ) as memory`;
    for (const each of row.read) found.push(each);
    waiting.unshift(...byTurn(row.left));
  }
  return found;
}
