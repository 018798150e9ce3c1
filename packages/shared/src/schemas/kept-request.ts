import { z } from 'zod';
import {
  bytesOf,
  cleanWithin,
  label,
  METADATA_BYTES,
  MOST_VALUES,
  MOST_ZEROS,
  objectWithin,
  SESSION_LENGTH,
  text,
  timestamp,
  timeZone,
  uuid,
  warning,
  withValues,
} from './common.js';
import { modelReading, roles, sources } from './ingest.js';
import { SPEAKER_LENGTH } from './memories.js';

/** The bound for free members of a line: earlier releases took more than is sent now. */
export const KEPT_VALUES = 2 * MOST_VALUES;

/** Metadata of a memory holds that of its ingest, with the session and the actor, each character of which may be escaped. */
export const MEMORY_METADATA_BYTES = 2 * METADATA_BYTES;
export const MEMORY_METADATA_VALUES = KEPT_VALUES + 2;
const IDS_BYTES = 4 * 1024;

/** Holds metadata among more numbers. */
export const aroundMetadata = cleanWithin(2 * MOST_ZEROS);

/** A thousand messages whose names are escaped take 900 KB, metadata without its secrets twice 64 KB. Lists read it. */
const REQUEST_BYTES = 1280 * 1024;

const counter = z.number().int().min(0).max(2_147_483_647);

/** Its length is checked first, so that not each of many elements is refused. */
const listOf = <Element extends z.ZodType>(element: Element, most: number) =>
  z.array(z.unknown()).max(most).pipe(z.array(element));

const MOST_TURNS = 1000;
const turn = z.object({
  start: counter,
  end: counter,
  role: roles,
  name: label(SPEAKER_LENGTH).nullable().default(null),
  at: timestamp.nullable().default(null),
});

/** Each message is cut out of the text, so they must not hold the same part of it. */
const turns = listOf(turn, MOST_TURNS).refine(
  (all) => all.every(({ start, end }, place) => start <= end && start >= (all[place - 1]?.end ?? 0)),
  {
    message: 'must follow each other: each ends after its start, and starts where the one before has ended',
    params: { code: 'out_of_order' },
  },
);

const warnings = listOf(warning, 1000);
const MOST_EARLIER = 100;

const read = z
  .object({
    extractor: text(1000),
    prompt: text(1000),
    warnings,
    before: listOf(z.object({ artifactId: uuid, start: counter, end: counter }), MOST_EARLIER),
    leftOut: counter,
    instructs: z.boolean(),
    later: z.boolean(),
  })
  .partial();

/** A verdict on each statement may take megabytes. The answer holds them. */
export const withoutVerdicts = <Request extends { read?: unknown }>(request: Request): Request => {
  if (typeof request.read !== 'object' || request.read === null) return request;
  const { verdicts: _verdicts, ...read } = request.read as { verdicts?: unknown };
  return { ...request, read };
};

/** Nothing later needs it, and imports of earlier releases took anything. */
const orDropped = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

const orNone = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? undefined);

const known = z.object({
  source: z.enum(sources),
  warnings,
  ownerEntityId: uuid.nullish(),
  owner: label(256).nullish(),
  sessionId: label(SESSION_LENGTH).nullish(),
  actorId: orDropped(label(256)),
  autoStore: orDropped(z.boolean()),
  debug: orDropped(z.boolean()),
  // Says that a text never leaves: what is wrong here is never taken for leave.
  reader: orNone(z.literal('local')),
  metadata: orNone(withValues(objectWithin(MEMORY_METADATA_BYTES - IDS_BYTES), KEPT_VALUES)),
  occurredAt: orDropped(timestamp),
  timeZone: orDropped(timeZone),
  turns: orNone(turns),
  again: orDropped(z.boolean()),
  read: orNone(read),
  model: orNone(modelReading),
});

/** The request of an ingest that is brought. Later work trusts it, so it keeps only members that are known, in their bounds. */
export const keptRequest = aroundMetadata
  .transform((request) => withoutVerdicts(request))
  .refine((request) => bytesOf(request) <= REQUEST_BYTES, {
    abort: true,
    message: `must not take more than ${REQUEST_BYTES} bytes of JSON`,
    params: { code: 'too_big' },
  })
  .pipe(known);
