import type { Service } from '@hippocamp/runtime/service';
import { operations } from '@hippocamp/shared/operations/table';
import type { Operation } from '@hippocamp/shared/operations/types';
import { Problem } from '@hippocamp/shared/problems';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { adminHandlers, erasureHandlers, transferHandlers } from './handlers/admin.js';
import { entityHandlers } from './handlers/entities.js';
import { eventHandlers } from './handlers/events.js';
import { ingestHandlers } from './handlers/ingest.js';
import { lifecycleHandlers } from './handlers/lifecycle.js';
import { memoryHandlers } from './handlers/memories.js';
import { operatorHandlers } from './handlers/operator.js';
import { recallHandlers } from './handlers/recall.js';
import { relationHandlers } from './handlers/relations.js';
import { reviewHandlers } from './handlers/reviews.js';
import { type SystemOptions, systemHandlers } from './handlers/system.js';
import { type Handlers, sendProblem, toProblem } from './http/answer.js';
import {
  allowOrigins,
  type HostAndOriginOptions,
  onlyAllowedHosts,
  withSafeHeaders,
} from './http/hosts-and-origins.js';
import { accessLog, createFailureLog, requestId } from './http/request-log.js';
import { createRoute, type RouteOptions } from './http/route.js';

const allHandlers = (service: Service, options: SystemOptions): Handlers => ({
  ...memoryHandlers(service),
  ...ingestHandlers(service),
  ...adminHandlers(service),
  ...entityHandlers(service),
  ...eventHandlers(service),
  ...relationHandlers(service),
  ...recallHandlers(service),
  ...lifecycleHandlers(service),
  ...erasureHandlers(service),
  ...transferHandlers(service),
  ...reviewHandlers(service),
  ...operatorHandlers(service),
  ...systemHandlers(service, options),
});

const nowhere: RequestHandler = () => {
  throw new Problem('not-found', 'No operation has this path; /docs lists them.');
};

const notThisMethod = (allow: string[]): RequestHandler => {
  return () => {
    throw new Problem('method-not-allowed', `This path answers ${allow.join(', ')}.`, { allow });
  };
};

/** Logs and metrics name this path; the path of a request may hold ids. */
const named = (path: string): RequestHandler => {
  return (_request, response, next) => {
    response.locals.route = path;
    next();
  };
};

const mount = (app: Express, handlers: Handlers, options: RouteOptions) => {
  const byPath = new Map<string, [string, Operation][]>();
  for (const entry of Object.entries<Operation>(operations)) {
    const { path } = entry[1];
    byPath.set(path, [...(byPath.get(path) ?? []), entry]);
  }
  for (const [path, entries] of byPath) {
    const route = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    route.all(named(path));
    for (const [id, operation] of entries) {
      // The mapped type `Handlers` has checked that each handler fits its operation.
      const handle = handlers[id as keyof Handlers] as unknown as Parameters<typeof createRoute>[2];
      route[operation.method](createRoute(id, operation, handle, options));
    }
    const methods = entries.map(([, { method }]) => method.toUpperCase());
    route.all(notThisMethod(methods.includes('GET') ? [...methods, 'HEAD'] : methods));
  }
};

/** `Request` cannot be made of others, such as TRACE. All but POST are answered that there are no sessions. */
const mountMcp = (app: Express, mcp: RequestHandler) =>
  app
    .route('/mcp')
    .all(named('/mcp'))
    .get(mcp)
    .post(mcp)
    .delete(mcp)
    .options(mcp)
    .all(notThisMethod(['POST']));

export type AppOptions = Omit<RouteOptions, 'admission' | 'recordsOf' | 'owners'> &
  HostAndOriginOptions &
  SystemOptions;

export function createApp(service: Service, options: AppOptions, mcp?: RequestHandler): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.use(requestId, accessLog(service.log, service.metrics), withSafeHeaders);
  app.use(onlyAllowedHosts(options), allowOrigins(options, options.outgoing));
  const { recordsOf, admission, owners } = service;
  mount(app, allHandlers(service, options), { ...options, recordsOf, admission, owners });
  if (mcp) mountMcp(app, mcp);
  app.use(nowhere);
  const tell = createFailureLog(service);
  const fail: ErrorRequestHandler = (error, request, response, _next) => {
    const problem = toProblem(error);
    tell(problem, response);
    if (response.headersSent) response.destroy();
    else void sendProblem(request, response, problem, options.outgoing);
  };
  app.use(fail);
  return app;
}
