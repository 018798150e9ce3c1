import { Prisma } from '../generated/client.js';

/** The columns of a `MemoryRecord` under its names. */
export const memoryColumns = Prisma.sql`
  id, owner_entity_id as "ownerEntityId", tier, content, context, speaker, source_artifact_id as "sourceArtifactId",
  source_event_id as "sourceEventId", embedding_id as "embeddingId", importance_score as "importanceScore",
  access_count as "accessCount", last_accessed_at as "lastAccessedAt", recency_at as "recencyAt",
  occurred_at as "occurredAt", metadata, tags, created_at as "createdAt", updated_at as "updatedAt",
  tier_since as "tierSince", archived_at as "archivedAt", invalid_at as "invalidAt",
  superseded_by_id as "supersededById", version, confidence, provenance, content_hash as "contentHash", marks, language`;

/** The members of a row that a `MemoryRecord` does not have. */
export const beyondRecord = {
  tenantId: true,
  deletedAt: true,
  indexedVersion: true,
  indexEpoch: true,
  wordKeys: true,
  reading: true,
  spanStart: true,
  spanEnd: true,
  heldUntil: true,
  dueAt: true,
  distilledAt: true,
  hiddenAt: true,
} as const satisfies Prisma.MemoryOmit;
