import type { MemoryFilter } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { memoriesInTurn } from './memories-in-turn.js';
import { living, memoryFilter, metadataEquals } from './memory-rows.js';

/** Metadata that one statement does not read of any number of memories. A packed value may be any length. */
export const isLong = Prisma.sql`(pg_column_compression(metadata) is not null or pg_column_size(metadata) > 2000)`;

export const filtersMetadata = ({ metadata }: MemoryFilter) => Object.keys(metadata ?? {}).length > 0;

/** Passes memories with long metadata, whatever it is. */
export const filterOrLong = (tenant: TenantId, filter: MemoryFilter): Prisma.Sql =>
  memoryFilter(tenant, filter, living, (given) => {
    const equal = metadataEquals(given);
    return equal && Prisma.sql`case when ${isLong} then true else ${equal} end`;
  });

type Known = [id: string, version: number];

const among = (known: readonly Known[]) => {
  const versions = known.map(([, version]) => version);
  return Prisma.sql`(id, version) in (
    select known_id, known_version from unnest(${`{${known.map(([id]) => id).join()}}`}::uuid[], ${versions}::int[])
      as known (known_id, known_version)
  )`;
};

/** `memoryFilter`, for which long metadata was read in parts before. What changed since then is read again. */
export async function decidedFilter(database: Database, tenant: TenantId, filter: MemoryFilter): Promise<Prisma.Sql> {
  if (!filtersMetadata(filter)) return memoryFilter(tenant, filter);
  const rest = memoryFilter(tenant, filter, living, () => null);
  const [{ long }] = await database.$queryRaw<[{ long: string[] }]>`
    select coalesce(json_agg(id), '[]') as long from memories where ${rest} and ${isLong}`;
  const read = await memoriesInTurn<[...Known, boolean | null]>(database, tenant, long, {
    unpacks: [Prisma.sql`metadata`],
    condition: Prisma.sql`true`,
    value: Prisma.sql`json_build_array(id, version, ${metadataEquals(filter)})`,
  });
  const ofVerdict = (verdict: boolean) =>
    read.flatMap(([id, version, passes]): Known[] => ((passes ?? false) === verdict ? [[id, version]] : []));
  const [passing, others] = [among(ofVerdict(true)), among(ofVerdict(false))];
  return memoryFilter(tenant, filter, living, (given) => {
    const equal = metadataEquals(given);
    return equal && Prisma.sql`case when ${passing} then true when ${others} then false else ${equal} end`;
  });
}
