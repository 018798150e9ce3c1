import type { Log } from '@hippocamp/core/ports/log';
import type { Metrics } from '@hippocamp/runtime/metrics';
import type { RequestHandler } from 'express';

/** One line and one measurement for each request, when its answer is written. Never a body, a query string or a key. */
export const accessLog =
  (log: Log, metrics: Metrics): RequestHandler =>
  (request, response, next) => {
    const start = process.hrtime.bigint();
    response.on('close', () => {
      const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
      const route = (response.locals.route as string | undefined) ?? 'unknown';
      metrics.request(request.method, route, response.statusCode, milliseconds / 1000);
      log.info(
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
