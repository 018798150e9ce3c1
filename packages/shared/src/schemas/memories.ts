import { z } from 'zod';
import {
  judgedText,
  label,
  mark,
  metadata,
  metadataFilter,
  owner,
  ownerAnswer,
  pageAnswer,
  pageQuery,
  queryBoolean,
  queryInteger,
  SESSION_LENGTH,
  tags,
  text,
  tier,
  timestamp,
  unit,
  uuid,
  visibleText,
} from './common.js';

export const CONTENT_LENGTH = 50_000;
export const CONTEXT_LENGTH = 500;
/** Memories and raw texts whose words one context holds. */
export const MOST_CONTEXT_SOURCES = 1000;
export const SPEAKER_LENGTH = 128;
export const BATCH_SIZE = 500;

/** Section 2.1 of the interface document. Clients may ignore the members after `updatedAt`. */
export const memory = z
  .object({
    id: z.uuid(),
    tenantId: z.string(),
    ownerEntityId: z.uuid().nullable(),
    owner: ownerAnswer,
    tier,
    content: judgedText,
    sourceArtifactId: z.uuid().nullable(),
    sourceEventId: z.uuid().nullable(),
    embeddingId: z.uuid().nullable().describe('Null until the memory is indexed'),
    importanceScore: unit,
    recencyScore: unit.describe('Derived when read: 0.5 ^ (age / half-life of the tier)'),
    accessCount: z.number().int(),
    lastAccessedAt: z.iso.datetime(),
    metadata: z.record(z.string(), z.unknown()),
    tags: z.array(z.string()),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    occurredAt: z.iso.datetime().describe('When it was said or happened'),
    archivedAt: z.iso.datetime().nullable(),
    invalidAt: z.iso.datetime().nullable().describe('Since when a later fact replaces it'),
    supersededById: z.uuid().nullable(),
    version: z.number().int(),
    confidence: unit.nullable(),
    provenance: z.record(z.string(), z.unknown()).nullable(),
    context: z.string().nullable().describe('What came before it; used for finding only'),
    // Missing in answers of earlier versions that an Idempotency-Key repeats.
    speaker: z.string().nullable().optional().describe('Who said it, or whom it is about'),
    language: z
      .string()
      .nullable()
      .optional()
      .describe('What it is written in, ISO 639-1; null where that cannot be told'),
    marks: z
      .array(mark)
      .optional()
      .describe('What its text is marked for, where it is: instructs, secret, or unchecked where it could not be read'),
  })
  .meta({ id: 'Memory' });
export type Memory = z.infer<typeof memory>;

export const memoryCreate = z
  .strictObject({
    tier,
    content: visibleText(CONTENT_LENGTH),
    ownerEntityId: uuid.nullish(),
    owner: owner.nullish(),
    sourceArtifactId: uuid.nullish(),
    sourceEventId: uuid.nullish(),
    importanceScore: unit.default(0.5),
    metadata: metadata.default({}),
    tags: tags.default([]),
    occurredAt: timestamp.optional().describe('Default now; at most 24 h ahead'),
    context: text(CONTEXT_LENGTH).nullish().describe('What came before it; used for finding only'),
    speaker: text(SPEAKER_LENGTH)
      .nullish()
      .describe('Who said it, or whom it is about; a question that names one favours theirs'),
  })
  .meta({ id: 'MemoryCreate' });
export type MemoryCreate = z.infer<typeof memoryCreate>;

export const memoryPatch = z
  .strictObject({
    content: visibleText(CONTENT_LENGTH),
    tier,
    importanceScore: unit,
    tags,
    metadata,
    invalidAt: z.null({ error: 'must be null, which takes a replacement back' }).describe('Null: it holds again'),
  })
  .partial()
  .refine((value) => Object.values(value).some((member) => member !== undefined), {
    message: 'at least one of content, tier, importanceScore, tags, metadata, invalidAt is needed',
    params: { code: 'nothing_to_change' },
  })
  .meta({ id: 'MemoryPatch' });
export type MemoryPatch = z.infer<typeof memoryPatch>;

/** The items are checked one by one, so that a bad one costs only itself. */
export const memoryBatch = z
  .strictObject({
    memories: z
      .array(z.unknown())
      .min(1)
      .max(BATCH_SIZE)
      .meta({ items: { $ref: '#/components/schemas/MemoryCreate' } }),
  })
  .meta({ id: 'MemoryBatch' });

export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string(),
    requestId: z.string(),
    outcome: z.literal('unknown').optional().describe('The write was sent, and whether it is kept is not known'),
    errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });
export type ProblemBody = z.infer<typeof problem>;

export const batchResult = z.object({
  results: z.array(
    z.object({
      index: z.number().int(),
      status: z.number().int(),
      memory: memory.optional(),
      problem: problem.optional(),
    }),
  ),
  // Missing in answers of earlier versions that an Idempotency-Key repeats.
  waiting: z
    .object({
      words: z.number().int().describe('Not found by their words yet'),
      vectors: z.number().int().describe('Not found by their meaning yet'),
    })
    .optional()
    .describe('How many of the memories that were stored wait for the index, as this was answered'),
});
export type BatchResult = z.infer<typeof batchResult>;

export const filterMembers = {
  ownerEntityId: uuid.optional(),
  owner: owner.optional(),
  tiers: z.array(tier).min(1).max(3).optional(),
  tags: z.array(label(64)).min(1).max(64).optional().describe('Any of them'),
  tagsAll: z.array(label(64)).min(1).max(64).optional().describe('All of them'),
  sourceArtifactId: uuid.optional(),
  sessionId: label(SESSION_LENGTH).optional().describe('Equals metadata.sessionId'),
  metadata: metadataFilter.optional().describe('Equality on each top-level member'),
  createdAfter: timestamp.optional().describe('Inclusive'),
  createdBefore: timestamp.optional().describe('Exclusive'),
  includeArchived: z.boolean().default(false),
  includeSuperseded: z.boolean().default(false),
};

export const memoryFilter = z.strictObject(filterMembers);
export type MemoryFilterInput = z.infer<typeof memoryFilter>;

export const memoryDelete = z
  .strictObject({ ...filterMembers, dryRun: z.boolean().default(false) })
  .refine(
    ({ dryRun: _dryRun, includeArchived: _archived, includeSuperseded: _superseded, ...filter }) =>
      Object.values(filter).some((member) => member !== undefined),
    { message: 'at least one filter is needed; DELETE /tenant removes everything', params: { code: 'no_filter' } },
  )
  .meta({ id: 'MemoryDelete' });
export type MemoryDelete = z.infer<typeof memoryDelete>;

const queryJson = z
  .string()
  .transform((value, context) => {
    try {
      const parsed = JSON.parse(value) as unknown;
      // This member would vanish later, and the filter with it.
      if (typeof parsed !== 'object' || parsed === null || !Object.hasOwn(parsed, '__proto__')) return parsed;
    } catch {
      // The issue below tells the caller.
    }
    context.addIssue({ code: 'custom', message: 'must be a JSON object, such as {"topic":"travel"}' });
    return z.NEVER;
  })
  .pipe(metadataFilter);

export const memoryListQuery = z.strictObject({
  offset: queryInteger(0, 1_000_000).default(0),
  limit: queryInteger(1, 100).default(20),
  cursor: z
    .string()
    .max(1000)
    .optional()
    .describe('From `nextCursor`; pages neither repeat nor skip while rows are added'),
  tier: tier.optional(),
  tag: label(64).optional(),
  ownerEntityId: uuid.optional(),
  owner: owner.optional(),
  sourceArtifactId: uuid.optional(),
  sessionId: label(SESSION_LENGTH).optional(),
  metadata: queryJson.optional().describe('A JSON object; equality on each top-level member'),
  createdAfter: timestamp.optional(),
  createdBefore: timestamp.optional(),
  includeArchived: queryBoolean.default(false),
  includeSuperseded: queryBoolean.default(false),
  sortBy: z.enum(['createdAt', 'importanceScore', 'accessCount']).default('createdAt'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
});
export type MemoryListQuery = z.infer<typeof memoryListQuery>;

export const memoryList = z.object({
  memories: z.array(memory),
  total: z.number().int(),
  offset: z.number().int(),
  limit: z.number().int(),
  nextCursor: z.string().nullable(),
});
export type MemoryList = z.infer<typeof memoryList>;

/** The outcomes of a statement: new, left out, a repeat, a replacement, or waiting for review. */
export const statementOutcomes = ['kept', 'noise', 'repeat', 'replaced', 'review'] as const;
export type StatementOutcome = (typeof statementOutcomes)[number];
const statementCounts = z.object({
  kept: z.number().int(),
  noise: z.number().int(),
  repeat: z.number().int(),
  replaced: z.number().int(),
  review: z.number().int(),
}) satisfies z.ZodType<Record<StatementOutcome, number>>;
export type StatementCounts = z.infer<typeof statementCounts>;

export const memoryStats = z.object({
  total: z.number().int(),
  byTier: z.object({ short_term: z.number().int(), episodic: z.number().int(), semantic: z.number().int() }),
  byDay: z.array(z.object({ date: z.string(), count: z.number().int() })),
  vectors: z
    .object({ done: z.number().int(), waiting: z.number().int() })
    .optional()
    .describe('Of memories that are not archived: whose vector is made, and which words alone find until theirs is'),
  reviews: z.object({ open: z.number().int() }).optional().describe('How many wait at GET /reviews'),
  statements: statementCounts
    .optional()
    .describe(
      'What became of the statements of all texts ingested: stored as new, left out, said before, in the place of another, waiting for a person',
    ),
  llm: z
    .object({
      calls: z.number().int(),
      tokens: z.number().int(),
      callsPerDay: z.number().int(),
      tokensPerDay: z.number().int().nullable(),
    })
    .optional()
    .describe(
      'What the tenant has used of the language model today (UTC), beside its budget, where one is set; tokensPerDay is null where they have no limit',
    ),
});
export type MemoryStats = z.infer<typeof memoryStats>;

export const statsQuery = z.strictObject({ days: queryInteger(1, 365).default(30) });

export const memoryHistoryQuery = z.strictObject({
  limit: queryInteger(1, 100).default(100),
  cursor: pageQuery.cursor,
});
export type MemoryHistoryQuery = z.infer<typeof memoryHistoryQuery>;

export const memoryHistory = z.object({
  history: z.array(
    z.object({
      version: z.number().int(),
      change: z.string(),
      at: z.iso.datetime(),
      before: z.record(z.string(), z.unknown()).nullable(),
      after: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
  nextCursor: pageAnswer.nextCursor.describe('Where more follows: after `limit` changes, or fewer that hold much text'),
});
export type MemoryHistory = z.infer<typeof memoryHistory>;

/** Memories of the same text that keep words of a deleted one. */
export const keptIn = z.array(z.uuid()).optional().describe('Memories that keep words of it, which are theirs too');

export const deletedMemory = z.object({ deleted: z.boolean(), keptIn });
export type DeletedMemory = z.infer<typeof deletedMemory>;

export const deletedCount = z.object({
  deleted: z.boolean(),
  count: z.number().int(),
  dryRun: z.boolean(),
  keptIn,
});
export type DeletedCount = z.infer<typeof deletedCount>;
