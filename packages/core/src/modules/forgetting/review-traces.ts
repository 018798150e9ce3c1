import type { ReviewRecord, ReviewRepository, Span, TenantRepositories } from '../../ports/records.js';
import { contentHash } from '../memories/normalise.js';
import { type Forgotten, ofReview } from './forgotten.js';
import { occurrences } from './occurrences.js';
import { overlap } from './redaction.js';

/** What has to go of one raw text. */
export interface Sought {
  spans: Span[];
  wordings: Set<string>;
}

/** Reviews of the memories that go, and those of the same owner that wait with the same words: they go as well. */
export async function reviewsOf(reviews: ReviewRepository, given: readonly Forgotten[]): Promise<Forgotten[]> {
  const found = await reviews.tracing({
    memoryIds: given.filter(({ keeps }) => keeps === null).map(({ id }) => id),
    texts: given.flatMap(({ ownerEntityId, wordings }) =>
      wordings.map((wording) => ({ ownerEntityId, contentHash: contentHash(wording) })),
    ),
    artifactIds: [],
  });
  return found.map(ofReview);
}

/** Whether a review's candidate has something of what has to go of its raw text. */
export const holdsSome = ({ candidate }: ReviewRecord, { spans, wordings }: Sought): boolean =>
  candidate !== null &&
  (spans.some((span) => overlap(span, candidate.span)) ||
    [...wordings].some((wording) =>
      [candidate.content, candidate.sourceSpan].some((text) => occurrences(text, wording).length > 0),
    ));

/** Removes reviews of these raw texts that hold words which go, and those with these ids, with the answers that name them. */
export async function removeReviews(
  { reviews, idempotency }: Pick<TenantRepositories, 'reviews' | 'idempotency'>,
  artifactIds: readonly string[],
  holds: (review: ReviewRecord) => boolean,
  reviewIds: readonly string[] = [],
): Promise<void> {
  const beside = await reviews.tracing({ memoryIds: [], texts: [], artifactIds });
  const ids = [...reviewIds, ...beside.filter(holds).map(({ id }) => id)];
  if (ids.length === 0) return;
  await reviews.remove(ids);
  await idempotency.forget(ids);
}
