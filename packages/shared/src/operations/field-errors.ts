import type { z } from 'zod';
import { ownOf } from '../own.js';
import { type FieldError, MOST_ERRORS } from '../problems.js';

/** For modules that know schemas, but not the library. */
export type Schema = z.ZodType;

interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  /** The schema of members that an object does not know by name. */
  catchall?: z.ZodType;
  options?: readonly z.ZodType[];
}

export const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition;

/** The inner schemas, without defaults, transforms and the like around them. */
export const bare = (schema: z.ZodType): z.ZodType[] => {
  const { innerType, in: input, options } = definitionOf(schema);
  const inner = innerType ?? input;
  if (inner) return bare(inner);
  return options ? options.flatMap(bare) : [schema];
};

const membersOf = (schema: z.ZodType) => definitionOf(schema).shape ?? {};

const within = (schema: z.ZodType, key: PropertyKey): z.ZodType[] =>
  bare(schema).flatMap((one) => {
    const found = typeof key === 'number' ? definitionOf(one).element : ownOf(membersOf(one), String(key));
    return found ? [found] : [];
  });

export function knownMembers(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let schemas = [schema];
  for (const key of path) schemas = schemas.flatMap((one) => within(one, key));
  return [...new Set(schemas.flatMap(bare).flatMap((one) => Object.keys(membersOf(one))))];
}

/** Letters of a name that are compared. Longer names are no misspellings. */
const LENGTH = 64;

const plain = (name: string) =>
  name
    .slice(0, LENGTH)
    .toLowerCase()
    .replaceAll(/[_\-\s]/g, '');

/** Edits that add, drop, change or swap neighbouring letters (optimal string alignment). */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const at = (costs: number[], index: number) => costs[index] ?? Number.POSITIVE_INFINITY;
      const cost = Math.min(at(last, column) + 1, at(next, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      next.push(swapped ? Math.min(cost, at(before, column - 2) + 1) : cost);
    }
    before = last;
    last = next;
  }
  return last[to.length] ?? 0;
}

/** Undefined when all are too different. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const given = plain(name);
  const near = known
    .map((candidate) => ({ candidate, far: distance(given, plain(candidate)) }))
    .filter(({ candidate, far }) => far <= Math.min(3, Math.floor((candidate.length + 1) / 3)))
    .sort((first, second) => first.far - second.far);
  return near[0]?.candidate;
}

const escapeToken = (key: PropertyKey) => String(key).replaceAll('~', '~0').replaceAll('/', '~1');

export type Place = 'body' | 'query' | 'path' | 'header';

const pathIn = (place: Place, path: readonly PropertyKey[]): string => {
  if (place !== 'body') return [place, ...path.map(String)].join('.');
  return path.map((key) => `/${escapeToken(key)}`).join('');
};

type Issue = z.core.$ZodIssue;

const codeOf = (issue: Issue): string => {
  const params = 'params' in issue ? (issue.params as { code?: string } | undefined) : undefined;
  return params?.code ?? issue.code;
};

/** Says that a member is missing, where zod would list the values of an enum. */
const wording = (issue: z.core.$ZodRawIssue): string | undefined => {
  if (issue.code === 'unrecognized_keys') return 'is not known here';
  const isMissing = issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
  return isMissing ? 'is required' : undefined;
};

const unknownMember = (name: string, known: readonly string[]): string => {
  const meant = nearestName(name, known);
  return meant === undefined ? 'is not known here' : `is not known here; did you mean "${meant}"?`;
};

/** Suggestions are sought only for the errors that are shown. */
const unknownMembers = (place: Place, path: readonly PropertyKey[], keys: readonly string[], schema: z.ZodType) => {
  const known = knownMembers(schema, path);
  return keys.map((key, index) => ({
    path: pathIn(place, [...path, key]),
    code: 'unknown_member',
    message: unknownMember(key, index < MOST_ERRORS ? known : []),
  }));
};

const errorsOf = (place: Place, issue: Issue, schema: z.ZodType): FieldError[] =>
  issue.code === 'unrecognized_keys'
    ? unknownMembers(place, issue.path, issue.keys, schema)
    : [{ path: pathIn(place, issue.path), code: codeOf(issue), message: issue.message }];

const isUnknown = ({ code }: Issue) => code === 'unrecognized_keys';

type Fit<Data> = { data: Data; errors?: never } | { data?: never; errors: FieldError[] };

export function fit<Schema extends z.ZodType>(place: Place, schema: Schema, value: unknown): Fit<z.output<Schema>> {
  const parsed = schema.safeParse(value, { error: wording });
  if (parsed.success) return { data: parsed.data };
  const { issues } = parsed.error;
  // Misspelt names come before the members that are missing because of them.
  const ordered = [...issues.filter(isUnknown), ...issues.filter((issue) => !isUnknown(issue))];
  return { errors: ordered.flatMap((issue) => errorsOf(place, issue, schema)) };
}
