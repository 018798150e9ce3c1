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

const holdsSome = ({ candidate }: ReviewRecord, { spans, wordings }: Sought): boolean =>
  candidate !== null &&
  (spans.some((span) => overlap(span, candidate.span)) ||
    [...wordings].some((wording) =>
      [candidate.content, candidate.sourceSpan].some((text) => occurrences(text, wording).length > 0),
    ));

/** Removes reviews whose words go, and those of the same raw texts that hold some of them, with the answers that name them. */
export async function removeReviews(
  { reviews, idempotency }: Pick<TenantRepositories, 'reviews' | 'idempotency'>,
  reviewIds: readonly string[],
  sought: ReadonlyMap<string, Sought>,
): Promise<void> {
  const beside = await reviews.tracing({ memoryIds: [], texts: [], artifactIds: [...sought.keys()] });
  const holding = beside.filter((review) => {
    const ofText = sought.get(review.sourceArtifactId ?? '');
    return ofText !== undefined && holdsSome(review, ofText);
  });
  const ids = [...reviewIds, ...holding.map(({ id }) => id)];
  if (ids.length === 0) return;
  await reviews.remove(ids);
  await idempotency.forget(ids);
}
