import { z } from 'zod';

const most = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
/** Small enough to be multiplied by seconds. */
const rate = z.int().min(0).max(1_000_000);

/** 0 means no limit. */
export const limits = z.strictObject({
  requestsPerSecond: rate.describe('Requests a second'),
  requestBurst: rate.describe('Requests that may come at once: whole seconds of them, rounded up'),
  concurrentRequests: rate.describe('Requests that one gateway answers at once; as many wait a second for a place'),
  keyRequestsPerSecond: rate.describe('Requests a second of one key'),
  keyConcurrentRequests: rate.describe('Requests of one key that one gateway answers at once'),
  memories: most.describe('Memories that live'),
  bytes: most.describe('Bytes of the texts and metadata of memories and of raw texts'),
  ingestsPerDay: most.describe('Ingests within 24 hours, from the first on'),
});
export type Limits = z.infer<typeof limits>;

/** Members left out follow the global settings. */
export const ownLimits = limits.partial();
export type OwnLimits = z.infer<typeof ownLimits>;
