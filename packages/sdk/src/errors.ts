/** Where an error happened. */
export interface ErrorPlace {
  /** The operation that was asked for, such as `createMemory`. */
  operation: string;
  /** How often it was tried. */
  attempts: number;
  /** Sent with every try; send the same request with it once more where its outcome is not known: it is done once. */
  idempotencyKey?: string;
}

const nowhere: ErrorPlace = { operation: '', attempts: 0 };

/** Everything that the client throws of itself; an abort throws the reason of its signal. */
export class HippocampError extends Error {
  override readonly name: string = 'HippocampError';
  readonly brand = 'hippocamp.sdk';
  /** Filled in when it is thrown. */
  place: ErrorPlace = nowhere;
}

/** Recognises what the client throws, also that of another copy of this package. */
export const isHippocampError = (error: unknown): error is HippocampError =>
  typeof error === 'object' && error !== null && 'brand' in error && error.brand === 'hippocamp.sdk';

/** No answer came: nobody listens there, or the connection broke off. */
export class ConnectionFailed extends HippocampError {
  override readonly name = 'ConnectionFailed';

  constructor(
    url: string,
    override readonly cause: unknown,
    /** The service was not reached, so that nothing was done. */
    readonly neverSent: boolean,
  ) {
    super(`${url} could not be reached, or broke off: ${reasonOf(cause)}`);
  }
}

/** No answer within `timeoutMs`, or nothing more of it. */
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

/** An answer that is none of Hippocamp's: of a proxy, or of another service. */
export class UnexpectedAnswer extends HippocampError {
  override readonly name = 'UnexpectedAnswer';

  constructor(
    url: string,
    readonly status: number,
    readonly contentType: string,
    readonly retryAfterMs: number | undefined,
  ) {
    super(
      `${url} answered ${status} with ${contentType || 'no content type'}, which is no answer of Hippocamp. ` +
        'Is this its base URL, and does a proxy stand before it?',
    );
  }
}

/** A newer client asked an older server for what it does not have. */
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

/** What was waited for has failed. */
export class WorkFailed extends HippocampError {
  override readonly name = 'WorkFailed';

  constructor(
    /** Of the ingest, or the run. */
    readonly id: string,
    /** What it answers now. */
    readonly answer: object,
  ) {
    const reason = 'error' in answer && typeof answer.error === 'string' ? `: ${answer.error}` : '';
    super(`${id} has failed${reason}`);
  }
}

/** It was waited for as long as was asked for; the work goes on, and can be waited for again. */
export class StillWorking extends HippocampError {
  override readonly name = 'StillWorking';

  constructor(
    /** Of the ingest, or the run. */
    readonly id: string,
    waitMs: number,
  ) {
    super(`${id} is not done after ${waitMs} ms; it goes on`);
  }
}

const codeOf = (cause: object): string | undefined =>
  'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;

/** What fetch hides: Node has the reason in a cause of its own, and there the code. */
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
