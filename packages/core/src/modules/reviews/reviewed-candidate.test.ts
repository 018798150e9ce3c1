import { expect, it } from 'vitest';
import { newCandidate, newReview } from '../../testing/builders.js';
import { type CandidateReview, extractionOf } from './reviewed-candidate.js';

const reviewOf = (quotedUntil: number): CandidateReview => {
  const candidate = newCandidate('Asked "Where is the key?": In the bucket.', { quotedUntil });
  return { ...newReview('review'), candidate };
};

const [accepted, edited] = [{}, { content: 'The key is in the bucket.' }];

it.each([
  ['nothing was quoted', 0, edited, 0],
  ['it is taken as it is', 27, accepted, 27],
  ['a quotation was written anew, whose words may be anywhere', 27, edited, undefined],
])('of a candidate, it is told how much is quoted where %s', (_case, until, edit, told) => {
  expect(extractionOf(reviewOf(until), edit).quotedUntil).toBe(told);
});
