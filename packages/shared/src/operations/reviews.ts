import { z } from 'zod';
import { envelope, idPath } from '../schemas/common.js';
import { forgetAnswer, forgetRequest } from '../schemas/forget.js';
import { REVIEW_OTHERS, review, reviewEdit, reviewList, reviewListQuery } from '../schemas/reviews.js';
import type { Operation } from './types.js';

const deciding = {
  method: 'post',
  tag: 'reviews',
  scope: 'write',
  forOwner: 'review',
  params: idPath,
  answers: { 200: envelope(review) },
  problems: ['not-found', 'conflict', 'unprocessable'],
  idempotent: true,
} as const;

export const reviewOperations = {
  listReviews: {
    method: 'get',
    path: '/reviews',
    summary: 'What waits for somebody to decide about it, newest first',
    tag: 'reviews',
    scope: 'read',
    forOwner: 'lists',
    query: reviewListQuery,
    answers: { 200: envelope(reviewList) },
    problems: [],
  },
  getReview: {
    method: 'get',
    path: '/reviews/{id}',
    summary: 'Read a review: its reason, both sides, and what accepting would do',
    tag: 'reviews',
    scope: 'read',
    forOwner: 'review',
    params: idPath,
    answers: { 200: envelope(review) },
    holds: () => 1 + REVIEW_OTHERS,
    problems: ['not-found'],
  },
  acceptReview: {
    ...deciding,
    path: '/reviews/{id}/accept',
    summary: 'Store what waits, or let the newer memory replace the older ones',
    adds: 'memories',
    body: z.strictObject({}),
  },
  editReview: {
    ...deciding,
    path: '/reviews/{id}/edit',
    summary: 'Accept it in other words, or with another tier, importance or tags',
    adds: 'memories',
    body: reviewEdit,
  },
  rejectReview: {
    ...deciding,
    path: '/reviews/{id}/reject',
    summary: 'Close it: nothing is stored, and nothing is replaced',
    body: z.strictObject({}),
  },
} as const satisfies Record<string, Operation>;

export const forgetOperations = {
  forget: {
    method: 'post',
    path: '/forget',
    summary: 'Find the memories that say something, and forget them; a dry run unless it is told otherwise',
    tag: 'memories',
    scope: 'write',
    forOwner: 'writes',
    body: forgetRequest,
    answers: { 200: envelope(forgetAnswer) },
    problems: ['unprocessable', 'conflict', 'dependency-unavailable'],
    idempotent: true,
    large: true,
  },
} as const satisfies Record<string, Operation>;
