import type { Extraction } from '../../ports/extractor.js';
import type { Ids } from '../../ports/ids.js';
import type { IngestRecord, ReviewCandidate, ReviewRecord, TenantRepositories } from '../../ports/records.js';
import { contentHash } from '../facts/facts.js';
import { quotedIn } from '../redaction/quoted-words.js';
import { type Accepted, type Decision, isAccepted, readerOf, turnAt } from './ingest-work.js';

export interface Reviewing {
  ingest: IngestRecord;
  occurredAt: Date;
  ids: Ids;
  now: Date;
}

const DOUBTFUL = 'may take the place of what is known, which stays until somebody decides';

const candidateOf = (extraction: Extraction, { ingest, occurredAt }: Reviewing): ReviewCandidate => {
  const order = ingest.request;
  const { content, memoryType, importance, confidence, tags, sourceSpan, rationale, start, end, context } = extraction;
  const at = turnAt(order, start)?.at;
  return {
    ...{ content, memoryType, importance, confidence, tags, sourceSpan, rationale, context },
    by: extraction.by ?? null,
    speaker: extraction.speaker ?? null,
    span: { start, end },
    source: order.source,
    sessionId: order.sessionId ?? null,
    actorId: order.actorId ?? null,
    metadata: order.metadata,
    occurredAt: at ? new Date(at) : occurredAt,
    ...readerOf(order, extraction),
    ...quotedIn(extraction),
  };
};

const opened = ({ ingest, ids, now }: Reviewing) => ({
  id: ids.next(),
  state: 'open' as const,
  ownerEntityId: ingest.request.ownerEntityId ?? null,
  traceId: ingest.traceId,
  sourceArtifactId: ingest.artifactId,
  createdAt: now,
  decidedAt: null,
});

const ofRejected = ({ extraction, reason }: Decision, reviewing: Reviewing): ReviewRecord => ({
  ...opened(reviewing),
  kind: extraction.instructs ? 'steering' : 'needs_review',
  reason: reason ?? '',
  candidate: candidateOf(extraction, reviewing),
  contentHash: contentHash(extraction.content),
  memoryId: null,
  otherIds: [],
});

const ofDoubtful = (
  memoryId: string,
  reason: string | null,
  doubted: string[],
  reviewing: Reviewing,
): ReviewRecord => ({
  ...opened(reviewing),
  kind: 'replacement',
  reason: reason ?? DOUBTFUL,
  candidate: null,
  contentHash: null,
  memoryId,
  otherIds: doubted,
});

/** A candidate that was itself replaced replaces nothing. */
const doubtsOf = ({ memoryId, doubted = [], replaced, replacedBy }: Accepted, gone: ReadonlySet<string>): string[] => {
  if (replacedBy !== null || gone.has(memoryId)) return [];
  return [...new Set(doubted)].filter((id) => id !== memoryId && !replaced.includes(id) && !gone.has(id));
};

const reviewOf = (decision: Decision, gone: ReadonlySet<string>, reviewing: Reviewing): ReviewRecord | null => {
  if (decision.status === 'needs_review') return ofRejected(decision, reviewing);
  if (!isAccepted(decision)) return null;
  const doubted = doubtsOf(decision, gone);
  return doubted.length === 0 ? null : ofDoubtful(decision.memoryId, decision.reason, doubted, reviewing);
};

/** Call in the transaction of the decisions, after the accepted ones are stored. */
export async function reviewDecisions(
  { reviews }: Pick<TenantRepositories, 'reviews'>,
  decisions: readonly Decision[],
  reviewing: Reviewing,
): Promise<Decision[]> {
  const gone = new Set(decisions.flatMap(({ replaced }) => replaced));
  const written = decisions.map(({ doubted: _doubted, ...decision }, place) => {
    const review = reviewOf(decisions[place] ?? decision, gone, reviewing);
    const doubted = review?.kind === 'replacement' ? { doubted: review.otherIds } : {};
    return { review, decision: review ? { ...decision, ...doubted, reviewId: review.id } : decision };
  });
  await reviews.add(written.flatMap(({ review }) => review ?? []));
  return written.map(({ decision }) => decision);
}
