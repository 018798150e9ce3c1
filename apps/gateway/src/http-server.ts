import { createServer, type Server } from 'node:http';
import { setTimeout as startTimer } from 'node:timers';
import type { Settings } from '@hippocamp/runtime/settings';
import { Problem } from '@hippocamp/shared/problems';
import type { Express } from 'express';
import { answerConnectionErrors, notHttp, refuse } from './http/connection-errors.js';
import { toOriginForm } from './http/origin-form.js';

export interface HttpServer {
  server: Server;
  /** From now on each answer asks its client to leave. */
  drain(): void;
  /** Stops listening and waits for requests under way, at most `milliseconds`. */
  close(milliseconds: number): Promise<void>;
}

const CHECK_EVERY = 500;
/** Longer than clients and proxies keep a connection, so that none is closed while a request is on its way. */
const KEEP_ALIVE = 65_000;

/** An application before the sockets that it is asked over; it listens nowhere yet. */
export function createHttpServer(app: Express, { headersTimeout, requestTimeout }: Settings): HttpServer {
  let draining = false;
  const server = createServer(
    // A missing host is refused below, with a problem.
    {
      headersTimeout,
      requestTimeout,
      connectionsCheckingInterval: CHECK_EVERY,
      keepAliveTimeout: KEEP_ALIVE,
      requireHostHeader: false,
    },
    (request, response) => {
      // With `Connection: close`.
      if (draining) response.shouldKeepAlive = false;
      if (toOriginForm(request)) app(request, response);
      else refuse(request.socket, notHttp());
    },
  );
  answerConnectionErrors(server);
  // As many as fit into the bytes that headers may take: beyond Node's thousand, a repeated one would not be seen.
  server.maxHeadersCount = 0;
  server.on('checkExpectation', (request) => {
    refuse(request.socket, new Problem('expectation-failed', 'Only `Expect: 100-continue` is met here.'));
  });
  return {
    server,
    drain() {
      draining = true;
    },
    close: (milliseconds) =>
      new Promise((resolve) => {
        const force = startTimer(() => server.closeAllConnections(), milliseconds);
        server.close(() => {
          clearTimeout(force);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
