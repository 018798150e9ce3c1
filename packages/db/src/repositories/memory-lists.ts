import type {
  MemoryFacts,
  MemoryFilter,
  MemoryRecord,
  NearRows,
  NearWanted,
  RecordLists,
  ToldBefore,
} from '@hippocamp/core/ports/records';
import type { TenantId, Tier } from '@hippocamp/shared/schemas/common';
import { recencyGroups } from '@hippocamp/shared/scoring/score';
import { Prisma } from '../generated/client.js';
import { type Database, uuids } from './database.js';
import { type Listed, listDecided } from './long-metadata.js';
import { memoriesInTurn } from './memories-in-turn.js';
import { memoriesAmong, memoryColumns, memoryFilter, ofAssistant, toldBefore, unpacked } from './memory-rows.js';
import { awaitedVectors } from './memory-waiting.js';

/** Marks a statement whose plan takes longer to make than to run: the embedded engine keeps it. */
export const PLANNED_ONCE = '/* planned once */';

// One JSON value for thousands of rows: reading them as columns costs more than finding them.

const recencyMilliseconds = Prisma.sql`round(date_part('epoch', recency_at) * 1000)`;

const noRows = Prisma.sql`'[]'::json`;

/** Tiers are literals, so that a kept plan can use the partial indexes of their groups. */
const oneOf = (tiers: readonly Tier[]) => Prisma.raw(tiers.map((tier) => `'${tier}'`).join());

const recentOf = (rows: Prisma.Sql) =>
  Prisma.sql`(select coalesce(json_agg(json_build_array(id, tier, ${recencyMilliseconds}, is_undecided)), '[]') from ${rows} as recent)`;

/** Off its index where `important` is cut: reading one index to its end tells all that pass. Without passing tiers, not at all. */
const recencyList = (
  { rows, isUndecided }: Listed,
  tiers: readonly Tier[],
  passing: MemoryFilter['tiers'],
  m: number,
) => {
  if (passing && !tiers.some((tier) => passing.includes(tier))) return noRows;
  const ofTiers = Prisma.sql`tier in (${oneOf(tiers)})`;
  const indexed = Prisma.sql`(
    select id, tier, recency_at, ${isUndecided} as is_undecided from memories where ${rows} and ${ofTiers}
    order by recency_at desc, id desc limit ${m}
  )`;
  return Prisma.sql`case when (select count(*) from important) < ${m}
    then ${recentOf(Prisma.sql`(select * from important where ${ofTiers})`)} else ${recentOf(indexed)} end`;
};

/** As `important`. All that pass are on it, unless it is cut. */
const importanceList = ({ rows, isUndecided }: Listed, m: number) => Prisma.sql`
  select id, tier, recency_at, importance_score, ${isUndecided} as is_undecided from memories where ${rows}
  order by importance_score desc, id desc limit ${m}`;

/** Read off a partial index: the planner cannot estimate their number. Archived rows count as unindexed. */
const notInIndex = (tenant: TenantId, { includeArchived }: MemoryFilter) =>
  includeArchived
    ? Prisma.sql`(select *, id as waiting_id from memories where indexed_version < version or archived_at is not null) as memory`
    : Prisma.sql`
        (select id as waiting_id from memories where tenant_id = ${tenant} and indexed_version < version
          order by id desc offset 0) as waiting
        cross join lateral (select * from memories where tenant_id = ${tenant} and id = waiting_id offset 0) as memory`;

/** Bytes of unindexed text that one question reads. */
const MOST_BYTES = 500_000;

/** The newest rows whose texts together fit `MOST_BYTES`, and the number of rows up to `limit`. */
const unindexedList = (listed: Listed, rows: Prisma.Sql, limit: number) => Prisma.sql`(
  select json_build_object('looked', count(*), 'undecided', coalesce(json_agg(id) filter (where is_undecided), '[]'), 'rows', coalesce(json_agg(json_build_object(
    'id', id, 'version', version, 'content', content, 'context', context, 'speaker', speaker,
    'occurredAt', round(date_part('epoch', occurred_at) * 1000), 'tier', tier,
    'recencyAt', ${recencyMilliseconds}, 'importanceScore', importance_score
  ) order by id desc) filter (where bytes <= ${MOST_BYTES}), '[]')) from (
    select *, sum(octet_length(content) + coalesce(octet_length(context), 0)) over (order by id desc) as bytes from (
      select waiting_id as id, version, content, context, speaker, occurred_at, tier, recency_at, importance_score,
        ${listed.isUndecided} as is_undecided from ${rows}
      where ${listed.rows} order by waiting_id desc limit ${limit}
    ) as newest
  ) as unindexed
)`;

/** Uses the index of sessions. */
const anySession = (tenant: TenantId) => Prisma.sql`exists (
  select left(metadata ->> 'sessionId', 256) from memories
  where tenant_id = ${tenant} and deleted_at is null and metadata ->> 'sessionId' is not null
)`;

type Waiting = Omit<RecordLists['unindexed'][number], 'recencyAt' | 'occurredAt'> &
  Record<'recencyAt' | 'occurredAt', number>;

/** Metadata is unpacked only where some memory has a session, and provenance once for both of its members. */
const factsColumns = (tenant: TenantId) => Prisma.sql`id, version, tier, ${recencyMilliseconds}, importance_score,
  case when ${anySession(tenant)} then left(metadata ->> 'sessionId', 256) end,
  (select left(told ->> 'traceId', 64) || ' ' || left(told ->> 'message', 16) from (select ${unpacked(Prisma.sql`provenance`)} as told offset 0) as origin), ${ofAssistant}`;

type Serialized<Row> = { [Member in keyof Row]: Row[Member] extends Date | null ? string : Row[Member] };

interface NearRow {
  named: [...FactsEntry, whole: Serialized<MemoryRecord> | null][];
  told: Omit<ToldBefore, 'of'>;
}

/** Bytes of the text and what is kept with it. A longer row does not come whole, since all are one answer. */
const SHORT_ROW = 16 * 1024;
const areShort = (bytesOf: (value: Prisma.Sql) => Prisma.Sql) => Prisma.sql`
  octet_length(content) + ${bytesOf(Prisma.sql`metadata`)} + coalesce(${bytesOf(Prisma.sql`provenance`)}, 0) <= ${SHORT_ROW}`;

/** As it is stored, then unpacked, then as JSON: each bounds what the next one costs. */
const isShort = Prisma.join(
  [
    areShort((value) => Prisma.sql`pg_column_size(${value})`),
    areShort((value) => Prisma.sql`pg_column_size(${unpacked(value)})`),
    areShort((value) => Prisma.sql`octet_length(${value}::text)`),
  ],
  ' and ',
);

/** Memories whose edges come with the lists: edges may join any two of them. */
const MOST_TOLD = 40;
const edgesOf = ({ ids, whole }: Pick<NearWanted, 'ids' | 'whole'>) => ids.slice(0, Math.min(whole, MOST_TOLD));

/** Where so few rows pass the filter, the facts of all of them come with the lists: most of them are needed. */
const FEW = 200;

/** Facts of the rows that an index found, and the first `whole` of them in full where short, in the same round trip. */
const nearRows = (tenant: TenantId, exact: Prisma.Sql, m: number, { ids, whole, replacing }: NearWanted) => {
  const likeliest = ids.slice(0, whole);
  const owner = Prisma.sql`
    select external_id from entities as named where named.tenant_id = ${tenant} and named.id = owner_entity_id`;
  const rowIfLikely = Prisma.sql`
    case when id = any(${uuids(likeliest)}) and ${isShort}
      then (select row_to_json(whole) from (select ${memoryColumns}, (${owner}) as owner) as whole) end`;
  const named = Prisma.sql`(
    select unnest(${uuids(ids)}) union select id from important where (select count(*) from important) <= ${Math.min(FEW, m - 1)}::int)`;
  return Prisma.sql`json_build_object(
    'named', (select coalesce(json_agg(json_build_array(${factsColumns(tenant)}, ${rowIfLikely})), '[]') from ${memoriesAmong(tenant, named, exact)}),
    'told', (${toldBefore(tenant, replacing, edgesOf({ ids, whole }))})
  )`;
};

const toFacts = ([id, version, tier, recencyAt, importanceScore, session, message, ofAssistant]: readonly [
  ...FactsEntry,
  ...unknown[],
]): MemoryFacts => ({
  ...{ id, version, tier, importanceScore, session, message, ofAssistant },
  recencyAt: new Date(recencyAt),
});

const dateOf = (time: string | null) => (time === null ? null : new Date(time));

const toRecord = (row: Serialized<MemoryRecord>): MemoryRecord => ({
  ...row,
  lastAccessedAt: new Date(row.lastAccessedAt),
  recencyAt: new Date(row.recencyAt),
  occurredAt: new Date(row.occurredAt),
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
  tierSince: new Date(row.tierSince),
  archivedAt: dateOf(row.archivedAt),
  invalidAt: dateOf(row.invalidAt),
});

const toNear = (near: NearRow | null, wanted: NearWanted | undefined): NearRows => ({
  facts: near?.named.map(toFacts) ?? [],
  whole: near?.named.flatMap(([, , , , , , , , row]) => (row ? [toRecord(row)] : [])) ?? [],
  told: near && wanted ? { of: edgesOf(wanted), ...near.told } : null,
});

type Recent = [id: string, tier: Tier, recencyAt: number, isUndecided: boolean];

/** Equal times by id, as the index has them. */
const mostRecent = ([id, , time]: Recent, [otherId, , otherTime]: Recent) =>
  otherTime - time || (id < otherId ? 1 : -1);

interface ListsRow {
  recency: Recent[][];
  importance: [id: string, importanceScore: number, isUndecided: boolean][];
  sessions: boolean;
  vectorsAwaited: boolean;
  unindexed: { looked: number; undecided: string[]; rows: Waiting[] };
  near: NearRow | null;
}

function toLists(
  { recency, importance, sessions, vectorsAwaited, unindexed, near }: ListsRow,
  { unindexedLimit, near: wanted }: Pick<ListsWanted, 'unindexedLimit' | 'near'>,
): RecordLists {
  return {
    recency: recencyGroups.map((tiers, index) => ({
      tiers,
      entries: (recency[index] ?? [])
        .sort(mostRecent)
        .map(([id, tier, time]) => ({ id, tier, recencyAt: new Date(time) })),
    })),
    importance: importance.map(([id, importanceScore]) => ({ id, importanceScore })),
    unindexed: unindexed.rows.slice(0, unindexedLimit).map((row) => ({
      ...row,
      recencyAt: new Date(row.recencyAt),
      occurredAt: new Date(row.occurredAt),
    })),
    sessions,
    vectorsAwaited,
    unindexedCut: unindexed.looked > Math.min(unindexedLimit, unindexed.rows.length),
    near: toNear(near, wanted),
  };
}

interface ListsWanted {
  filter: MemoryFilter;
  m: number;
  unindexedLimit: number;
  near?: NearWanted | undefined;
}

const undecidedIn = ({ recency, importance, unindexed }: ListsRow): string[] => [
  ...importance.flatMap(([id, , isUndecided]) => (isUndecided ? [id] : [])),
  ...recency.flat().flatMap(([id, , , isUndecided]) => (isUndecided ? [id] : [])),
  ...unindexed.undecided,
];

async function selectLists(
  database: Database,
  tenant: TenantId,
  { filter, m, unindexedLimit, near }: ListsWanted,
  listed: Listed,
): Promise<ListsRow> {
  const recency = recencyGroups.map((tiers) => recencyList(listed, tiers, filter.tiers, m));
  const [row] = await database.$queryRaw<[ListsRow]>`${Prisma.raw(PLANNED_ONCE)}
    with important as materialized (${importanceList(listed, m)})
    select json_build_array(${Prisma.join(recency)}) as recency,
      (select coalesce(json_agg(json_build_array(id, importance_score, is_undecided)), '[]') from important) as importance,
      ${anySession(tenant)} as sessions, exists (${awaitedVectors(tenant)}) as "vectorsAwaited",
      ${unindexedList(listed, notInIndex(tenant, filter), unindexedLimit + 1)} as unindexed,
      ${near && near.ids.length > 0 ? nearRows(tenant, listed.exact, m, near) : Prisma.sql`null::json`} as near`;
  return row;
}

export const memoryLists = async (database: Database, tenant: TenantId, wanted: ListsWanted): Promise<RecordLists> =>
  listDecided(database, tenant, wanted.filter, async (listed) => {
    const row = await selectLists(database, tenant, wanted, listed);
    const undecided = undecidedIn(row);
    const isDecided = undecided.length === 0;
    return { lists: toLists(row, wanted), isDecided, undecided: [...undecided, ...(wanted.near?.ids ?? [])] };
  });

type FactsEntry = [
  id: string,
  version: number,
  tier: Tier,
  recencyAt: number,
  importanceScore: number,
  session: string | null,
  message: string | null,
  ofAssistant: boolean,
];

export async function memoryFacts(
  database: Database,
  tenant: TenantId,
  ids: readonly string[],
  filter: MemoryFilter,
): Promise<MemoryFacts[]> {
  const facts = await memoriesInTurn<FactsEntry>(database, tenant, ids, {
    unpacks: [Prisma.sql`metadata`, Prisma.sql`provenance`],
    condition: memoryFilter(tenant, filter),
    value: Prisma.sql`json_build_array(${factsColumns(tenant)})`,
  });
  return facts.map(toFacts);
}
