import type { Candidate } from '@hippocamp/shared/schemas/ingest';
import type { Extraction } from '../../ports/extractor.js';
import type { KeptReading, Outcome } from '../../ports/records.js';

export interface Decision extends Outcome {
  extraction: Extraction;
  kept: KeptReading;
}

/** One that makes a memory. */
export type Accepted = Decision & { memoryId: string };

export const isAccepted = <Decided extends Outcome>(decision: Decided): decision is Decided & { memoryId: string } =>
  decision.status === 'new' || decision.status === 'conflict';

const reportOf = (
  { status, memoryId, repeatsItself, reason, replaced, replacedParts = [] }: Outcome,
  stored: boolean,
): Partial<Candidate> => {
  if (status === 'new' || status === 'conflict') {
    const earlier = [...new Set([...replaced, ...replacedParts.map(({ id }) => id)])];
    const supersedes = stored && earlier.length > 0 ? { supersedes: earlier } : {};
    return stored && memoryId !== null ? { memoryId, ...supersedes } : {};
  }
  // Where nothing is stored, what the text itself says first is no memory that could be named.
  if (repeatsItself && !stored) return { reason: 'says the same as an earlier part of this text' };
  return { ...(reason === null ? {} : { reason }), ...(memoryId === null ? {} : { duplicateOf: memoryId }) };
};

/** Where somebody decides about it; without memories there is nothing to be decided. */
const reviewedIn = ({ reviewId, doubted }: Outcome): Partial<Candidate> =>
  reviewId === undefined ? {} : { reviewId, ...(doubted ? { mayReplace: doubted } : {}) };

/** A candidate and what became of it, as the contract reports it. `stored` says whether accepted ones became memories. */
export const toCandidate = (extraction: Extraction, outcome: Outcome, stored: boolean): Candidate => {
  return {
    content: extraction.content,
    memoryType: extraction.memoryType,
    importance: extraction.importance,
    confidence: extraction.confidence,
    tags: extraction.tags,
    sourceSpan: extraction.sourceSpan,
    rationale: extraction.rationale,
    dedupStatus: outcome.status,
    ...reportOf(outcome, stored),
    ...reviewedIn(outcome),
  };
};
