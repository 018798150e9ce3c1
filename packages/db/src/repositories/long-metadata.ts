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

/** Those that still are what was read. As long for none as for many, so that a statement with it has one kept plan. */
export const stillAs = (known: readonly Known[]) => {
  const parts = (known.length === 0 ? [[]] : chunksOf(known, HASHED)).map((part) => {
    const versions = part.map(([, version]) => version);
    return Prisma.sql`(id, version) in (
      select known_id, known_version from unnest(${`{${part.map(([id]) => id).join()}}`}::uuid[], ${versions}::int[])
        as known (known_id, known_version)
    )`;
  });
  return Prisma.sql`(${Prisma.join(parts, ' or ')})`;
};

const isUnknown = ({ passing, others }: Verdicts) =>
  Prisma.sql`(${isLong} and not ${stillAs([...passing, ...others])})`;

interface Asked {
  database: Database;
  tenant: TenantId;
  filter: MemoryFilter;
}

/** What is known, and what it tells nothing of. Reads that in parts. */
async function verdictsOn(
  { database, tenant, filter }: Asked,
  ids: readonly string[],
  known: Verdicts,
): Promise<Verdicts> {
  const read = await memoriesInTurn<[...Known, boolean | null]>(database, tenant, ids, {
    unpacks: [Prisma.sql`metadata`],
    condition: isUnknown(known),
    value: Prisma.sql`json_build_array(id, version, ${metadataEquals(filter)})`,
  });
  const ofVerdict = (verdict: boolean) =>
    read.flatMap(([id, version, passes]): Known[] => ((passes ?? false) === verdict ? [[id, version]] : []));
  return { passing: [...known.passing, ...ofVerdict(true)], others: [...known.others, ...ofVerdict(false)] };
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

const nothingRead: Verdicts = { passing: [], others: [] };

async function filterDeciding({ database, tenant, filter }: Asked, known: Verdicts): Promise<Prisma.Sql> {
  const rest = memoryFilter(tenant, filter, living, () => null);
  const [{ unknown }] = await database.$queryRaw<[{ unknown: string[] }]>`
    select coalesce(json_agg(id), '[]') as unknown from memories where ${rest} and ${isUnknown(known)}`;
  const all = await verdictsOn({ database, tenant, filter }, unknown, known);
  return filterKnowing(tenant, filter, all, asItIs);
}

/** `memoryFilter`, for which long metadata was read in parts before. What changed since then is read again. */
export const decidedFilter = async (database: Database, tenant: TenantId, filter: MemoryFilter): Promise<Prisma.Sql> =>
  filtersMetadata(filter) ? filterDeciding({ database, tenant, filter }, nothingRead) : memoryFilter(tenant, filter);

/** Conditions of the memories to list, and of those among them that may not pass. */
export interface Listed {
  rows: Prisma.Sql;
  isUndecided: Prisma.Sql;
  /** Only those that pass. Long metadata that nothing is known of is read in the statement. */
  exact: Prisma.Sql;
}

const NEVER = Prisma.sql`false`;

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
  const ofDecided = async (rows: Prisma.Sql) => (await list({ rows, isUndecided: NEVER, exact: rows })).lists;
  if (!filtersMetadata(filter)) return ofDecided(memoryFilter(tenant, filter));
  const asked = { database, tenant, filter };
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
    known = await verdictsOn(asked, undecided, known);
  }
  return ofDecided(await filterDeciding(asked, known));
}
