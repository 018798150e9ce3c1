import type { ReviewEdit } from '@hippocamp/shared/schemas/reviews';
import type { Extraction } from '../../ports/extractor.js';
import type { IngestOrder, IngestRecord, ReviewCandidate, ReviewRecord } from '../../ports/records.js';

export type CandidateReview = ReviewRecord & { candidate: ReviewCandidate };

export const hasCandidate = (review: ReviewRecord): review is CandidateReview => review.candidate !== null;

/** A text that a person writes in place of a quotation may repeat its words anywhere, so it is no longer known how far it quotes. */
const quotedAs = ({ quotedUntil, content }: ReviewCandidate, edit: ReviewEdit) =>
  quotedUntil !== undefined && (quotedUntil === 0 || (edit.content ?? content) === content) ? { quotedUntil } : {};

/** A person has looked at it, so nothing is unsure any more. */
const SURE = 1;

export const extractionOf = ({ candidate }: CandidateReview, edit: ReviewEdit): Extraction => {
  const { span, by, content, memoryType, importance, tags, sourceSpan, rationale, context, speaker } = candidate;
  return {
    ...{ sourceSpan, rationale, context, speaker, start: span.start, end: span.end, confidence: SURE },
    ...(by === null ? {} : { by }),
    ...quotedAs(candidate, edit),
    content: edit.content ?? content,
    memoryType: edit.tier ?? memoryType,
    importance: edit.importanceScore ?? importance,
    tags: edit.tags ?? tags,
  };
};

/** Rebuilt from the candidate, because the ingest itself may be gone by now. */
export const ingestOf = ({ candidate, ownerEntityId, traceId, sourceArtifactId }: CandidateReview): IngestRecord => {
  const { source, sessionId, actorId, metadata, occurredAt, reader } = candidate;
  const order: IngestOrder = {
    ...{ source, metadata, ownerEntityId, autoStore: true, debug: false, warnings: [] },
    ...(sessionId === null ? {} : { sessionId }),
    ...(actorId === null ? {} : { actorId }),
    ...(reader ? { reader } : {}),
    occurredAt: occurredAt.toISOString(),
  };
  return {
    ...{ traceId, state: 'done', artifactId: sourceArtifactId, createdAt: occurredAt, finishedAt: null },
    ...{ content: null, candidates: null, outcomes: null, result: null, error: null },
    request: order,
  };
};
