import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { readTraceParent } from './trace-parent.js';

const acceptable = /^[\x21-\x7e]{1,128}$/;

/** The id of a request: the client's where it is usable, else a new one; on the answer and in every log line, beside its trace. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.get('x-request-id');
  response.locals.requestId = given && acceptable.test(given) ? given : randomUUID();
  response.locals.traceparent = readTraceParent(request.get('traceparent'));
  response.setHeader('x-request-id', response.locals.requestId as string);
  next();
};
