import { z } from 'zod';
import {
  label,
  mark,
  metadata,
  owner,
  ownerAnswer,
  queryInteger,
  SESSION_LENGTH,
  tier,
  timestamp,
  timeZone,
  unit,
  uuid,
  warning,
} from './common.js';
import { CONTENT_LENGTH, SPEAKER_LENGTH } from './memories.js';

export const sources = ['chat', 'note', 'event', 'document', 'system'] as const;
export const dedupStatuses = ['new', 'duplicate', 'near_duplicate', 'conflict', 'needs_review'] as const;

// NUL and lone surrogates are repaired by the pipeline and reported, not refused.
const rawText = z.string().min(1).max(CONTENT_LENGTH);

const MOST_MESSAGES = 1000;

export const roles = z.enum(['user', 'assistant', 'system', 'tool']);

export const message = z
  .strictObject({
    role: roles,
    name: label(SPEAKER_LENGTH).optional().describe('Of the person who says it; the first person becomes theirs'),
    content: rawText,
    at: timestamp.optional().describe('When it was said; default occurredAt'),
    keep: z
      .boolean()
      .optional()
      .describe('Default true; false is off the record: read as what came before, and kept nowhere'),
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof message>;

const messages = z
  .array(message)
  .min(1)
  .max(MOST_MESSAGES)
  .refine((all) => all.reduce((sum, { content }) => sum + content.length, all.length - 1) <= CONTENT_LENGTH, {
    error: `all messages together are at most ${CONTENT_LENGTH} characters`,
  });

/** Section 4.1 of the interface document. `text` is another spelling of `content`; `content` wins. */
export const ingestRequest = z
  .strictObject({
    content: rawText.optional().describe('Required, unless text or messages are given'),
    text: rawText.optional().describe('Another spelling of content'),
    messages: messages.optional().describe('In place of content: what was said in a talk, message by message'),
    source: z.enum(sources),
    actorId: label(256).optional(),
    sessionId: label(SESSION_LENGTH).optional(),
    ownerEntityId: uuid.nullish(),
    owner: owner.nullish(),
    autoStore: z.boolean().default(true),
    debug: z.boolean().default(false),
    reader: z
      .literal('local')
      .optional()
      .describe('`local`: this text is not sent to a language model, whatever the settings say'),
    metadata: metadata.default({}),
    occurredAt: timestamp.optional().describe('When it was said; default now, at most 24 h ahead'),
    timeZone: timeZone
      .optional()
      .describe('IANA name of the zone in which "today" and "tomorrow" of the text are days; default UTC'),
  })
  .transform(({ text, content: named, messages: said, ...rest }, context) => {
    const content = named ?? text;
    if (content === undefined && said === undefined) {
      context.addIssue({ code: 'custom', path: ['content'], message: 'is required', params: { code: 'required' } });
      return z.NEVER;
    }
    if (content !== undefined && said !== undefined) {
      const problem = 'cannot stand beside content; send either';
      context.addIssue({ code: 'custom', path: ['messages'], message: problem, params: { code: 'ambiguous' } });
      return z.NEVER;
    }
    return { ...rest, content: said ?? content ?? '' };
  })
  .meta({ id: 'IngestRequest' });
export type IngestRequest = z.infer<typeof ingestRequest>;

/** Section 2.2 of the interface document. */
export const candidate = z
  .object({
    content: z.string(),
    memoryType: tier,
    importance: unit,
    confidence: unit,
    tags: z.array(z.string()),
    sourceSpan: z.string().describe('A verbatim part of the text'),
    rationale: z.string(),
    dedupStatus: z.enum(dedupStatuses),
    // Missing in answers of earlier versions.
    ownerEntityId: z.uuid().nullable().optional().describe('Whose "I" it tells: that of the request'),
    owner: ownerAnswer,
    memoryId: z.uuid().optional().describe('On stored items'),
    reason: z.string().optional().describe('On rejected items'),
    supersedes: z.array(z.uuid()).optional().describe('Memories whose place it takes, on conflicts'),
    duplicateOf: z.uuid().optional().describe('The memory that a rejected repeat repeats'),
    reviewId: z.uuid().optional().describe('Where it waits for somebody to decide, or was decided about'),
    mayReplace: z.array(z.uuid()).optional().describe('Memories whose place it may take; its review asks'),
  })
  .meta({ id: 'Candidate' });
export type Candidate = z.infer<typeof candidate>;

/** For `debug`. The members are explained in `shared/language/verdict`. */
const placedVerdict = z
  .object({
    start: z.number().int().describe('Where the statement lies in the text, UTF-16 units'),
    end: z.number().int(),
    isKept: z.boolean(),
    keep: z.number().describe('0..1, as all of them but the importance: it tells something'),
    tiers: z.object({ short_term: z.number(), episodic: z.number(), semantic: z.number() }),
    importance: z.number().describe('1..3'),
    whose: z.object({ self: z.number(), other: z.number(), assistant: z.number() }),
    asks: z.number(),
    unmeant: z.number().describe('It is not meant as said: supposed, quoted, played, sarcastic'),
    steers: z.number(),
    corrects: z.number(),
  })
  .meta({ id: 'Verdict' });

export const modelReading = z
  .object({
    state: z
      .enum(['due', 'done', 'failed', 'off'])
      .describe(
        'due: still to come, or under way; done; failed: it gave no answer, and the local reading stands; off: this text is not sent to it',
      ),
    added: z
      .number()
      .int()
      .describe(
        'Memories that it added; once it is done they stand among the accepted ones, but for those of a try that was given up',
      ),
  })
  .meta({ id: 'ModelReading' });
export type ModelReading = z.infer<typeof modelReading>;

export const ingestAnswer = z
  .object({
    success: z.boolean(),
    traceId: z.uuid(),
    status: z.enum(['processing', 'done', 'failed']),
    summary: z.object({ candidates: z.number().int(), accepted: z.number().int(), rejected: z.number().int() }),
    acceptedMemories: z.array(candidate),
    rejectedMemories: z.array(candidate),
    warnings: z.array(warning),
    model: modelReading.optional().describe('Where a language model reads behind the local reader'),
    debug: z
      .object({
        normalizedInput: z.string(),
        extractorVersion: z.string(),
        promptVersion: z.string(),
        durationMs: z.number().int(),
        verdicts: z
          .array(placedVerdict)
          .optional()
          .describe(
            'What the judge says of the first 1,000 statements, kept or not, in three digits; none where no judge read',
          ),
      })
      .optional(),
    error: z.string().optional().describe('Why it failed, when it did'),
  })
  .meta({ id: 'IngestAnswer' });
export type IngestAnswer = z.infer<typeof ingestAnswer>;

export const ingestListQuery = z.strictObject({
  offset: queryInteger(0, 1_000_000).default(0),
  limit: queryInteger(1, 100).default(20),
  cursor: z.string().max(1000).optional().describe('From `nextCursor`'),
  state: z.enum(['processing', 'done', 'failed']).optional(),
});
export type IngestListQuery = z.infer<typeof ingestListQuery>;

export const ingestList = z.object({
  ingests: z.array(
    z.object({
      traceId: z.uuid(),
      state: z.enum(['processing', 'done', 'failed']),
      source: z.enum(sources),
      ownerEntityId: z.uuid().nullable(),
      owner: ownerAnswer,
      sessionId: z.string().nullable(),
      artifactId: z.uuid().nullable(),
      summary: z.object({ candidates: z.number().int(), accepted: z.number().int(), rejected: z.number().int() }),
      error: z.string().nullable(),
      createdAt: z.iso.datetime(),
      finishedAt: z.iso.datetime().nullable(),
    }),
  ),
  total: z.number().int(),
  offset: z.number().int(),
  limit: z.number().int(),
  nextCursor: z.string().nullable(),
});
export type IngestList = z.infer<typeof ingestList>;

export const artifact = z
  .object({
    id: z.uuid(),
    tenantId: z.string(),
    source: z.string(),
    content: z.string(),
    ownerEntityId: z.uuid().nullable(),
    owner: ownerAnswer,
    metadata: z.record(z.string(), z.unknown()),
    ingestTraceId: z.uuid().nullable(),
    createdAt: z.iso.datetime(),
    marks: z
      .array(mark)
      .describe(
        '`instructs` where a statement of it tries to steer its reader: code, quotes, signatures, and words of an assistant that are not kept, are not looked at. `unchecked` where nobody has read it here',
      ),
  })
  .meta({ id: 'Artifact' });
export type Artifact = z.infer<typeof artifact>;

export const artifactListQuery = z.strictObject({
  limit: queryInteger(1, 100).default(20),
  cursor: z.string().max(1000).optional().describe('From `nextCursor`'),
  ownerEntityId: uuid.optional(),
  owner: owner.optional(),
  createdAfter: timestamp.optional().describe('Inclusive'),
  read: z
    .literal('earlier')
    .optional()
    .describe('Those alone that another reader read than that of now, and that can be read anew'),
});
export type ArtifactListQuery = z.infer<typeof artifactListQuery>;

export const artifactList = z.object({
  artifacts: z.array(
    artifact.omit({ tenantId: true, content: true, metadata: true, marks: true }).extend({
      sessionId: z.string().nullable(),
      readBy: z.string().nullable().describe('The reader that read it last; null where nobody knows'),
    }),
  ),
  total: z.number().int(),
  nextCursor: z.string().nullable(),
});
export type ArtifactList = z.infer<typeof artifactList>;
