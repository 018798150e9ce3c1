import type { JsonObject, TenantId } from '@hippocamp/shared/schemas/common';
import type { Memory, MemoryFilterInput } from '@hippocamp/shared/schemas/memories';
import { recency } from '@hippocamp/shared/scoring/score';
import type { MemoryFilter, MemoryRecord } from '../../ports/records.js';
import type { Policies } from '../policies.js';

export const iso = (date: Date | null) => date?.toISOString() ?? null;

/** `recencyScore` is that of the moment. */
export const memoryView = (tenant: TenantId, record: MemoryRecord, now: Date): Memory => ({
  id: record.id,
  tenantId: tenant,
  ownerEntityId: record.ownerEntityId,
  owner: record.owner,
  tier: record.tier,
  content: record.content,
  sourceArtifactId: record.sourceArtifactId,
  sourceEventId: record.sourceEventId,
  embeddingId: record.embeddingId,
  importanceScore: record.importanceScore,
  recencyScore: recency(record.tier, record.recencyAt, now),
  accessCount: record.accessCount,
  lastAccessedAt: record.lastAccessedAt.toISOString(),
  metadata: record.metadata,
  tags: record.tags,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
  occurredAt: record.occurredAt.toISOString(),
  archivedAt: iso(record.archivedAt),
  invalidAt: iso(record.invalidAt),
  supersededById: record.supersededById,
  version: record.version,
  confidence: record.confidence,
  provenance: record.provenance,
  context: record.context,
  speaker: record.speaker,
  language: record.language,
  ...(record.marks.length === 0 ? {} : { marks: record.marks }),
});

/** The members of a memory that its history keeps. */
export const historyView = (record: MemoryRecord): JsonObject => ({
  content: record.content,
  tier: record.tier,
  importanceScore: record.importanceScore,
  tags: record.tags,
  metadata: record.metadata,
});

export const difference = (before: JsonObject, after: JsonObject): { before: JsonObject; after: JsonObject } => {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const pick = (from: JsonObject) => Object.fromEntries(changed.map((key) => [key, from[key]]));
  return { before: pick(before), after: pick(after) };
};

export const date = (value: string | undefined) => (value === undefined ? undefined : new Date(value));

/**
 * Does not compile for a filter of the contract that the records do not know. It would be ignored, and a deletion by it
 * would take too much. `owner` is known as `ownerEntityId` by then.
 */
type Known<Input> = Input & Record<Exclude<keyof Input, keyof MemoryFilter | 'owner'>, never>;

export const toFilter = <Input extends MemoryFilterInput>({
  createdAfter,
  createdBefore,
  ...rest
}: Known<Input>): MemoryFilter => ({
  ...rest,
  createdAfter: date(createdAfter),
  createdBefore: date(createdBefore),
});

/** Leaves out short_term memories that only wait for their removal. */
export const toSearchFilter = (
  { asOf, ...input }: MemoryFilterInput & { asOf?: string | undefined },
  now: Date,
  { shortTermExpiry, promoteAccessCount }: Pick<Policies, 'shortTermExpiry' | 'promoteAccessCount'>,
): MemoryFilter => ({
  ...toFilter(input),
  asOf: date(asOf),
  expiredShortTerm: { createdUntil: new Date(now.getTime() - shortTermExpiry), accessBelow: promoteAccessCount },
});
