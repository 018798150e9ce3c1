import type { TenantId } from '@hippocamp/shared/schemas/common';
import { CONTEXT_LENGTH } from '@hippocamp/shared/schemas/memories';
import type { Extraction } from '../../ports/extractor.js';
import type { IngestRecord, NewMemory } from '../../ports/records.js';
import { keysOf } from '../facts/memory-keys.js';
import type { AgeingRules } from '../lifecycle/rules.js';
import { contentHash, cutToEnd } from '../memories/normalise.js';
import { type Accepted, turnAt } from './ingest-work.js';
import { type EarlierWords, sourcesOf } from './session.js';

export interface CandidateOrigin {
  /** What the candidates' places are places of. */
  text: string;
  tenant: TenantId;
  ingest: IngestRecord;
  extractorVersion: string;
  ageing: AgeingRules;
  earlier: EarlierWords;
  /** Accepted candidates of the same text that take the place of this one. */
  replacedWithin: ReadonlyMap<string, string>;
  now: Date;
}

/** A memory of the same text, and where it stands in it. */
export interface Spoken {
  extraction: Pick<Extraction, 'start' | 'end'>;
  memoryId: string;
}

/** What came before it: the end of what was said before the text, and what the text says before it. */
const contextOf = ({ context, contextBefore }: Extraction, text: string): string | null => {
  // A question that it quotes may stand further before it.
  const own = context && cutToEnd(text.slice(context.start, context.end), CONTEXT_LENGTH);
  if (contextBefore === undefined) return own;
  return cutToEnd(own ? `${contextBefore}\n${own}` : contextBefore, CONTEXT_LENGTH);
};

/** Memories whose words the context of this one holds, and earlier texts whose words it or its content does. */
const contextSources = (decision: Accepted, spoken: readonly Spoken[], earlier: EarlierWords): string[] => {
  const { start, context, contextBefore } = decision.extraction;
  const before = contextBefore === undefined ? [] : sourcesOf(earlier, contextBefore.length);
  if (context === null) return before;
  const within = spoken.filter(({ extraction }) => extraction.end > context.start && extraction.start < start);
  return [...within.map(({ memoryId }) => memoryId), ...before];
};

/** The row of an accepted candidate. */
export function candidateMemory(decision: Accepted, spoken: readonly Spoken[], origin: CandidateOrigin): NewMemory {
  const { tenant, ingest, text, extractorVersion, ageing, now } = origin;
  const { extraction, memoryId } = decision;
  const order = ingest.request;
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
    context: contextOf(extraction, text),
    speaker,
    contextSourceIds: contextSources(decision, spoken, origin.earlier),
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
