import type { Candidate } from '@hippocamp/shared/schemas/ingest';
import type { Extraction } from '../../ports/extractor.js';
import { contentHash } from '../memories/normalise.js';

/** Below this a candidate is not stored but shown for review. */
export const REVIEW_BELOW = 0.35;

export interface Decision {
  extraction: Extraction;
  status: Candidate['dedupStatus'];
  /** The id that it gets, or the id of the memory that it repeats. */
  memoryId: string;
  /** It repeats what stands earlier in the same text. */
  repeatsItself: boolean;
  reason: string | null;
}

/**
 * Decides about candidates in their order: unsure ones are shown for review, exact repeats of what is known (by the hash of
 * the normalised text, or earlier in the same text) are rejected, the rest is new.
 */
export function decide(
  extractions: readonly Extraction[],
  known: ReadonlyMap<string, string>,
  nextId: () => string,
): Decision[] {
  const seen = new Map(known);
  return extractions.map((extraction) => {
    const hash = contentHash(extraction.content);
    const repeated = seen.get(hash);
    if (repeated !== undefined) {
      const reason = `says the same as memory ${repeated}`;
      return { extraction, status: 'duplicate', memoryId: repeated, repeatsItself: !known.has(hash), reason };
    }
    if (extraction.confidence < REVIEW_BELOW) {
      const reason = `confidence ${extraction.confidence.toFixed(2)} is below ${REVIEW_BELOW}`;
      return { extraction, status: 'needs_review', memoryId: '', repeatsItself: false, reason };
    }
    const memoryId = nextId();
    seen.set(hash, memoryId);
    return { extraction, status: 'new', memoryId, repeatsItself: false, reason: null };
  });
}

const reportOf = ({ status, memoryId, repeatsItself, reason }: Decision, stored: boolean): Partial<Candidate> => {
  if (status === 'new') return stored ? { memoryId } : {};
  // Where nothing is stored, what the text itself says first is no memory that could be named.
  if (repeatsItself && !stored) return { reason: 'says the same as an earlier part of this text' };
  return { ...(reason === null ? {} : { reason }), ...(status === 'duplicate' ? { duplicateOf: memoryId } : {}) };
};

/** A decision as the contract reports it. `stored` says whether new ones became memories. */
export const toCandidate = (decision: Decision, stored: boolean): Candidate => {
  const { extraction, status } = decision;
  return {
    content: extraction.content,
    memoryType: extraction.memoryType,
    importance: extraction.importance,
    confidence: extraction.confidence,
    tags: extraction.tags,
    sourceSpan: extraction.sourceSpan,
    rationale: extraction.rationale,
    dedupStatus: status,
    ...reportOf(decision, stored),
  };
};
