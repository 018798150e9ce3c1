import type { KnownMemory, NamingMemory, Sought } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { asParameter, type Database } from './database.js';
import { living, memoriesById, ofAssistant, ownedBy, present } from './memory-rows.js';
import { withoutWall } from './tenant-wall.js';

interface Of {
  tenant: TenantId;
  ownerEntityId: string | null;
}

const valid = ({ tenant, ownerEntityId }: Of): Prisma.Sql =>
  Prisma.sql`${living(tenant)} and ${ownedBy(ownerEntityId)} and invalid_at is null and archived_at is null`;

/** Rows of each name, and facts that are looked at for them: any number may be of rows that are replaced. */
const [OF_EACH_FACT, FACTS_LOOKED_AT] = [100, 1000];

const idsWithFacts = (of: Of, factKeys: readonly string[]): Prisma.Sql => Prisma.sql`
  select distinct latest.memory_id
  from unnest(${[...new Set(factKeys)]}::text[]) as wanted
  cross join lateral (
    select looked.memory_id from (
      select memory_id from memory_facts where tenant_id = ${of.tenant} and fact_key = wanted
      order by memory_id desc limit ${FACTS_LOOKED_AT}
    ) as looked
    cross join lateral (
      select * from memories where tenant_id = ${of.tenant} and id = looked.memory_id offset 0
    ) as memory
    where ${valid(of)}
    order by looked.memory_id desc limit ${OF_EACH_FACT}
  ) as latest`;

/** The shortest rows that hold all words of a text, because they say the least besides. */
const NEAREST = 5;

/** The oldest rows with a text, because a repeat names the oldest. */
const OF_EACH_TEXT = 5;

/** Rows of one text that are looked at. Clients may store one text any number of times. */
const SAME_LOOKED_AT = 5000;

/** The assistant's rows apart from others, because they are no repeats of what a person says. */
const idsSaying = (of: Of, hashes: readonly string[]): Prisma.Sql => Prisma.sql`
  select memory.id as memory_id
  from (select distinct hash from unnest(${[...hashes]}::text[]) as hash) as given
  cross join lateral (
    select id, row_number() over (partition by assistant order by created_at, id) as place from (
      select id, created_at, ${ofAssistant} as assistant, ${valid(of)} as passes from memories
      where tenant_id = ${of.tenant} and ${ownedBy(of.ownerEntityId)} and deleted_at is null
        and content_hash = given.hash
      limit ${SAME_LOOKED_AT}
    ) as same where passes
  ) as memory
  where place <= ${OF_EACH_TEXT}`;

/** Words that more rows of an owner have find nothing: they say little, and to sort all such rows takes seconds. */
const COMMON = 5000;

/**
 * `id` and `words`, how many the row has. The index knows no rows that are replaced or archived. Those that it knows are
 * bounded before the other conditions, since any number may not pass them.
 */
const rowsWith = (of: Of, words: Prisma.Sql, condition: Prisma.Sql) => Prisma.sql`
  with having_them as materialized (
    select id, cardinality(word_keys) as words, ${valid(of)} and ${condition} as passes from memories
    where tenant_id = ${of.tenant} and deleted_at is null and invalid_at is null and archived_at is null
      and word_keys @> ${words} limit ${COMMON + 1}
  )
  select id, words from having_them where passes and (select count(*) from having_them) <= ${COMMON}`;

const idsHolding = (
  of: Of,
  texts: readonly { words: readonly number[]; assistant: boolean }[],
): Prisma.Sql => Prisma.sql`
  select memory.id as memory_id
  from (
    select distinct words, assistant from json_to_recordset(${asParameter(texts)}::json) as text (words int[], assistant boolean)
  ) as given
  cross join lateral (
    select id from (${rowsWith(of, Prisma.sql`given.words`, Prisma.sql`${ofAssistant} = given.assistant`)}) as holding
    order by words, id limit ${NEAREST}
  ) as memory`;

/** Latest rows with a word. */
const MOST_WITH_A_WORD = 150;

const idsSharing = (
  of: Of,
  { texts, most, exceptArtifactId = null }: NonNullable<Sought['sharing']>,
  byAssistant: readonly boolean[],
): Prisma.Sql => {
  const given = texts.flatMap((words, text) => {
    const assistant = byAssistant[text] ?? false;
    return words.map(({ key, weight }) => ({ text, key, weight, assistant }));
  });
  const notOfIt = exceptArtifactId
    ? Prisma.sql`and source_artifact_id is distinct from ${exceptArtifactId}::uuid`
    : Prisma.empty;
  const withWord = rowsWith(of, Prisma.sql`array[word.key]`, Prisma.sql`${ofAssistant} = word.assistant ${notOfIt}`);
  return Prisma.sql`
    with given as materialized (
      select * from json_to_recordset(${asParameter(given)}::json) as given (text int, key int, weight float, assistant boolean)
    )
    select id as memory_id from (
      select id, row_number() over (partition by text order by weight desc, id desc) as place
      from (
        select given.text, memory.id, sum(given.weight) as weight
        from given
        join (
          select word.key, word.assistant, latest.id from (select distinct key, assistant from given) as word
          cross join lateral (select id from (${withWord}) as having_it order by id desc limit ${MOST_WITH_A_WORD}) as latest
        ) as memory using (key, assistant)
        group by given.text, memory.id
      ) as shared
    ) as placed
    where place <= ${most}`;
};

const idsFound = (of: Of, { ids = [], hashes = [], holding = [], sharing, byAssistant = [] }: Sought): Prisma.Sql[] => {
  const held = holding
    .map((words, text) => ({ words, assistant: byAssistant[text] ?? false }))
    .filter(({ words }) => words.length > 0);
  const isShared = sharing?.texts.some((words) => words.length > 0);
  return [
    ...(ids.length > 0 ? [Prisma.sql`select id as memory_id from ${memoriesById(of.tenant, ids, valid(of))}`] : []),
    ...(hashes.length > 0 ? [idsSaying(of, hashes)] : []),
    ...(held.length > 0 ? [idsHolding(of, held)] : []),
    ...(sharing && isShared ? [idsSharing(of, sharing, byAssistant)] : []),
  ];
};

const rowsOf = ({ tenant }: Of, ids: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (${ids}) as found (memory_id)
  cross join lateral (select * from memories where tenant_id = ${tenant} and id = memory_id offset 0) as memory`;

/** Null where nothing is sought. */
function rowsKnown(of: Of, sought: Sought): Prisma.Sql | null {
  const found = idsFound(of, sought);
  if (found.length === 0) return null;
  const ids = Prisma.join(
    found.map((part) => Prisma.sql`(${part})`),
    ' union all ',
  );
  return rowsOf(of, Prisma.sql`select distinct memory_id from (${ids}) as parts (memory_id)`);
}

/** Bytes of the contents that are read whole, the shortest first, and characters of the others. */
const [WHOLE_BYTES, BEGINNING] = [2 * 1024 * 1024, 4000];

/** `octet_length` unpacks no text. */
const contentOrBeginning = Prisma.sql`
  case when sum(octet_length(content)) over (order by octet_length(content), id) <= ${WHOLE_BYTES}::int
    then content else substring(content from 1 for ${BEGINNING}::int) end`;

/** One round trip for all ways. */
export async function knownMemories(database: Database, of: Of, sought: Sought): Promise<KnownMemory[]> {
  const rows = rowsKnown(of, sought);
  if (!rows) return [];
  return withoutWall(database).$queryRaw<KnownMemory[]>`
    select id, version, owner_entity_id as "ownerEntityId", ${contentOrBeginning} as content,
      content_hash as "contentHash", speaker, jsonb_build_object('actorId', metadata -> 'actorId') as metadata,
      occurred_at as "occurredAt", created_at as "createdAt"
    from ${rows}`;
}

/** The same, because the owner is locked meanwhile. */
export async function knownVersions(database: Database, of: Of, sought: Sought) {
  const rows = rowsKnown(of, sought);
  return rows
    ? withoutWall(database).$queryRaw<{ id: string; version: number }[]>`select id, version from ${rows}`
    : [];
}

/** Nothing of the texts, which may be long: each question of an owner reads a hundred of them. */
export async function memoriesWithFacts(
  database: Database,
  of: Of,
  factKeys: readonly string[],
): Promise<NamingMemory[]> {
  if (factKeys.length === 0) return [];
  return database.$queryRaw<NamingMemory[]>`
    select id, speaker, reading ->> 'by' as "readBy",
      coalesce(jsonb_path_query_array(reading, '$.selfNames[0 to 1]'), '[]') as "selfNames"
    from ${rowsOf(of, idsWithFacts(of, factKeys))} order by created_at, id`;
}

/** Those of the hashes with a row that passes, of the first that are looked at. Each hash by itself, which ends at one. */
const hashesWith = ({ tenant, ownerEntityId }: Of, hashes: readonly string[], passing: Prisma.Sql) => Prisma.sql`
  select hash from (select distinct hash from unnest(${[...hashes]}::text[]) as hash) as given
  where exists (
    select from (
      select * from memories
      where ${present(tenant)} and ${ownedBy(ownerEntityId)} and content_hash = hash limit ${SAME_LOOKED_AT}
    ) as same where ${passing}
  )`;

async function hashesOf(database: Database, of: Of, hashes: readonly string[], passing: Prisma.Sql) {
  if (hashes.length === 0) return [];
  const rows = await database.$queryRaw<{ hash: string }[]>`${hashesWith(of, hashes, passing)}`;
  return rows.map(({ hash }) => hash);
}

/** Includes superseded and archived rows. */
export const sayingExactly = (database: Database, of: Of, hashes: readonly string[]) =>
  hashesOf(database, of, hashes, Prisma.sql`hidden_at is null`);

export const retiredHashes = (database: Database, of: Of, hashes: readonly string[]) =>
  hashesOf(database, of, hashes, Prisma.sql`(invalid_at is not null or archived_at is not null)`);

/** Archived ones are no repeats: nothing would find them in the place of the new one. */
export async function memoriesWithHashes(
  database: Database,
  of: Of,
  hashes: readonly string[],
  limit: number,
): Promise<{ id: string; contentHash: string }[]> {
  if (hashes.length === 0) return [];
  return database.$queryRaw`
    select memory.id, content_hash as "contentHash"
    from (select distinct hash from unnest(${[...hashes]}::text[]) as hash) as given
    cross join lateral (
      select id, content_hash, created_at from memories
      where ${valid(of)} and content_hash = given.hash limit ${limit}
    ) as memory
    order by created_at, id limit ${limit}`;
}
