import { z } from 'zod';
import { label, queryInteger, tier } from './common.js';

/** The most details in an answer of `POST /lifecycle/run`. */
export const DETAILS_IN_ANSWER = 1000;
/** The most details in an answer of `GET /lifecycle/runs/{id}`. */
export const DETAILS_AT_ONCE = 100_000;

export const lifecycleActions = ['expired', 'promoted', 'distilled', 'archived'] as const;
export type LifecycleActionName = (typeof lifecycleActions)[number];

/** Section 4.6 of the interface document. */
export const lifecycleRequest = z
  .strictObject({
    dryRun: z.boolean().default(false).describe('Reports what a run would do, and changes nothing'),
    triggeredBy: label(64).default('manual'),
  })
  .meta({ id: 'LifecycleRequest' });
export type LifecycleRequest = z.infer<typeof lifecycleRequest>;

const count = z.number().int();
const counts = {
  expired: count,
  promoted: count,
  distilled: count.describe('Memories that were distilled, not those made of them'),
  archived: count,
  unchanged: count.describe('Every other live memory'),
};
const lifecycleCounts = z.object(counts);
export type LifecycleCounts = z.infer<typeof lifecycleCounts>;

export const lifecycleError = z.object({ memoryId: z.uuid(), code: z.string(), message: z.string() });
export type LifecycleError = z.infer<typeof lifecycleError>;

export const lifecycleDetail = z.object({
  memoryId: z.uuid(),
  action: z.enum(lifecycleActions),
  fromTier: tier,
  toTier: tier.nullable().describe('Null where the memory was deleted'),
  reason: z.string(),
  resultMemoryId: z.uuid().optional().describe('The memory that it was distilled into'),
});
export type LifecycleDetail = z.infer<typeof lifecycleDetail>;

export const lifecycleAnswer = z
  .object({
    success: z.boolean(),
    runId: z.uuid(),
    dryRun: z.boolean(),
    status: z.enum(['processing', 'done', 'failed']),
    summary: lifecycleCounts.extend({ durationMs: count }),
    details: z.array(lifecycleDetail),
    detailsTruncated: z.boolean().optional().describe('Present and true where more than these changed'),
    errors: z.array(lifecycleError),
  })
  .meta({ id: 'LifecycleAnswer' });
export type LifecycleAnswer = z.infer<typeof lifecycleAnswer>;

export const lifecycleRunDetails = lifecycleAnswer
  .extend({
    triggeredBy: z.string(),
    createdAt: z.iso.datetime(),
    completedAt: z.iso.datetime().nullable(),
    undoneAt: z.iso.datetime().nullable(),
    nextCursor: z.string().nullable().describe('Where the next details begin'),
  })
  .meta({ id: 'LifecycleRunDetails' });
export type LifecycleRunDetails = z.infer<typeof lifecycleRunDetails>;

export const lifecycleDetailsQuery = z.strictObject({
  limit: queryInteger(1, DETAILS_AT_ONCE).default(DETAILS_AT_ONCE).describe('Details in one answer'),
  cursor: z.string().max(1000).optional().describe('From `nextCursor`'),
});
export type LifecycleDetailsQuery = z.infer<typeof lifecycleDetailsQuery>;

/** Section 2.3 of the interface document. */
export const lifecycleRun = z
  .object({
    id: z.uuid(),
    tenantId: z.string(),
    triggeredBy: z.string(),
    durationMs: count,
    ...counts,
    errors: z.array(lifecycleError),
    completedAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
    status: z.enum(['done', 'failed']),
    undoneAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'LifecycleRun' });
export type LifecycleRun = z.infer<typeof lifecycleRun>;

export const lifecycleRunsQuery = z.strictObject({
  offset: queryInteger(0, 1_000_000).default(0),
  limit: queryInteger(1, 100).default(20),
  cursor: z.string().max(1000).optional().describe('From `nextCursor`'),
});
export type LifecycleRunsQuery = z.infer<typeof lifecycleRunsQuery>;

export const lifecycleRuns = z.object({
  runs: z.array(lifecycleRun),
  total: count,
  offset: count,
  limit: count,
  nextCursor: z.string().nullable(),
});
export type LifecycleRuns = z.infer<typeof lifecycleRuns>;

export const undoAnswer = z
  .object({
    runId: z.uuid(),
    restored: z.number().int(),
    notRestored: z
      .array(z.object({ memoryId: z.uuid(), action: z.enum(lifecycleActions), reason: z.string() }))
      .describe('The first 1000'),
    notRestoredTotal: z.number().int(),
    heldUntil: z.iso.datetime().describe('Until then no rule touches what was restored'),
  })
  .meta({ id: 'LifecycleUndo' });
export type UndoAnswer = z.infer<typeof undoAnswer>;
