import { z } from 'zod';
import {
  bytesOf,
  jsonObject,
  label,
  objectWithin,
  ownName,
  SESSION_LENGTH,
  tags,
  text,
  tier,
  timestamp,
  unit,
  uuid,
  visibleText,
  withValues,
} from './common.js';
import { ingestAnswer, sources } from './ingest.js';
import {
  aroundMetadata,
  KEPT_VALUES,
  keptRequest,
  MEMORY_METADATA_BYTES,
  MEMORY_METADATA_VALUES,
} from './kept-request.js';
import { CONTENT_LENGTH, CONTEXT_LENGTH, MOST_CONTEXT_SOURCES, SPEAKER_LENGTH } from './memories.js';
import { reviewKind, reviewState } from './reviews.js';

export const EXPORT_FORMAT = 'hippocamp-export-1';

/** Bytes of a line that an import reads at the least, whatever the bounds of bodies. */
export const LINE_BYTES = 4 * 1024 * 1024;

/** The same of members and elements, at all levels. */
export const LINE_VALUES = 200_000;

/** Stored things may be longer than sent ones: a text by its speaker and dates, metadata by the ids of its ingest. */
export const KEPT_LENGTH = 2 * CONTENT_LENGTH;
const keptObject = withValues(jsonObject, KEPT_VALUES);
const keptMetadata = withValues(objectWithin(MEMORY_METADATA_BYTES), MEMORY_METADATA_VALUES);

export const MOST_HISTORY = 100_000;

/** Sources of a distilled memory that a line names. */
export const MOST_DISTILLED_FROM = 1000;

/** A verbatim part of a text may be the whole text, with each character escaped. Lists show it, so it has a bound. */
const PROVENANCE_BYTES = 384 * 1024;
/** A thousand sentences of what is distilled take four each, and those of a language model name several sources. */
const PROVENANCE_VALUES = 10_000;

const counter = (min: number) => z.number().int().min(min).max(2_147_483_647);
const time = timestamp.transform((value) => new Date(value));

/** UTF-16 units of a raw text. */
const span = z.strictObject({ start: counter(0), end: counter(0) });

/** A memory's content, metadata and tags, with each character escaped, take 750 KB. Pages of a history hold ten. */
const STATE_BYTES = 1280 * 1024;
const keptContent = text(KEPT_LENGTH);

const memoryState = aroundMetadata
  .refine(({ content }) => typeof content !== 'string' || keptContent.safeParse(content).success, {
    path: ['content'],
    message: `must have at most ${KEPT_LENGTH} characters`,
    params: { code: 'too_big' },
  })
  .refine((state) => bytesOf(state) <= STATE_BYTES, {
    message: `must not take more than ${STATE_BYTES} bytes of JSON`,
    params: { code: 'too_big' },
  });

export const historyEntry = z.strictObject({
  version: counter(1),
  change: label(64),
  at: time,
  before: memoryState.nullable(),
  after: memoryState.nullable(),
});

const memoryLine = z.strictObject({
  kind: z.literal('memory'),
  id: uuid,
  ownerEntityId: uuid.nullable(),
  tier,
  content: visibleText(KEPT_LENGTH),
  context: text(CONTEXT_LENGTH).nullable(),
  speaker: text(SPEAKER_LENGTH).nullable().default(null),
  contextSourceIds: z.array(uuid).max(MOST_CONTEXT_SOURCES),
  distilledFrom: z.array(uuid).max(MOST_DISTILLED_FROM).describe('Memories whose text it holds'),
  sourceArtifactId: uuid.nullable(),
  sourceEventId: uuid.nullable(),
  importanceScore: unit,
  accessCount: counter(0),
  lastAccessedAt: time,
  recencyAt: time,
  occurredAt: time,
  metadata: keptMetadata,
  tags,
  createdAt: time,
  updatedAt: time,
  tierSince: time,
  archivedAt: time.nullable(),
  invalidAt: time.nullable(),
  supersededById: uuid.nullable(),
  distilledAt: time.nullable(),
  heldUntil: time.nullable(),
  version: counter(1),
  confidence: unit.nullable(),
  provenance: withValues(objectWithin(PROVENANCE_BYTES), PROVENANCE_VALUES).nullable(),
  span: span.nullable(),
  history: z.array(historyEntry).max(MOST_HISTORY),
});
export type MemoryLine = z.infer<typeof memoryLine>;

/** Continues the history of an earlier memory line, which keeps lines short. With `memoryUpdatedAt` it begins one. */
const historyLine = z.strictObject({
  kind: z.literal('history'),
  memoryId: uuid,
  memoryUpdatedAt: time.optional(),
  history: z.array(historyEntry).min(1).max(MOST_HISTORY),
});
export type HistoryLine = z.infer<typeof historyLine>;

const artifactLine = z.strictObject({
  kind: z.literal('artifact'),
  id: uuid,
  content: text(KEPT_LENGTH),
  source: label(64),
  ownerEntityId: uuid.nullable(),
  metadata: keptObject,
  ingestTraceId: uuid.nullable(),
  createdAt: time,
});

const emptied = (value: unknown) => (Array.isArray(value) ? [] : value);

/** Its lists may have thousands of elements. Whoever reads a line checks these one by one. */
const withoutElements = ({
  acceptedMemories,
  rejectedMemories,
  warnings,
  debug,
  ...result
}: Record<string, unknown>) => {
  const lists = { acceptedMemories, rejectedMemories, warnings };
  const { verdicts, ...beside } = (debug ?? {}) as { verdicts?: unknown };
  return {
    ...result,
    ...Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, emptied(list)])),
    ...(typeof debug === 'object' ? { debug: { ...beside, verdicts: emptied(verdicts) } } : { debug }),
  };
};

const ingestLine = z.strictObject({
  kind: z.literal('ingest'),
  traceId: uuid,
  state: z.enum(['done', 'failed']),
  request: keptRequest,
  artifactId: uuid.nullable(),
  result: aroundMetadata
    .refine((result) => ingestAnswer.safeParse(withoutElements(result)).success, {
      message: 'must be the answer of an ingest',
      params: { code: 'not_an_answer' },
    })
    .nullable(),
  error: text(4000).nullable(),
  createdAt: time,
  finishedAt: time.nullable(),
});

const nodeType = z.enum(['entity', 'artifact', 'memory']);
const relationLine = z.strictObject({
  kind: z.literal('relation'),
  id: uuid,
  type: label(64),
  fromType: nodeType,
  fromId: uuid,
  toType: nodeType,
  toId: uuid,
  weight: z.number(),
  metadata: keptObject,
  createdAt: time,
});

const entityLine = z.strictObject({
  kind: z.literal('entity'),
  id: uuid,
  type: label(64),
  name: visibleText(256),
  externalId: ownName.nullable().default(null),
  properties: keptObject,
  tags,
  createdAt: time,
  updatedAt: time,
  version: counter(1),
  fromMentions: z.boolean().default(false),
});

const eventLine = z.strictObject({
  kind: z.literal('event'),
  id: uuid,
  actorEntityId: uuid.nullable(),
  eventType: label(128),
  payload: keptObject,
  tags,
  occurredAt: time,
  createdAt: time,
});

const reviewLine = z.strictObject({
  kind: z.literal('review'),
  id: uuid,
  about: reviewKind,
  ownerEntityId: uuid.nullable(),
  state: reviewState,
  reason: text(4000),
  traceId: uuid,
  sourceArtifactId: uuid.nullable(),
  candidate: z
    .strictObject({
      content: visibleText(KEPT_LENGTH),
      memoryType: tier,
      importance: unit,
      confidence: unit,
      tags,
      sourceSpan: text(KEPT_LENGTH),
      rationale: text(4000),
      by: label(256).nullable(),
      speaker: text(SPEAKER_LENGTH).nullable(),
      span,
      context: span.nullable(),
      source: z.enum(sources),
      sessionId: label(SESSION_LENGTH).nullable(),
      actorId: label(256).nullable(),
      metadata: keptObject,
      occurredAt: time,
      reader: z.literal('local').optional(),
      quotedUntil: z.int().min(0).optional(),
    })
    .nullable(),
  memoryId: uuid.nullable(),
  otherIds: z.array(uuid).max(1000),
  createdAt: time,
  decidedAt: time.nullable(),
});

const headerLine = z.strictObject({ kind: z.literal('header'), format: z.literal(EXPORT_FORMAT) });

const counts = z.object({
  artifact: z.int(),
  ingest: z.int(),
  entity: z.int(),
  event: z.int(),
  memory: z.int(),
  relation: z.int(),
  // Earlier releases had no reviews.
  review: z.int().default(0),
});
const endLine = z.strictObject({ kind: z.literal('end'), counts: counts.optional() });

export const exportLine = z.discriminatedUnion('kind', [
  headerLine,
  artifactLine,
  ingestLine,
  entityLine,
  eventLine,
  memoryLine,
  historyLine,
  relationLine,
  reviewLine,
  endLine,
]);
export type ExportLine = z.infer<typeof exportLine>;

export const transferKinds = ['artifact', 'ingest', 'entity', 'event', 'memory', 'relation', 'review'] as const;
export type TransferKind = (typeof transferKinds)[number];
export type TransferLine = Extract<ExportLine, { kind: TransferKind }>;

export type TransferCounts = z.infer<typeof counts>;

export const noTransfers = (): TransferCounts => ({
  artifact: 0,
  ingest: 0,
  entity: 0,
  event: 0,
  memory: 0,
  relation: 0,
  review: 0,
});

export const importAnswer = z
  .object({
    lines: z.int(),
    imported: counts,
    skipped: counts.describe('Those whose id was there already, and relations whose edge was'),
    problems: z
      .array(z.object({ line: z.int(), path: z.string().optional(), code: z.string(), message: z.string() }))
      .describe('The first 1000; lines count from 1'),
    problemsTotal: z.int(),
    complete: z.boolean().describe('The last line of an export was seen'),
    stopped: z
      .object({ line: z.int(), code: z.string(), message: z.string() })
      .optional()
      .describe('Where a bound was met: why, and the line from which to send the rest with another request'),
  })
  .meta({ id: 'ImportAnswer' });
export type ImportAnswer = z.infer<typeof importAnswer>;
