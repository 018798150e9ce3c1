import { pipeline } from 'node:stream/promises';
import type { Once } from '@hippocamp/core/modules/idempotency/run-once';
import { jsonSlices } from '@hippocamp/core/modules/json/json-text';
import { pace } from '@hippocamp/core/modules/waiting';
import { UnreadableText } from '@hippocamp/core/ports/language';
import { isProblem, Problem, problemBody } from '@hippocamp/shared/problems';
import type { Request, Response } from 'express';

export interface Answer<Body = unknown> {
  status: number;
  body: Body;
  headers?: Record<string, string>;
  mediaType?: string;
  /** Text in parts, in place of a body. */
  stream?: AsyncIterable<string>;
}

/** The header that tells a repeat from the first answer. */
export const replayed = ({ replayed: again }: Once<unknown>): Record<string, string> =>
  again ? { 'idempotency-replayed': 'true' } : {};

export const entityTag = (version: number) => `"${version}"`;

const write = (response: Response, status: number, mediaType: string, text: string | Buffer) => {
  response.statusCode = status;
  response.setHeader('content-type', mediaType);
  response.setHeader('content-length', Buffer.byteLength(text));
  response.end(text);
};

/** The JSON of an answer may take megabytes. */
const jsonBytes = async (body: unknown): Promise<Buffer> => {
  const slices: Buffer[] = [];
  for await (const slice of jsonSlices(body)) slices.push(Buffer.from(slice));
  return Buffer.concat(slices);
};

/** The first part before the head: what fails until then is answered as a problem. */
async function writeStream(response: Response, status: number, mediaType: string, stream: AsyncIterable<string>) {
  const parts = stream[Symbol.asyncIterator]();
  const first = await parts.next();
  response.statusCode = status;
  response.setHeader('content-type', mediaType);
  const rest = async function* () {
    for (let next = first; !next.done; next = await parts.next()) {
      yield next.value;
      await pace();
    }
  };
  // A reader that leaves is no fault of the service.
  await pipeline(rest, response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

export async function sendAnswer(response: Response, answer: Answer): Promise<void> {
  const { status, body, headers = {}, mediaType, stream } = answer;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('cache-control', 'no-store');
  if (mediaType && stream) await writeStream(response, status, `${mediaType}; charset=utf-8`, stream);
  else if (mediaType) write(response, status, `${mediaType}; charset=utf-8`, String(body));
  else write(response, status, 'application/json; charset=utf-8', await jsonBytes(body));
}

/** The path alone: a query string may hold what should not be repeated. */
const instanceOf = (request: Request) => request.originalUrl.split('?', 1)[0] ?? '/';

export function sendProblem(request: Request, response: Response, problem: Problem): void {
  const { retryAfter, allow } = problem.extras;
  if (retryAfter !== undefined) response.setHeader('retry-after', String(Math.ceil(retryAfter)));
  if (allow) response.setHeader('allow', allow.join(', '));
  response.setHeader('cache-control', 'no-store');
  const body = problemBody(problem, instanceOf(request), response.locals.requestId as string);
  write(response, problem.status, 'application/problem+json; charset=utf-8', JSON.stringify(body));
}

/** Express and its router throw errors with a `status`; a bad percent sequence in a path is the one that clients can cause. */
const isClientError = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 400;

/** Whatever was thrown, as a problem. What is not one is a fault of the service, and nothing of it is shown. */
export function toProblem(error: unknown): Problem {
  if (isProblem(error)) return error;
  if (error instanceof UnreadableText) {
    return new Problem('unprocessable', `The text, or one that it is compared with, cannot be read: ${error.message}.`);
  }
  if (isClientError(error)) {
    const message = 'holds a percent sequence that is not UTF-8';
    return new Problem('validation-failed', `path: ${message}`, {
      errors: [{ path: 'path', code: 'invalid_encoding', message }],
    });
  }
  return new Problem('internal', 'The service failed. Its log holds the reason under this requestId.', {
    cause: error,
  });
}
