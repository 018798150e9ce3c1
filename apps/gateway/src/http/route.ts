import type { Caller } from '@hippocamp/core/modules/caller';
import { fieldErrors, type Place } from '@hippocamp/shared/operations/field-errors';
import { ignoredMembers } from '@hippocamp/shared/operations/ignored-members';
import type { Operation, Scope } from '@hippocamp/shared/operations/types';
import { validationFailed } from '@hippocamp/shared/problems';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { type Answer, sendAnswer } from './answer.js';
import { fingerprint } from './fingerprint.js';
import { ignoredHeader } from './ignored-header.js';
import { checkBodyType, checkMediaType, hasBody, readBody } from './read-body.js';
import { prefersAsync, readIdempotencyKey, readIfMatch, readOnce, readTenant } from './read-headers.js';
import { readLines } from './read-lines.js';
import { readQuery } from './read-query.js';

export interface RouteOptions {
  bodyLimit: number;
  batchBodyLimit: number;
  /** Bytes of a body of lines. */
  importLimit: number;
  /** Check every answer against the operation's schema. */
  checkAnswers: boolean;
}

type UntypedHandler = (input: Record<string, unknown>) => Promise<Answer>;

const check = (place: Place, schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationFailed(fieldErrors(place, parsed.error));
  return parsed.data;
};

/** Without keys, everyone who names a tenant may do everything in it. */
const everyScope: ReadonlySet<Scope> = new Set(['read', 'write', 'admin']);

const callerOf = (operation: Operation, request: Request, response: Response): Caller | undefined =>
  operation.scope === null
    ? undefined
    : { tenant: readTenant(request), scopes: everyScope, requestId: response.locals.requestId as string };

const withIdempotency = (operation: Operation, caller: Caller | undefined, request: Request, body: unknown) => {
  const key = operation.idempotent ? readIdempotencyKey(request) : undefined;
  if (!caller || key === undefined) return caller;
  return { ...caller, idempotency: { key, fingerprint: fingerprint(request.method, request.path, body) } };
};

const checkAnswer = (id: string, operation: Operation, answer: Answer) => {
  const schema = operation.answers[answer.status];
  if (!schema) throw new Error(`${id} answered ${answer.status}, which its operation does not name`);
  const parsed = schema.safeParse(answer.body);
  if (!parsed.success) throw new Error(`${id} answered outside its schema: ${parsed.error.message}`);
};

/** A stream of lines is left to the handler. */
const readWhole = async (operation: Operation, request: Request, limit: number): Promise<object | undefined> => {
  if (operation.body) return readBody(request, limit);
  if (operation.lines && hasBody(request)) checkMediaType(request, 'application/x-ndjson');
  else checkBodyType(request);
  return undefined;
};

/** The route of an operation: reads and checks what it declares, calls the handler, writes the answer. */
export function createRoute(
  id: string,
  operation: Operation,
  handle: UntypedHandler,
  options: RouteOptions,
): RequestHandler {
  const limit = operation.large ? options.batchBodyLimit : options.bodyLimit;
  return async (request, response) => {
    const caller = callerOf(operation, request, response);
    response.locals.tenant = caller?.tenant;
    const params = check('path', operation.params, request.params);
    const rawQuery = readQuery(request.originalUrl);
    const query = check('query', operation.query, rawQuery);
    const raw = await readWhole(operation, request, limit);
    const body = check('body', operation.body, raw);
    const ignored = [
      ...(operation.body ? ignoredMembers(operation.body, raw) : []),
      ...(operation.query
        ? ignoredMembers(operation.query, rawQuery, 'query')
        : Object.keys(rawQuery).map((name) => `query/${name}`)),
    ];
    for (const [name, value] of Object.entries(ignoredHeader(ignored))) response.setHeader(name, value);
    const answer = await handle({
      params,
      query,
      body,
      ignored,
      caller: withIdempotency(operation, caller, request, raw),
      ifMatch: readIfMatch(request),
      respondAsync: prefersAsync(request),
      lines: readLines(request, { line: limit, body: operation.lines ? options.importLimit : 0 }),
      header: (name: string) => readOnce(request, name),
    });
    if (options.checkAnswers && !answer.stream) checkAnswer(id, operation, answer);
    await sendAnswer(response, { ...answer, ...(operation.mediaType ? { mediaType: operation.mediaType } : {}) });
  };
}
