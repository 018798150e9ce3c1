import { z } from 'zod';
import { owner, ownerAnswer, pageAnswer, pageQuery, tags, tier, timestamp, unit, uuid, visibleText } from './common.js';
import { CONTENT_LENGTH, memory } from './memories.js';

/** Doubtful worth, an instruction to the reader, or a possible replacement. */
export const reviewKinds = ['needs_review', 'steering', 'replacement'] as const;
export const reviewKind = z.enum(reviewKinds);
export type ReviewKind = z.infer<typeof reviewKind>;

export const reviewStates = ['open', 'accepted', 'edited', 'rejected'] as const;
export const reviewState = z.enum(reviewStates);
export type ReviewState = z.infer<typeof reviewState>;

const reviewedCandidate = z.object({
  content: z.string(),
  memoryType: tier,
  importance: unit,
  confidence: unit,
  tags: z.array(z.string()),
  sourceSpan: z.string().describe('A verbatim part of the text'),
  rationale: z.string(),
  speaker: z.string().nullable(),
  occurredAt: z.iso.datetime().describe('When it was said'),
});

export const wouldDo = z.object({
  action: z
    .enum(['store', 'replace', 'none'])
    .describe('store: one more memory; replace: the older ones no longer hold; none: nothing is stored or replaced'),
  replaces: z.array(z.uuid()).describe('Memories that would no longer hold'),
  says: z.string().describe('The same in words'),
});
export type WouldDo = z.infer<typeof wouldDo>;

/** Others of a decided review that it is shown with. Open ones ask about ten at most. */
export const REVIEW_OTHERS = 50;

export const review = z
  .object({
    id: z.uuid(),
    tenantId: z.string(),
    ownerEntityId: z.uuid().nullable(),
    owner: ownerAnswer,
    kind: reviewKind,
    state: reviewState,
    reason: z.string(),
    traceId: z.uuid().describe('The ingest that it came from'),
    sourceArtifactId: z.uuid().nullable(),
    candidate: reviewedCandidate.nullable().describe('What is not stored; null once it is, and for replacements'),
    memory: memory
      .nullable()
      .describe('The newer memory of a replacement, or the one that an accepted candidate became'),
    others: z.array(memory).describe('The older memories that it is about, as they are now'),
    wouldDo: wouldDo.nullable().describe('What accepting does; null once it is decided'),
    createdAt: z.iso.datetime(),
    decidedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof review>;

export const reviewListQuery = z.strictObject({
  ...pageQuery,
  state: z.enum([...reviewStates, 'any']).default('open'),
  kind: reviewKind.optional(),
  ownerEntityId: uuid.optional(),
  owner: owner.optional(),
  createdAfter: timestamp.optional().describe('Inclusive'),
  createdBefore: timestamp.optional().describe('Exclusive'),
});
export type ReviewListQuery = z.infer<typeof reviewListQuery>;

export const reviewList = z.object({ reviews: z.array(review), ...pageAnswer });
export type ReviewList = z.infer<typeof reviewList>;

export const reviewEdit = z
  .strictObject({ content: visibleText(CONTENT_LENGTH), tier, importanceScore: unit, tags })
  .partial()
  .refine((value) => Object.values(value).some((member) => member !== undefined), {
    message:
      'at least one of content, tier, importanceScore, tags is needed; POST /reviews/{id}/accept takes it as it is',
    params: { code: 'nothing_to_change' },
  })
  .meta({ id: 'ReviewEdit' });
export type ReviewEdit = z.infer<typeof reviewEdit>;
