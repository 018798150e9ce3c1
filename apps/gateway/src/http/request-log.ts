import { randomUUID } from 'node:crypto';
import { type Log, withoutText } from '@hippocamp/core/ports/log';
import type { Metrics } from '@hippocamp/runtime/metrics';
import type { Service } from '@hippocamp/runtime/service';
import type { Problem, UnavailablePart } from '@hippocamp/shared/problems';
import type { RequestHandler, Response } from 'express';

/** Version 00 of https://www.w3.org/TR/trace-context/; ids of zeros only are invalid. */
const validTrace = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const validId = /^[\x21-\x7e]{1,128}$/;

/** Keeps the client's id where it is usable. The id goes on the answer and into every log line. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.get('x-request-id');
  const trace = request.get('traceparent');
  response.locals.requestId = given && validId.test(given) ? given : randomUUID();
  response.locals.traceparent = trace && validTrace.test(trace) ? trace : undefined;
  response.setHeader('x-request-id', response.locals.requestId as string);
  next();
};

/** Supervisors and Prometheus ask for these every few seconds. */
const probes: readonly unknown[] = ['/livez', '/readyz', '/metrics'];

const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'];

/** Anybody may send any of some forty methods, and each would begin series of its own for every path and status. */
const countedAs = (method: string) => (methods.includes(method) ? method : 'other');

/** Never logs a body, a query string or a key. Probes are logged at level debug. */
export const accessLog =
  (log: Log, metrics: Metrics): RequestHandler =>
  (request, response, next) => {
    const start = process.hrtime.bigint();
    response.on('close', () => {
      const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
      const route = (response.locals.route as string | undefined) ?? 'unknown';
      metrics.request(countedAs(request.method), route, response.statusCode, milliseconds / 1000);
      const level = probes.includes(route) ? 'debug' : 'info';
      log[level]?.(
        {
          requestId: response.locals.requestId as string,
          traceparent: response.locals.traceparent as string | undefined,
          tenant: response.locals.tenant as string | undefined,
          method: request.method,
          route,
          status: response.writableFinished ? response.statusCode : 'aborted',
          unavailable: response.locals.unavailable as string | undefined,
          milliseconds: Math.round(milliseconds * 10) / 10,
        },
        'request',
      );
    });
    next();
  };

/** ms. Many requests fail alike before an engine is known to be lost; one line in this time is enough. */
const QUIET = 10_000;

const contextOf = ({ locals }: Response) => ({
  requestId: locals.requestId as string,
  route: locals.route as string,
});

type Engine = Exclude<UnavailablePart, 'embedder'>;
const isEngine = (part: string): part is Engine => part === 'records' || part === 'index' || part === 'queue';

/** An outage fails requests by the hundred: its reason is logged once in `QUIET`, and not while the loss is known. */
export function createFailureLog({ log, metrics, isUp }: Pick<Service, 'log' | 'metrics' | 'isUp'>) {
  const lastTold = new Map<string, number>();

  const isNews = (part: string) => {
    if (isEngine(part) && !isUp(part)) return false;
    const last = lastTold.get(part);
    if (last !== undefined && performance.now() - last < QUIET) return false;
    lastTold.set(part, performance.now());
    return true;
  };

  return ({ problem, status, extras }: Problem, response: Response): void => {
    if (status < 500 || problem === 'overloaded') return;
    const { cause } = extras;
    const part = extras.part ?? 'work';
    const isUnavailable = problem === 'dependency-unavailable' || problem === 'outcome-unknown';
    if (isUnavailable) {
      metrics.unavailable(part);
      response.locals.unavailable = part;
    }
    if (isUnavailable && !isNews(part)) return;
    log.error({ ...contextOf(response), problem, ...(isUnavailable && { part }), ...withoutText(cause) }, 'failed');
  };
}
