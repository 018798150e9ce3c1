import { chunksOf } from '@hippocamp/core/modules/in-parts';
import type { MemoryFilter } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { memoriesInTurn } from './memories-in-turn.js';
import { living, memoryFilter, metadataEquals } from './memory-rows.js';

/** Metadata that one statement does not read of any number of memories. A packed value may be any length. */
export const isLong = Prisma.sql`(pg_column_compression(metadata) is not null or pg_column_size(metadata) > 2000)`;

export const filtersMetadata = ({ metadata }: MemoryFilter) => Object.keys(metadata ?? {}).length > 0;

type Known = [id: string, version: number];

/** Memories whose long metadata was read before, and whether they pass. A memory that changed since then is not known. */
export interface Verdicts {
  passing: readonly Known[];
  others: readonly Known[];
}

/** Rows of one list, which PostgreSQL looks up by a hash: 48 bytes each, where it has 8 MiB by default. */
const HASHED = 20_000;

/** Those that still are what was read. */
export const stillAs = (known: readonly Known[]) => {
  if (known.length === 0) return Prisma.sql`false`;
  const parts = chunksOf(known, HASHED).map((part) => {
    const versions = part.map(([, version]) => version);
    return Prisma.sql`(id, version) in (
      select known_id, known_version from unnest(${`{${part.map(([id]) => id).join()}}`}::uuid[], ${versions}::int[])
        as known (known_id, known_version)
    )`;
  });
  return Prisma.sql`(${Prisma.join(parts, ' or ')})`;
};

/** Reads in parts. */
async function verdictsOn(
  database: Database,
  tenant: TenantId,
  ids: readonly string[],
  filter: MemoryFilter,
): Promise<Verdicts> {
  const read = await memoriesInTurn<[...Known, boolean | null]>(database, tenant, ids, {
    unpacks: [Prisma.sql`metadata`],
    condition: isLong,
    value: Prisma.sql`json_build_array(id, version, ${metadataEquals(filter)})`,
  });
  const ofVerdict = (verdict: boolean) =>
    read.flatMap(([id, version, passes]): Known[] => ((passes ?? false) === verdict ? [[id, version]] : []));
  return { passing: ofVerdict(true), others: ofVerdict(false) };
}

const filterKnowing = (
  tenant: TenantId,
  filter: MemoryFilter,
  { passing, others }: Verdicts,
  unknown: (equal: Prisma.Sql) => Prisma.Sql,
): Prisma.Sql =>
  memoryFilter(tenant, filter, living, (given) => {
    const equal = metadataEquals(given);
    return (
      equal &&
      Prisma.sql`case when ${stillAs(passing)} then true when ${stillAs(others)} then false else ${unknown(equal)} end`
    );
  });

const asItIs = (equal: Prisma.Sql) => equal;

/** `memoryFilter`, for which long metadata was read in parts before. What changed since then is read again. */
export async function decidedFilter(database: Database, tenant: TenantId, filter: MemoryFilter): Promise<Prisma.Sql> {
  if (!filtersMetadata(filter)) return memoryFilter(tenant, filter);
  const rest = memoryFilter(tenant, filter, living, () => null);
  const [{ long }] = await database.$queryRaw<[{ long: string[] }]>`
    select coalesce(json_agg(id), '[]') as long from memories where ${rest} and ${isLong}`;
  return filterKnowing(tenant, filter, await verdictsOn(database, tenant, long, filter), asItIs);
}

/** Conditions of the memories to list, and of those among them that may not pass. */
export interface Listed {
  rows: Prisma.Sql;
  isUndecided: Prisma.Sql;
  /** Only those that pass. Long metadata that nothing is known of is read in the statement. */
  exact: Prisma.Sql;
}

const NEVER = Prisma.sql`false`;
const nothingRead: Verdicts = { passing: [], others: [] };

/** Rounds that read only the long metadata of what is on the lists, before all of it is read. */
const ROUNDS = 4;

interface Listing<Lists> {
  lists: Lists;
  /** False where one that may not pass is on the lists, or counts for them. */
  isDecided: boolean;
  /** Ids of those, and of others that are read again with the lists. */
  undecided: readonly string[];
}

/**
 * Lists without a memory that may not pass. Where most pass, the long metadata of a few memories is read; where hardly any
 * does, that of all.
 */
export async function listDecided<Lists>(
  database: Database,
  tenant: TenantId,
  filter: MemoryFilter,
  list: (listed: Listed) => Promise<Listing<Lists>>,
): Promise<Lists> {
  const decided = async (): Promise<Listed> => {
    const rows = await decidedFilter(database, tenant, filter);
    return { rows, isUndecided: NEVER, exact: rows };
  };
  if (!filtersMetadata(filter)) return (await list(await decided())).lists;
  let known = nothingRead;
  for (let round = 0; round < ROUNDS; round += 1) {
    const rows = filterKnowing(
      tenant,
      filter,
      known,
      (equal) => Prisma.sql`case when ${isLong} then true else ${equal} end`,
    );
    const isUndecided = Prisma.sql`(${isLong} and not ${stillAs(known.passing)})`;
    const { lists, isDecided, undecided } = await list({
      rows,
      isUndecided,
      exact: filterKnowing(tenant, filter, known, asItIs),
    });
    if (isDecided) return lists;
    const { passing, others } = await verdictsOn(database, tenant, undecided, filter);
    known = { passing: [...known.passing, ...passing], others: [...known.others, ...others] };
  }
  return (await list(await decided())).lists;
}
