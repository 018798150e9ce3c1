import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { IngestRecord, NewMemory } from '../../ports/records.js';
import { contentHash } from '../memories/normalise.js';
import type { Decision } from './deduplicate.js';
import type { IngestOrder } from './ingest-answer.js';

export interface CandidateOrigin {
  tenant: TenantId;
  ingest: IngestRecord;
  extractorVersion: string;
  now: Date;
}

/** Memories of the same text whose words the context of this one holds. */
const contextSources = (decision: Decision, accepted: readonly Decision[]): string[] => {
  const { start, contextStart } = decision.extraction;
  if (contextStart === null) return [];
  return accepted
    .filter(({ extraction }) => extraction.end > contextStart && extraction.start < start)
    .map(({ memoryId }) => memoryId);
};

/** The row of an accepted candidate. */
export function candidateMemory(decision: Decision, accepted: readonly Decision[], origin: CandidateOrigin): NewMemory {
  const { ingest, extractorVersion, now } = origin;
  const { extraction, memoryId } = decision;
  const order = ingest.request as unknown as IngestOrder;
  const occurredAt = order.occurredAt ? new Date(order.occurredAt) : ingest.createdAt;
  const { sessionId, actorId, source } = order;
  return {
    id: memoryId,
    ownerEntityId: order.ownerEntityId ?? null,
    tier: extraction.memoryType,
    content: extraction.content,
    context: extraction.context,
    contextSourceIds: contextSources(decision, accepted),
    sourceArtifactId: ingest.artifactId,
    sourceEventId: null,
    importanceScore: extraction.importance,
    accessCount: 0,
    lastAccessedAt: now,
    recencyAt: occurredAt,
    occurredAt,
    metadata: { ...order.metadata, ...(sessionId ? { sessionId } : {}), ...(actorId ? { actorId } : {}) },
    tags: extraction.tags,
    createdAt: now,
    updatedAt: now,
    tierSince: now,
    confidence: extraction.confidence,
    provenance: {
      traceId: ingest.traceId,
      source,
      extractor: extractorVersion,
      rationale: extraction.rationale,
      sourceSpan: extraction.sourceSpan,
    },
    contentHash: contentHash(extraction.content),
    span: { start: extraction.start, end: extraction.end },
  };
}
