import type { Caller } from '@hippocamp/core/modules/caller';
import type { Once } from '@hippocamp/core/modules/idempotency/run-once';
import { jsonSlices } from '@hippocamp/core/modules/json/json-text';
import type { SentLine } from '@hippocamp/core/modules/transfer/read-line';
import { pace } from '@hippocamp/core/modules/waiting';
import { UnreadableText } from '@hippocamp/core/ports/language';
import type { OperationId, Operations } from '@hippocamp/shared/operations/table';
import type { AnswerOf, RequestOf } from '@hippocamp/shared/operations/types';
import { isProblem, Problem, problemBody } from '@hippocamp/shared/problems';
import type { Request, Response } from 'express';
import type { Outgoing } from './outgoing.js';

export interface Answer<Body = unknown> {
  status: number;
  body: Body;
  headers?: Record<string, string>;
  mediaType?: string;
  /** The body in bytes, where it is the same each time: however many ask for it, it is in memory once. */
  bytes?: Buffer;
  /** Parts of text, sent in place of the body. */
  stream?: AsyncIterable<string>;
}

export const replayed = ({ replayed: again }: Once<unknown>): Record<string, string> =>
  again ? { 'idempotency-replayed': 'true' } : {};

export const entityTag = (version: number) => `"${version}"`;

const head = (response: Response, status: number, mediaType: string, parts?: readonly Buffer[]) => {
  response.statusCode = status;
  response.setHeader('content-type', mediaType);
  if (parts)
    response.setHeader(
      'content-length',
      parts.reduce((sum, { length }) => sum + length, 0),
    );
};

const jsonBytes = async (body: unknown): Promise<Buffer[]> => {
  const slices: Buffer[] = [];
  for await (const slice of jsonSlices(body)) slices.push(Buffer.from(slice));
  return slices;
};

async function* restOf(first: IteratorResult<string>, parts: AsyncIterator<string>) {
  try {
    for (let next = first; !next.done; next = await parts.next()) {
      yield next.value;
      await pace();
    }
  } finally {
    await parts.return?.();
  }
}

/** Bytes counted for the rows that a stream holds at once: in memory as rows, values and text. */
const PAGE_BYTES = 4 * 1024 * 1024;

/** An answer in bytes; what it was made from can be freed while the client reads. */
export interface MadeAnswer extends Omit<Answer, 'body' | 'bytes'> {
  parts: Buffer[];
}

export const makeAnswer = async ({ body, bytes, stream, ...answer }: Answer): Promise<MadeAnswer> => {
  if (bytes) return { ...answer, parts: [bytes] };
  if (!stream) return { ...answer, parts: answer.mediaType ? [Buffer.from(String(body))] : await jsonBytes(body) };
  // The first part is made before the head is sent, so a failure until then is answered as a problem.
  const all = stream[Symbol.asyncIterator]();
  return { ...answer, parts: [], stream: restOf(await all.next(), all) };
};

export async function sendAnswer(response: Response, answer: MadeAnswer, outgoing: Outgoing): Promise<void> {
  const { status, parts, headers = {}, mediaType = 'application/json', stream } = answer;
  const tenant = String(response.locals.tenant ?? '');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('cache-control', 'no-store');
  const type = `${mediaType}; charset=utf-8`;
  if (stream) {
    head(response, status, type);
    await outgoing.stream(response, tenant, stream, PAGE_BYTES);
  } else {
    head(response, status, type, parts);
    await outgoing.send(response, tenant, parts);
  }
}

/** Without the query string, which may hold private text. */
const instanceOf = (request: Request) => request.originalUrl.split('?', 1)[0] ?? '/';

/** A problem is nobody's answer: it waits for no room, and its client has as long to take it as any other. */
export async function sendProblem(
  request: Request,
  response: Response,
  problem: Problem,
  outgoing: Outgoing,
): Promise<void> {
  const { retryAfter, allow } = problem.extras;
  if (retryAfter !== undefined) response.setHeader('retry-after', String(Math.ceil(retryAfter)));
  if (allow) response.setHeader('allow', allow.join(', '));
  if (problem.status === 401) response.setHeader('www-authenticate', 'Bearer realm="hippocamp"');
  response.setHeader('cache-control', 'no-store');
  const body = problemBody(problem, instanceOf(request), response.locals.requestId as string);
  const text = Buffer.from(JSON.stringify(body));
  head(response, problem.status, 'application/problem+json; charset=utf-8', [text]);
  await outgoing.send(response, '', [text]);
}

/** The router throws an error with `status` 400 for a bad percent sequence in the path. */
const isClientError = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 400;

/** Turns anything thrown into a problem. An unknown error becomes `internal` and shows nothing of itself. */
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

interface HandlerInput<Op> extends RequestOf<Op> {
  caller: Op extends { scope: null | 'operator' } ? undefined : Caller;
  ifMatch: readonly number[] | undefined;
  respondAsync: boolean;
  /** ms; undefined when the caller does not say. */
  waitFor: number | undefined;
  lines: AsyncIterable<SentLine>;
  /** A header of the operation itself; a repeated one is refused. */
  header(name: string): string | undefined;
}

type Handler<Id extends OperationId> = (
  input: HandlerInput<Operations[Id]>,
) => Promise<Answer<AnswerOf<Operations[Id]>>>;

export type Handlers = { [Id in OperationId]: Handler<Id> };
