import { BY_CHANCE, chosenIds, fullestBucketOf } from '@hippocamp/shared/text/testing/chosen';
import { expect, it } from 'vitest';
import { createPostings } from './postings.js';

it('spreads terms over all buckets of a map that were chosen for one', async () => {
  const terms = { ids: chosenIds(8000), weights: chosenIds(8000).map(() => 1) };
  const postings = createPostings();
  expect(await fullestBucketOf(() => postings.add(0, terms))).toBeLessThan(BY_CHANCE);
  expect(postings.valueOf(0, terms)).toBe(8000);
});
