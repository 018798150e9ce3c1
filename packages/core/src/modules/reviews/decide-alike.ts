import type { ReviewDecision, ReviewRecord, TenantRecords, TenantRepositories } from '../../ports/records.js';
import { chunksOf } from '../in-parts.js';
import { yieldToEventLoop } from '../waiting.js';

/** Reviews in the same words that one transaction decides. A client may import any number. */
const TOGETHER = 100;
/** Ids that are looked up at once. */
const FOUND = 5000;

/** Decides the review with some of those in the same words. The others follow with `decideRest`. */
export async function decideFirst(
  { reviews }: TenantRepositories,
  review: ReviewRecord,
  decision: ReviewDecision,
): Promise<void> {
  await reviews.decide([review.id, ...(await reviews.alike(review, decision.at, TOGETHER))], decision);
}

/** Call after the commit. `seen` is the review as it was open. If this is interrupted, those that are left stay open. */
export async function decideRest(own: TenantRecords, seen: ReviewRecord): Promise<void> {
  if (seen.contentHash === null) return;
  const review = await own.reviews.get(seen.id);
  if (!review?.decidedAt) return;
  const { state, memoryId, otherIds, decidedAt: at } = review;
  for (let found = FOUND; found === FOUND; ) {
    // Reviews that came after the decision were not open then, so it does not decide them.
    const alike = await own.reviews.alike(seen, at, FOUND);
    for (const some of chunksOf(alike, TOGETHER)) {
      await own.transaction(async ({ lockOwner, reviews }) => {
        await lockOwner(seen.ownerEntityId);
        await reviews.decide(some, { state, memoryId, otherIds, at });
      });
      await yieldToEventLoop();
    }
    found = alike.length;
  }
}
