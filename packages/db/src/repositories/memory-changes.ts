import type { MemoryChanges, MemoryRecord } from '@hippocamp/core/ports/records';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';
import { asText, type Database, nullableText } from './database.js';
import { memoryColumns, present } from './memory-rows.js';

type Assignments = {
  [Member in keyof MemoryChanges]-?: (value: Exclude<MemoryChanges[Member], undefined>) => Prisma.Sql;
};

const texts = (values: readonly string[]) => Prisma.sql`${[...values]}::text[]`;

/** Long JSON goes as text. */
const assignments: Assignments = {
  content: (value) => Prisma.sql`content = ${value}`,
  contentHash: (value) => Prisma.sql`content_hash = ${value}`,
  tier: (value) => Prisma.sql`tier = ${value}::tier`,
  tierSince: (value) => Prisma.sql`tier_since = ${value}::timestamptz`,
  importanceScore: (value) => Prisma.sql`importance_score = ${value}::float8`,
  tags: (value) => Prisma.sql`tags = ${texts(value)}`,
  metadata: (value) => Prisma.sql`metadata = ${asText(value)}`,
  recencyAt: (value) => Prisma.sql`recency_at = ${value}::timestamptz`,
  archivedAt: (value) => Prisma.sql`archived_at = ${value}::timestamptz`,
  invalidAt: (value) => Prisma.sql`invalid_at = ${value}::timestamptz`,
  supersededById: (value) => Prisma.sql`superseded_by_id = ${value}::uuid`,
  provenance: (value) => Prisma.sql`provenance = ${nullableText(value)}`,
  wordKeys: (value) => Prisma.sql`word_keys = ${[...value]}::int[]`,
  reading: (value) => Prisma.sql`reading = ${nullableText(value)}`,
  marks: (value) => Prisma.sql`marks = ${texts(value)}`,
  language: (value) => Prisma.sql`language = ${value}`,
  dueAt: (value) => Prisma.sql`due_at = ${value}::timestamptz`,
  hiddenAt: (value) => Prisma.sql`hidden_at = ${value}::timestamptz`,
  span: () => Prisma.sql`span_start = null, span_end = null`,
};

/** Undefined members stay as they are. */
const assignedBy = (changes: MemoryChanges): Prisma.Sql[] =>
  (Object.keys(assignments) as (keyof MemoryChanges)[]).flatMap((member) => {
    const value = changes[member];
    const assign = assignments[member] as (value: unknown) => Prisma.Sql;
    return value === undefined ? [] : [assign(value)];
  });

export async function updateMemory(
  database: Database,
  tenant: TenantId,
  id: string,
  changes: MemoryChanges,
  at: Date,
): Promise<MemoryRecord | null> {
  const always = [Prisma.sql`version = version + 1`, Prisma.sql`updated_at = ${at}::timestamptz`];
  const [row] = await database.$queryRaw<MemoryRecord[]>`
    update memories set ${Prisma.join([...always, ...assignedBy(changes)])}
    where ${present(tenant)} and id = ${id}::uuid
    returning ${memoryColumns}`;
  return row ?? null;
}
