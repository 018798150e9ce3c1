import type { Caller } from '@hippocamp/core/modules/caller';
import type { Owners } from '@hippocamp/core/modules/graph/owners';
import { NameTaken } from '@hippocamp/core/modules/graph/owners';
import { mayBeKept, outcomeUnknown } from '@hippocamp/core/modules/idempotency/run-once';
import type { JsonBounds } from '@hippocamp/core/modules/json/json-scanner';
import { type Asked, limitToOwner } from '@hippocamp/core/modules/keys/owner-limit';
import type { Admission, Standing } from '@hippocamp/core/modules/limits/admission';
import type { TenantRecords } from '@hippocamp/core/ports/records';
import { fit, type Place } from '@hippocamp/shared/operations/field-errors';
import { type Operation, writes } from '@hippocamp/shared/operations/types';
import { validationFailed } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { LINE_BYTES, LINE_VALUES } from '@hippocamp/shared/schemas/transfer';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { type Answer, makeAnswer, sendAnswer } from './answer.js';
import {
  type Authorize,
  preferredWait,
  prefersAsync,
  readIdempotencyKey,
  readIfMatch,
  readOnce,
  readQuery,
} from './authorize.js';
import type { BodyRoom } from './body-room.js';
import { fingerprint } from './fingerprint.js';
import type { Outgoing } from './outgoing.js';
import { createOwnerNames } from './owner-names.js';
import { checkMediaType, drain, hasBody, readBody } from './read-body.js';
import { readLines } from './read-lines.js';
import { withPlaces } from './with-places.js';

export interface RouteOptions {
  admission: Admission;
  body: JsonBounds;
  bodies: BodyRoom;
  /** Bounds of a body with a list whose items each have the bounds of `body`. */
  batchBody: JsonBounds;
  /** Bytes of a body of lines. */
  importLimit: number;
  /** ms that an import may wait for its place. */
  importWait: number;
  outgoing: Outgoing;
  authorize: Authorize;
  recordsOf(tenant: TenantId): TenantRecords;
  owners: Owners;
  checkAnswers: boolean;
}

type UntypedHandler = (input: Record<string, unknown>) => Promise<Answer>;

const check = (place: Place, schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return undefined;
  const { data, errors } = fit(place, schema, value);
  if (errors) throw validationFailed(errors);
  return data;
};

const callerOf = async (
  operation: Operation,
  request: Request,
  response: Response,
  authorize: Authorize,
): Promise<Caller | undefined> => {
  if (operation.scope === null) return undefined;
  const { tenant, scopes, owner, keyId } = await authorize(request, operation);
  if (tenant === null) return undefined;
  const { requestId, traceparent } = response.locals as { requestId: string; traceparent: string | undefined };
  return { tenant, scopes, owner, keyId, requestId, traceparent };
};

const withIdempotency = async (
  operation: Operation,
  caller: Caller | undefined,
  request: Request,
  body: object | undefined,
) => {
  const key = operation.idempotent ? readIdempotencyKey(request) : undefined;
  if (!caller || key === undefined) return caller;
  // A client's key holds no space, so no other caller can use the key of an owner.
  const own = caller.owner === undefined ? key : `${caller.owner} ${key}`;
  return { ...caller, idempotency: { key: own, fingerprint: await fingerprint(request.method, request.path, body) } };
};

const checkAnswer = (id: string, operation: Operation, answer: Answer) => {
  const schema = operation.answers[answer.status];
  if (!schema) throw new Error(`${id} answered ${answer.status}, which its operation does not name`);
  const parsed = schema.safeParse(answer.body);
  if (!parsed.success) throw new Error(`${id} answered outside its schema: ${parsed.error.message}`);
};

/** JSON depth of a line of an import: the history of a memory holds what was once a body, deeper down. */
const LINE_DEPTH = 40;
/** An ingest is kept with what became of each statement and its words, which takes about three times what was sent. */
const LINE_BODIES = 4;

const nothing = z.strictObject({});

/** An undeclared parameter or body is refused: the client may rely on it as a safeguard. Pages ignore it. */
const requestSchemas = ({ scope, query, body, lines }: Operation) =>
  scope === null ? { query, body } : { query: query ?? nothing, body: body ?? (lines ? undefined : nothing) };

const readWhole = async (
  { items, lines, scope }: Operation,
  request: Request,
  { body, batchBody, bodies }: RouteOptions,
): Promise<object | undefined> => {
  if (items && !lines) return readBody(request, bodies, batchBody, { ...body, ...items });
  if (scope !== null && !lines) return readBody(request, bodies, body);
  if (hasBody(request)) checkMediaType(request, lines ? 'application/x-ndjson' : 'application/json');
  return undefined;
};

/** A slow reader may take days, and an import a minute: what goes on meanwhile is for a key that holds. */
async function* whileAllowed<Part>(parts: AsyncIterable<Part>, check: () => Promise<unknown>): AsyncGenerator<Part> {
  for await (const part of parts) {
    await check();
    yield part;
  }
}

/** HEAD sends no body, so the body of a stream is not made for it. */
async function* headAlone(): AsyncGenerator<string> {}

const streamFor = ({ method }: Request, parts: AsyncIterable<string>, check: () => Promise<unknown>) =>
  method === 'HEAD' ? headAlone() : whileAllowed(parts, check);

const limited = (operation: Operation, caller: Caller | undefined, asked: Asked, { recordsOf }: RouteOptions) =>
  caller?.owner === undefined
    ? asked
    : limitToOwner(operation.forOwner, asked, {
        owner: caller.owner,
        records: recordsOf(caller.tenant),
        changes: writes(operation),
      });

/** Headers of draft-ietf-httpapi-ratelimit-headers. */
const tellStanding = (response: Response, { policy, quota, window, remaining, resetIn }: Standing) => {
  response.appendHeader('ratelimit-policy', `"${policy}";q=${quota};w=${window}`);
  response.appendHeader('ratelimit', `"${policy}";r=${remaining};t=${Math.ceil(resetIn / 1000)}`);
};

/** Runs before any of the body is read. */
export const letIn = async (
  { adds }: Pick<Operation, 'adds'>,
  { tenant, keyId: key }: Pick<Caller, 'tenant' | 'keyId'>,
  request: Request,
  response: Response,
  admission: Admission,
): Promise<() => void> => {
  try {
    return await admission.admit({ tenant, key, adds }, (standing) => tellStanding(response, standing));
  } catch (error) {
    drain(request);
    throw error;
  }
};

export function createRoute(
  id: string,
  operation: Operation,
  handle: UntypedHandler,
  options: RouteOptions,
): RequestHandler {
  const schemas = requestSchemas(operation);
  const names = createOwnerNames(options.owners, operation);
  const values = Math.max(LINE_VALUES, options.batchBody.values);
  const lineLimits = {
    line: { bytes: Math.max(LINE_BYTES, options.batchBody.bytes), values, depth: LINE_DEPTH },
    items: {
      bytes: Math.max(LINE_BYTES, LINE_BODIES * options.body.bytes),
      values,
      ...(operation.items ?? { member: '', most: 0 }),
    },
    body: operation.lines ? options.importLimit : 0,
  };
  const serve = async (request: Request, response: Response, caller: Caller | undefined) => {
    const params = check('path', operation.params, request.params);
    const query = check('query', schemas.query, readQuery(request.originalUrl));
    const raw = await readWhole(operation, request, options);
    const sent = { query, body: check('body', schemas.body, raw) };
    const known = await withIdempotency(operation, caller, request, raw);
    const all = readLines(request, lineLimits, options.bodies);
    const checkKey = () => options.authorize(request, operation);
    const lines = caller ? options.admission.withinQuota(caller.tenant, whileAllowed(all, checkKey)) : all;
    const makeOnce = async () => {
      const { named, makeOwners, ...settled } = caller
        ? await names.inRequest(caller, sent)
        : { ...sent, named: new Map(), makeOwners: undefined };
      const asked = await limited(operation, caller, { params, ...settled }, options);
      const answer = await handle({
        ...asked,
        caller: known && { ...known, makeOwners },
        ifMatch: readIfMatch(request),
        respondAsync: prefersAsync(request),
        waitFor: preferredWait(request),
        lines,
        header: (name: string) => readOnce(request, name),
      }).catch((error: unknown) => {
        const keyed = known?.idempotency !== undefined;
        throw writes(operation) && mayBeKept(error) ? outcomeUnknown(error, { keyed }) : error;
      });
      if (caller) await names.inAnswer(caller.tenant, answer, named);
      if (options.checkAnswers && !answer.stream) checkAnswer(id, operation, answer);
      return makeAnswer({
        ...answer,
        ...(answer.stream && { stream: streamFor(request, answer.stream, checkKey) }),
        ...(operation.mediaType ? { mediaType: operation.mediaType } : {}),
      });
    };
    // A repeat is safe: nothing was kept, and the name is known by now. The lines of an import cannot be read twice.
    const make = () =>
      makeOnce().catch((error: unknown) => {
        if (error instanceof NameTaken && !operation.lines) return makeOnce();
        throw error;
      });
    const { outgoing, bodies, importWait } = options;
    const bytes = bodies.bytesOf(request);
    const room = { outgoing, tenant: caller?.tenant ?? '', query, body: sent.body, bytes, response, importWait };
    const made = await (caller ? withPlaces(operation, room, make) : make());
    await sendAnswer(response, made, outgoing);
  };
  return async (request, response) => {
    const caller = await callerOf(operation, request, response, options.authorize).catch((error: unknown) => {
      drain(request);
      throw error;
    });
    response.locals.tenant = caller?.tenant;
    const leave = caller ? await letIn(operation, caller, request, response, options.admission) : () => undefined;
    try {
      await serve(request, response, caller);
    } finally {
      options.bodies.leave(request);
      leave();
    }
  };
}
