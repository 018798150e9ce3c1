import type { z } from 'zod';
import { type FieldError, MOST_ERRORS } from '../problems.js';
import { knownMembers } from './known-members.js';
import { nearestName } from './nearest-name.js';

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

/** In place of what zod would say: that a member is missing, where an enum would list its values. */
const wording = (issue: z.core.$ZodRawIssue): string | undefined => {
  if (issue.code === 'unrecognized_keys') return 'is not known here';
  const isMissing = issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
  return isMissing ? 'is required' : undefined;
};

const unknownMember = (name: string, known: readonly string[]): string => {
  const meant = nearestName(name, known);
  return meant === undefined ? 'is not known here' : `is not known here; did you mean "${meant}"?`;
};

/** One error for each unknown member; what may have been meant is sought for those that are shown. */
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

export type Fit<Data> = { data: Data; errors?: never } | { data?: never; errors: FieldError[] };

/** The value as a schema makes it, or what of it does not fit, as the `errors` of a problem. */
export function fit<Schema extends z.ZodType>(place: Place, schema: Schema, value: unknown): Fit<z.output<Schema>> {
  const parsed = schema.safeParse(value, { error: wording });
  if (parsed.success) return { data: parsed.data };
  const { issues } = parsed.error;
  // What was misspelt before what is missing for it.
  const ordered = [...issues.filter(isUnknown), ...issues.filter((issue) => !isUnknown(issue))];
  return { errors: ordered.flatMap((issue) => errorsOf(place, issue, schema)) };
}
