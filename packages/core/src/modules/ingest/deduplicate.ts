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
      return { extraction, status: 'duplicate', memoryId: repeated, reason: `says the same as memory ${repeated}` };
    }
    if (extraction.confidence < REVIEW_BELOW) {
      const reason = `confidence ${extraction.confidence.toFixed(2)} is below ${REVIEW_BELOW}`;
      return { extraction, status: 'needs_review', memoryId: '', reason };
    }
    const memoryId = nextId();
    seen.set(hash, memoryId);
    return { extraction, status: 'new', memoryId, reason: null };
  });
}

/** A decision as the contract reports it. `stored` says whether new ones became memories. */
export const toCandidate = ({ extraction, status, memoryId, reason }: Decision, stored: boolean): Candidate => ({
  content: extraction.content,
  memoryType: extraction.memoryType,
  importance: extraction.importance,
  confidence: extraction.confidence,
  tags: extraction.tags,
  sourceSpan: extraction.sourceSpan,
  rationale: extraction.rationale,
  dedupStatus: status,
  ...(status === 'new' && stored ? { memoryId } : {}),
  ...(reason === null ? {} : { reason }),
  ...(status === 'duplicate' ? { duplicateOf: memoryId } : {}),
});
