export interface ErrorPlace {
  /** An operation of the contract, such as `createMemory`. */
  operation: string;
  attempts: number;
  /** Sent with every try. Where the outcome is unknown, repeat the request with it: it is done once. */
  idempotencyKey?: string;
}

const nowhere: ErrorPlace = { operation: '', attempts: 0 };

/** All errors of the client extend it. An abort throws the reason of its signal instead. */
export class HippocampError extends Error {
  override readonly name: string = 'HippocampError';
  readonly brand = 'hippocamp.sdk';
  place: ErrorPlace = nowhere;
}

/** Also true for errors of another copy of this package. */
export const isHippocampError = (error: unknown): error is HippocampError =>
  typeof error === 'object' && error !== null && 'brand' in error && error.brand === 'hippocamp.sdk';

/** No answer came: nobody listens there, or the connection broke off. */
export class ConnectionFailed extends HippocampError {
  override readonly name = 'ConnectionFailed';

  constructor(
    url: string,
    override readonly cause: unknown,
    /** True when the service was not reached, so that nothing was done. */
    readonly neverSent: boolean,
  ) {
    super(`${url} could not be reached, or broke off: ${reasonOf(cause)}`);
  }
}

/** No answer, or nothing more of it, within `timeoutMs`. */
export class TimedOut extends HippocampError {
  override readonly name = 'TimedOut';

  constructor(
    url: string,
    /** Milliseconds. */
    readonly timeoutMs: number,
  ) {
    super(`${url} did not answer within ${timeoutMs} ms`);
  }
}

const isRedirect = (status: number) => status === 0 || (status >= 300 && status < 400);

const unexpected = (url: string, status: number, contentType: string, location: string | undefined): string =>
  isRedirect(status)
    ? `${url} redirects ${location ? `to ${location}` : 'elsewhere'}, and this client does not follow: ` +
      'set `baseUrl` to where the service is.'
    : `${url} answered ${status} with ${contentType || 'no content type'}, which is no answer of Hippocamp. ` +
      'Is this its base URL, and does a proxy stand before it?';

/** A proxy or another service answered. A redirect is not followed: it may turn a write into a read. */
export class UnexpectedAnswer extends HippocampError {
  override readonly name = 'UnexpectedAnswer';

  constructor(
    url: string,
    /** 0 for a redirect in a browser, which does not tell more. */
    readonly status: number,
    readonly contentType: string,
    readonly retryAfterMs: number | undefined,
    location?: string,
  ) {
    super(unexpected(url, status, contentType, location));
  }
}

/** An older server lacks something that the client asked for. */
export class NotOnThisServer extends HippocampError {
  override readonly name = 'NotOnThisServer';

  constructor(
    message: string,
    /** An operation such as `POST /forget`, or members such as `timeZone`. */
    readonly lacks: readonly string[],
    readonly serverVersion: string | undefined,
    override readonly cause: unknown,
  ) {
    super(message);
  }
}

/** The ingest or run has failed. */
export class WorkFailed extends HippocampError {
  override readonly name = 'WorkFailed';

  constructor(
    /** The id of the ingest or run. */
    readonly id: string,
    /** Its last answer. */
    readonly answer: object,
  ) {
    const reason = 'error' in answer && typeof answer.error === 'string' ? `: ${answer.error}` : '';
    super(`${id} has failed${reason}`);
  }
}

/** The work takes longer than the wait. It goes on, and can be waited for again. */
export class StillWorking extends HippocampError {
  override readonly name = 'StillWorking';

  constructor(
    /** The id of the ingest or run. */
    readonly id: string,
    waitMs: number,
  ) {
    super(`${id} is not done after ${waitMs} ms; it goes on`);
  }
}

const codeOf = (cause: object): string | undefined =>
  'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;

/** Node puts the reason of a failed fetch in its cause, with the code. */
const chain = (error: unknown): object[] =>
  typeof error === 'object' && error !== null ? [error, ...chain('cause' in error ? error.cause : undefined)] : [];

const reasonOf = (cause: unknown): string => {
  const errors = chain(cause);
  const code = errors.map(codeOf).find((found) => found !== undefined);
  const deepest = errors.at(-1);
  return code ?? (deepest instanceof Error ? deepest.message : String(cause));
};

const unreached = ['ECONNREFUSED', 'ConnectionRefused', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/** True only where it is certain; browsers do not tell. */
export const wasNeverSent = (cause: unknown): boolean =>
  chain(cause).some((error) => unreached.includes(codeOf(error) ?? ''));
