import { z } from 'zod';
import { entriesOf, membersOf } from '../members.js';

/** Lengths count Unicode code points. */

const visible = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Zs}]/u;

const wellFormedText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\0'), {
      message: 'must not hold the character NUL',
      params: { code: 'nul_character' },
    })
    .refine((text) => text.isWellFormed(), {
      message: 'must not hold a lone surrogate',
      params: { code: 'lone_surrogate' },
    });

/** Without NUL and lone surrogates; may be empty. */
export const text = (max: number) => wellFormedText(max);

export const visibleText = (max: number) =>
  wellFormedText(max)
    .refine((value) => visible.test(value), {
      message: 'must hold a visible character',
      params: { code: 'no_visible_character' },
    })
    .meta({ minLength: 1 });

export const hasVisibleCharacter = (value: string) => visible.test(value);

export const label = (max: number) => wellFormedText(max).min(1);

export const uuid = z
  .string()
  .regex(/^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/, 'must be a UUID')
  .transform((value) => value.toLowerCase())
  .meta({ format: 'uuid' });

/** The tenant's own name for a user, an agent or a team. */
export const ownName = visibleText(256);

export const owner = ownName.describe("The tenant's own name for whose it is, such as `alice`, in place of an id");

export const ownerAnswer = z
  .string()
  .nullable()
  .optional()
  .describe("The tenant's own name for whose it is, where it has one");

export const idPath = z.object({ id: uuid });

/** ISO 8601 with `Z` or an offset. Becomes UTC with milliseconds, in the years that every store can hold. */
export const timestamp = z.iso
  .datetime({
    offset: true,
    error: 'must be a time such as 2026-01-31T09:30:00Z or 2026-01-31T09:30:00+02:00 (in a URL + is written %2B)',
  })
  .transform((value) => new Date(value).toISOString())
  .refine((value) => /^(?!0000)\d{4}-/.test(value), {
    message: 'must lie in the years 1 to 9999, in UTC',
    params: { code: 'out_of_range' },
  });

const isTimeZone = (name: string): boolean => {
  try {
    // Newer engines accept offsets as well, but an offset has no summer time.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
};

export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, {
    message: 'must be a time zone by its IANA name, such as Europe/Berlin, Pacific/Auckland or UTC; an offset is none',
    params: { code: 'unknown_time_zone' },
  });

export const tenantPattern = /^[A-Za-z0-9._:@-]{1,128}$/;
export type TenantId = string & { readonly tenant: unique symbol };

export const tierNames = ['short_term', 'episodic', 'semantic'] as const;
export const tier = z.enum(tierNames);
export type Tier = z.infer<typeof tier>;

export const unit = z.number().min(0).max(1);
export const tags = z.array(label(64)).max(64);

export const METADATA_BYTES = 64 * 1024;

export const bytesOf = (value: object): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** As MAX_DEPTH of a body. A query string may hold JSON too. */
const DEPTH = 32;

const cleanValue = (value: unknown, depth = 0): boolean => {
  if (depth > DEPTH) return false;
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every((member) => cleanValue(member, depth + 1));
  if (typeof value === 'object' && value !== null)
    return entriesOf(value).every(([key, member]) => cleanValue(key) && cleanValue(member, depth + 1));
  return true;
};

/** Digits that the numbers of an object may take beyond those that JSON writes. */
export const MOST_ZEROS = 16 * 1024;

/** The database writes numbers without an exponent: 1e300 with 300 zeros, in which lists and traversals would drown. */
const zerosOf = (value: unknown): number => {
  if (typeof value === 'number') return Math.abs(Number(String(value).split('e')[1] ?? 0));
  if (typeof value !== 'object' || value === null) return 0;
  return membersOf(value).reduce((sum: number, member) => sum + zerosOf(member), 0);
};

/** A JSON object that every store can hold, with a bound of its own for digits. */
export const cleanWithin = (mostZeros: number) =>
  z
    .record(z.string(), z.unknown())
    .refine((value) => cleanValue(value), {
      abort: true,
      message: 'must not hold NUL, a lone surrogate, a number that is not finite or more than 32 levels',
      params: { code: 'unclean_value' },
    })
    .refine((value) => zerosOf(value) <= mostZeros, {
      abort: true,
      message: `must not hold so many numbers with large exponents: without these they take ${mostZeros} digits at most, as 1e300 takes 300`,
      params: { code: 'many_digits' },
    });

export const cleanObject = cleanWithin(MOST_ZEROS);

/** A free-form member, bounded in bytes of JSON. */
export const objectWithin = (most: number) =>
  cleanObject.refine((value) => bytesOf(value) <= most, {
    message: `must not take more than ${most} bytes of JSON`,
    params: { code: 'too_big' },
  });

export const jsonObject = objectWithin(METADATA_BYTES);
export type JsonObject = z.infer<typeof jsonObject>;

/** Members and elements of a free-form member that is sent, at all levels. */
export const MOST_VALUES = 4000;

const countValues = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 1
    : membersOf(value).reduce((sum: number, member) => sum + countValues(member), 1);

/** A process holds some 70 bytes for each empty object, which takes three of JSON. */
export const withValues = (schema: typeof jsonObject, most: number) =>
  schema.refine((value) => countValues(value) <= most + 1, {
    message: `must not hold more than ${most} members and elements`,
    params: { code: 'too_many' },
  });

export const freeObject = withValues(jsonObject, MOST_VALUES);

export const SESSION_LENGTH = 256;

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Metadata of memories. The index holds their session. */
export const metadata = freeObject.refine(({ sessionId }) => [...asText(sessionId)].length <= SESSION_LENGTH, {
  path: ['sessionId'],
  message: `must not take more than ${SESSION_LENGTH} characters`,
  params: { code: 'too_big' },
});

const FILTER_MEMBERS = 16;
const FILTER_NAME = 128;
const FILTER_VALUE = 1024;

export const metadataFilter = cleanObject
  .check(({ value, issues }) => {
    const refuse = (path: string[], message: string) => {
      issues.push({ code: 'custom', path, message, params: { code: 'too_big' }, input: value });
    };
    const entries = entriesOf(value);
    if (entries.length > FILTER_MEMBERS) refuse([], `must not hold more than ${FILTER_MEMBERS} members`);
    for (const [name, member] of entries.slice(0, FILTER_MEMBERS)) {
      if (name.length > FILTER_NAME) refuse([name], `has a name of more than ${FILTER_NAME} characters`);
      if (JSON.stringify(member).length > FILTER_VALUE)
        refuse([name], `must not take more than ${FILTER_VALUE} characters`);
    }
  })
  .meta({ maxProperties: FILTER_MEMBERS });

export const weights = z
  .strictObject({ semantic: z.number().min(0), recency: z.number().min(0), importance: z.number().min(0) })
  .partial()
  .refine((value) => Object.values(value).some((weight) => (weight ?? 0) > 0), 'at least one weight must be above 0');

export const queryInteger = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))
    // The document shows a number, although it is sent as digits.
    .meta({ type: 'integer', minimum: min, maximum: max, pattern: undefined });

export const queryBoolean = z.enum(['true', 'false']).transform((value) => value === 'true');

export const warning = z.object({ code: z.string(), message: z.string() });
export type Warning = z.infer<typeof warning>;

export const envelope = <Schema extends z.ZodType>(schema: Schema) => z.object({ data: schema });

export const deleted = z.object({ deleted: z.boolean() });

/** `instructs`: tries to instruct its reader; `secret`: holds a secret; `unchecked`: could not be read in time. */
const marks = ['instructs', 'secret', 'unchecked'] as const;
export const mark = z.enum(marks);
export type Mark = z.infer<typeof mark>;

/** Texts that the `marks` beside them apply to. */
export const judgedTexts = z.registry<Record<never, never>>();
export const judgedText = z.string().register(judgedTexts, {});

export const pageQuery = {
  offset: queryInteger(0, 1_000_000)
    .default(0)
    .describe('A page of large rows ends before `limit`: go on by `nextCursor`, or by as many rows as it has'),
  limit: queryInteger(1, 100).default(20),
  cursor: z
    .string()
    .max(1000)
    .optional()
    .describe('From `nextCursor`; pages neither repeat nor skip while rows are added'),
};

export const pageAnswer = {
  total: z.number().int(),
  offset: z.number().int(),
  limit: z.number().int(),
  nextCursor: z.string().nullable(),
};
