import { createServer, type Server } from 'node:http';
import { setTimeout as startTimer } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import type { Service } from '@hippocamp/runtime/service';
import type { Settings } from '@hippocamp/runtime/settings';
import { Problem } from '@hippocamp/shared/problems';
import { createApp } from './app.js';
import { answerConnectionErrors, notHttp, refuse } from './http/connection-errors.js';
import { toOriginForm } from './http/origin-form.js';

export interface RunningGateway {
  url: string;
  /** Goes on answering for so many ms, and asks clients to leave with each answer. */
  drain(milliseconds: number): Promise<void>;
  /** Stops listening and waits for requests under way, at most `milliseconds`. */
  close(milliseconds: number): Promise<void>;
}

const listen = (server: Server, port: number, host: string) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });

const CHECK_EVERY = 500;
/** Longer than clients and proxies keep a connection, so that none is closed while a request is on its way. */
const KEEP_ALIVE = 65_000;

/** Serves a built service over HTTP. */
export async function startGateway(service: Service, settings: Settings): Promise<RunningGateway> {
  const { headersTimeout, requestTimeout } = settings;
  let draining = false;
  const app = createApp(service, { ...settings, probesByAnyName: !settings.onLoopback });
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
  const port = await listen(server, settings.port, settings.host);
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return {
    url: `http://${host}:${port}`,
    async drain(milliseconds) {
      draining = true;
      await setTimeout(milliseconds);
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
