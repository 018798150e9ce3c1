/** The closed list of problems (RFC 9457). The name is the last part of `type`; `about` is the text of its page. */
export const problemTypes = {
  'malformed-json': {
    status: 400,
    title: 'The request could not be read',
    about:
      'The body is not one JSON object in UTF-8: check quotes, commas and the encoding. Or what came is not HTTP/1.1 at all.',
  },
  'validation-failed': {
    status: 400,
    title: 'The request does not fit the contract',
    about: 'One or more members are missing, of the wrong type or out of range. `errors` names each by its path.',
  },
  unauthorized: {
    status: 401,
    title: 'A key is needed',
    about: 'This service asks for a key, and the request had none that it knows.',
  },
  forbidden: {
    status: 403,
    title: 'The key does not allow this',
    about: 'The key is known but lacks the scope for this operation, or belongs to another tenant.',
  },
  'not-found': {
    status: 404,
    title: 'There is no such thing',
    about: 'The path or the id is unknown to this tenant. An id of another tenant is answered in the same way.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The path exists, the method does not',
    about: 'The header `Allow` names the methods that this path answers.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request did not arrive in time',
    about: 'Headers or body were sent too slowly, or the body was shorter than its Content-Length.',
  },
  conflict: {
    status: 409,
    title: 'The request conflicts with the present state',
    about: 'Another request is doing the same, or the state has moved on. Read again and retry.',
  },
  'idempotency-key-in-use': {
    status: 409,
    title: 'The first request with this key is still running',
    about: 'Wait as long as `Retry-After` says and send the same request again: it gets the first answer.',
  },
  'precondition-failed': {
    status: 412,
    title: 'The record has changed since it was read',
    about: 'The version in `If-Match` is not the current one. Read the record again, then repeat the change.',
  },
  'payload-too-large': {
    status: 413,
    title: 'The body is too large',
    about:
      'Split the request: `POST /memories/batch` takes more at once than a single create, an ingest up to 50,000 characters.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body is of a kind that is not read here',
    about: 'Send `content-type: application/json` in UTF-8, plain or compressed with gzip.',
  },
  unprocessable: {
    status: 422,
    title: 'The request is well formed but cannot be done',
    about: 'A rule of the service forbids it; `detail` says which and what would be right.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The key was used for another request',
    about: 'An Idempotency-Key belongs to one request. Use a new key for a new body or path.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    about: 'The limit of this tenant is reached. Wait as long as `Retry-After` says.',
  },
  'header-fields-too-large': {
    status: 431,
    title: 'The headers are too large',
    about: 'Headers and the request line together may take 16 KiB.',
  },
  internal: {
    status: 500,
    title: 'The service failed',
    about: 'A fault of the service. The log holds the reason under the `requestId`; nothing of it is shown here.',
  },
  'dependency-unavailable': {
    status: 503,
    title: 'A part that this request needs is not available',
    about: 'Nothing was kept. Try again after `Retry-After` seconds.',
  },
} as const satisfies Record<string, { status: number; title: string; about: string }>;

export type ProblemName = keyof typeof problemTypes;

/** One rejected member: `path` is a JSON Pointer into the body, or `query.x`, `header.x`, `path.x`. */
export interface FieldError {
  path: string;
  code: string;
  message: string;
}

export interface ProblemExtras {
  errors?: FieldError[];
  /** Seconds; becomes the header `Retry-After`. */
  retryAfter?: number;
  /** Methods; becomes the header `Allow`. */
  allow?: string[];
  /** What happened inside, for the log only. */
  cause?: unknown;
}

/** The one error that a caller may see. Recognise it with `isProblem`, never by class: packages may hold copies. */
export class Problem extends Error {
  readonly brand = 'hippocamp.problem';
  readonly status: number;

  constructor(
    readonly problem: ProblemName,
    readonly detail: string,
    readonly extras: ProblemExtras = {},
  ) {
    super(`${problem}: ${detail}`, { cause: extras.cause });
    this.status = problemTypes[problem].status;
  }
}

export const isProblem = (error: unknown): error is Problem =>
  typeof error === 'object' && error !== null && 'brand' in error && error.brand === 'hippocamp.problem';

/** The body of an `application/problem+json` answer. */
export const problemBody = (problem: Problem, instance: string, requestId: string) => ({
  type: `/problems/${problem.problem}`,
  title: problemTypes[problem.problem].title,
  status: problem.status,
  detail: problem.detail,
  instance,
  requestId,
  ...(problem.extras.errors ? { errors: problem.extras.errors } : {}),
});

/** The path of the body itself is empty. */
const nameOf = ({ path }: FieldError) => path || 'the body';

/** Paths named in the detail of a problem; all of them are among its errors. */
const MOST_NAMED = 5;

const detailOf = (errors: readonly FieldError[]): string => {
  const [only] = errors;
  if (only && errors.length === 1) return `${nameOf(only)}: ${only.message}`;
  const names = [...new Set(errors.slice(0, MOST_NAMED).map(nameOf))];
  return `${errors.length} members do not fit: ${names.join(', ')}${errors.length > MOST_NAMED ? ', …' : ''}`;
};

export const validationFailed = (errors: FieldError[]) =>
  new Problem('validation-failed', detailOf(errors), { errors });
