import { z } from 'zod';
import { label, queryBoolean, queryInteger } from './common.js';

const kinds = ['ingest', 'index', 'embed', 'vocabulary', 'lifecycle', 'distil', 'model'] as const;

export const consistencyQuery = z.strictObject({
  repair: queryBoolean.default(false).describe('Remove what is extra, index again what is missing or stale'),
});

const differing = (what: string) =>
  z.object({ count: z.number().int(), examples: z.array(z.uuid()).describe('The first 20 ids') }).describe(what);

export const consistency = z
  .object({
    consistent: z.boolean(),
    memories: z.number().int().describe('Memories that the index should hold'),
    points: z.number().int().describe('Points that it holds'),
    pending: z.number().int().describe('Rows that wait to be indexed; queries score them from the records meanwhile'),
    missing: differing('Counted as indexed, and not in the index'),
    stale: differing('In the index at another version'),
    extra: differing('In the index, though the memory is deleted, archived or unknown; no answer ever shows them'),
    repaired: z.boolean(),
  })
  .meta({ id: 'Consistency' });
export type Consistency = z.infer<typeof consistency>;

export const deadLetterListQuery = z.strictObject({
  offset: queryInteger(0, 1_000_000).default(0),
  limit: queryInteger(1, 100).default(20),
  cursor: z.string().max(1000).optional().describe('From `nextCursor`'),
  kind: z.enum(kinds).optional(),
});
export type DeadLetterListQuery = z.infer<typeof deadLetterListQuery>;

const jobKey = z.object({ kind: z.enum(kinds), ref: z.string().describe('What it is about: a memory, a trace id, …') });

export const deadLetterList = z.object({
  deadLetters: z.array(
    jobKey.extend({
      attempts: z.number().int(),
      error: z.string().nullable(),
      createdAt: z.iso.datetime(),
      deadAt: z.iso.datetime(),
    }),
  ),
  total: z.number().int(),
  offset: z.number().int(),
  limit: z.number().int(),
  nextCursor: z.string().nullable(),
});
export type DeadLetterList = z.infer<typeof deadLetterList>;

export const deadLettersReplay = z.strictObject({
  kind: z.enum(kinds).optional(),
  refs: z
    .array(label(100))
    .min(1)
    .max(1000)
    .optional()
    .describe('All of the kind when left out: at most 1000 with a call, the oldest first'),
});
export type DeadLettersReplay = z.infer<typeof deadLettersReplay>;

export const deadLettersReplayed = z.object({ replayed: z.array(jobKey) });
export type DeadLettersReplayed = z.infer<typeof deadLettersReplayed>;
