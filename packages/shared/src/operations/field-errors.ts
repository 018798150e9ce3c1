import type { z } from 'zod';
import type { FieldError } from '../problems.js';

const escapeToken = (key: PropertyKey) => String(key).replaceAll('~', '~0').replaceAll('/', '~1');

export type Place = 'body' | 'query' | 'path' | 'header';

const pathIn = (place: Place, path: readonly PropertyKey[]): string => {
  if (place !== 'body') return [place, ...path.map(String)].join('.');
  return path.map((key) => `/${escapeToken(key)}`).join('');
};

const codeOf = (issue: z.core.$ZodIssue): string => {
  const params = 'params' in issue ? (issue.params as { code?: string } | undefined) : undefined;
  return params?.code ?? issue.code;
};

const isMissing = ({ code, message }: z.core.$ZodIssue) =>
  code === 'invalid_type' && message.endsWith('received undefined');

const messageOf = (issue: z.core.$ZodIssue) => (isMissing(issue) ? 'is required' : issue.message);

/** What a schema rejected, as the `errors` of a problem. */
export const fieldErrors = (place: Place, error: z.ZodError): FieldError[] =>
  error.issues.map((issue) => ({ path: pathIn(place, issue.path), code: codeOf(issue), message: messageOf(issue) }));
