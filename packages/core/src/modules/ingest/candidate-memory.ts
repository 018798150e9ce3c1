import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Extraction } from '../../ports/extractor.js';
import type { IngestRecord, NewMemory } from '../../ports/records.js';
import { keysOf } from '../facts/memory-keys.js';
import type { AgeingRules } from '../lifecycle/rules.js';
import { contentHash } from '../memories/normalise.js';
import type { Accepted } from './decide.js';
import { type IngestOrder, turnAt } from './ingest-answer.js';

export interface CandidateOrigin {
  /** What the candidates' places are places of. */
  text: string;
  tenant: TenantId;
  ingest: IngestRecord;
  extractorVersion: string;
  ageing: AgeingRules;
  /** Accepted candidates of the same text that take the place of this one. */
  replacedWithin: ReadonlyMap<string, string>;
  now: Date;
}

/** A memory of the same text, and where it stands in it. */
export interface Spoken {
  extraction: Pick<Extraction, 'start' | 'end'>;
  memoryId: string;
}

/** Memories of the same text whose words the context of this one holds. */
const contextSources = (decision: Accepted, spoken: readonly Spoken[]): string[] => {
  const { start, context } = decision.extraction;
  if (context === null) return [];
  return spoken
    .filter(({ extraction }) => extraction.end > context.start && extraction.start < start)
    .map(({ memoryId }) => memoryId);
};

/** The row of an accepted candidate. */
export function candidateMemory(decision: Accepted, spoken: readonly Spoken[], origin: CandidateOrigin): NewMemory {
  const { tenant, ingest, text, extractorVersion, ageing, now } = origin;
  const { extraction, memoryId } = decision;
  const order = ingest.request as unknown as IngestOrder;
  const at = turnAt(order, extraction.start)?.at ?? order.occurredAt;
  const occurredAt = at ? new Date(at) : ingest.createdAt;
  const { sessionId, actorId, source } = order;
  const ownerEntityId = order.ownerEntityId ?? null;
  const metadata = { ...order.metadata, ...(sessionId ? { sessionId } : {}), ...(actorId ? { actorId } : {}) };
  const speaker = extraction.speaker ?? null;
  const laterId = origin.replacedWithin.get(memoryId);
  const replacedBy = decision.replacedBy ?? (laterId === undefined ? null : { id: laterId, at: occurredAt });
  const memory = {
    id: memoryId,
    ownerEntityId,
    tier: extraction.memoryType,
    content: extraction.content,
    context: extraction.context && text.slice(extraction.context.start, extraction.context.end),
    speaker,
    contextSourceIds: contextSources(decision, spoken),
    sourceArtifactId: ingest.artifactId,
    sourceEventId: null,
    importanceScore: extraction.importance,
    accessCount: 0,
    lastAccessedAt: now,
    recencyAt: occurredAt,
    occurredAt,
    metadata,
    tags: extraction.tags,
    createdAt: now,
    updatedAt: now,
    tierSince: now,
    confidence: extraction.confidence,
    provenance: {
      traceId: ingest.traceId,
      source,
      extractor: extraction.by ?? extractorVersion,
      rationale: extraction.rationale,
      sourceSpan: extraction.sourceSpan,
    },
    contentHash: contentHash(extraction.content),
    ...keysOf(tenant, { ownerEntityId, metadata, speaker }, decision.kept),
    invalidAt: replacedBy?.at ?? null,
    supersededById: replacedBy?.id ?? null,
    span: { start: extraction.start, end: extraction.end },
  };
  return { ...memory, dueAt: ageing.dueAt({ ...memory, archivedAt: null }) };
}
