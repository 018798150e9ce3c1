/** The closed list of problems (RFC 9457). The name is the last part of `type`; `about` is the text of its page. */
export const problemTypes = {
  'malformed-json': {
    status: 400,
    title: 'The body could not be read',
    about:
      'The body is not one JSON object in UTF-8, or ended too early: check quotes, commas, the encoding and the length.',
  },
  'malformed-request': {
    status: 400,
    title: 'This is not HTTP',
    about:
      'What came is not a request that HTTP/1.1 allows: check the request line, the headers and the length of the body.',
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
    title: 'This is not allowed',
    about:
      'The key lacks the scope for this operation or belongs to another tenant, or the service was asked by a name that it does not answer to: ' +
      'the setting ALLOWED_HOSTS lists the names.',
  },
  'quota-reached': {
    status: 403,
    title: 'The quota of this tenant is used up',
    about:
      '`detail` says of what it has too much. Delete some of it, or ask the operator for more; a repeat alone does not help.',
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
  'expectation-failed': {
    status: 417,
    title: 'The expectation cannot be met',
    about: 'The header `Expect` may only say `100-continue`.',
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
    about: 'A limit of this tenant, or of this key, is reached. Wait as long as `Retry-After` says.',
  },
  'header-fields-too-large': {
    status: 431,
    title: 'The headers are too large',
    about: 'Headers and the request line together may take 16 KiB, and there may be 200 headers.',
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
  overloaded: {
    status: 503,
    title: 'There is more to do than this process can',
    about: 'The request was refused before anything was done. Try again after `Retry-After` seconds.',
  },
  'outcome-unknown': {
    status: 503,
    title: 'Whether this was done is not known',
    about:
      'The database took the write and did not answer in time. With an Idempotency-Key send the same request again: it is done once. ' +
      'Without one look first whether it is there.',
  },
} as const satisfies Record<string, { status: number; title: string; about: string }>;

export type ProblemName = keyof typeof problemTypes;

/** `path` is a JSON Pointer into the body, or `query.x`, `header.x`, `path.x`. */
export interface FieldError {
  path: string;
  code: string;
  message: string;
}

export type UnavailablePart = 'records' | 'index' | 'queue' | 'embedder';

export interface ProblemExtras {
  errors?: FieldError[];
  /** Seconds; becomes the header `Retry-After`. */
  retryAfter?: number;
  /** Methods; becomes the header `Allow`. */
  allow?: string[];
  /** A write was sent, and it is unknown if it was kept. */
  outcome?: 'unknown';
  cause?: unknown;
  part?: UnavailablePart;
}

/** The only error that a caller sees. Recognise it with `isProblem`, not by class: packages may hold copies. */
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

export const problemBody = (problem: Problem, instance: string, requestId: string) => ({
  type: `/problems/${problem.problem}`,
  title: problemTypes[problem.problem].title,
  status: problem.status,
  detail: problem.detail,
  instance,
  requestId,
  ...(problem.problem === 'outcome-unknown' ? { outcome: 'unknown' as const } : {}),
  ...(problem.extras.errors ? { errors: problem.extras.errors } : {}),
});

/** The path of the body itself is empty. */
const nameOf = ({ path }: FieldError) => path || 'the body';

const MOST_NAMED = 5;

const detailOf = (errors: readonly FieldError[], count: number): string => {
  const [only] = errors;
  if (only && count === 1) return `${nameOf(only)}: ${only.message}`;
  const names = [...new Set(errors.slice(0, MOST_NAMED).map(nameOf))];
  return `${count} members do not fit: ${names.join(', ')}${count > MOST_NAMED ? ', …' : ''}`;
};

export const MOST_ERRORS = 20;
const MOST_OF_PATH = 256;
const MOST_OF_MESSAGE = 256;

const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;

/** Cuts the number of errors and the sent text in them. */
export const boundedErrors = (errors: readonly FieldError[]): FieldError[] => {
  const shown = errors.slice(0, MOST_ERRORS).map(({ path, code, message }) => ({
    path: cut(path, MOST_OF_PATH),
    code,
    message: cut(message, MOST_OF_MESSAGE),
  }));
  const more = errors.length - shown.length;
  return more > 0 ? [...shown, { path: '', code: 'more_errors', message: `${more} more do not fit` }] : shown;
};

export const validationFailed = (errors: readonly FieldError[]) => {
  const shown = boundedErrors(errors);
  return new Problem('validation-failed', detailOf(shown, errors.length), { errors: shown });
};
