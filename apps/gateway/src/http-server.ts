import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as startTimer } from 'node:timers';
import { pace } from '@hippocamp/core/modules/waiting';
import type { Settings } from '@hippocamp/runtime/settings';
import { Problem, type ProblemName, problemBody } from '@hippocamp/shared/problems';
import type { Express } from 'express';
import { safeHeaders } from './http/hosts-and-origins.js';

const targetOf = (target: string): { path: string; host?: string } | null => {
  if (target.startsWith('/') || target === '*') return { path: target };
  if (!URL.canParse(target)) return null;
  const { pathname, search, host } = new URL(target);
  return { path: `${pathname}${search}`, host };
};

/** Returns false where Express would answer with its own page. A target may be a whole URL (RFC 9112, 3.2.2). */
function toOriginForm(request: IncomingMessage): boolean {
  const target = targetOf(request.url ?? '');
  if (target === null || (request.httpVersion === '1.1' && request.headers.host === undefined)) return false;
  request.url = target.path;
  // The host of the target counts more than the header.
  if (target.host !== undefined) request.headers.host = target.host;
  return true;
}

const byCode: Record<string, [ProblemName, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: ['header-fields-too-large', 'The headers take more than 16 KiB.'],
};

const otherwise: [ProblemName, string] = ['malformed-request', 'This is not a request that HTTP/1.1 allows.'];

function refuse(socket: Duplex, problem: Problem): void {
  const requestId = randomUUID();
  const body = JSON.stringify(problemBody(problem, '/', requestId));
  const { allow } = problem.extras;
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\ncontent-type: application/problem+json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${requestId}\r\ncache-control: no-store\r\n` +
      Object.entries(safeHeaders)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('') +
      `${allow ? `allow: ${allow.join(', ')}\r\n` : ''}connection: close\r\n\r\n${body}`,
  );
}

/** Answers what never becomes a request: broken HTTP, late headers or bodies, tunnels. */
function answerConnectionErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    refuse(socket, new Problem(...(byCode[error.code ?? ''] ?? otherwise)));
  });
  server.on('connect', (_request, socket: Duplex) => {
    const allow = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];
    refuse(socket, new Problem('method-not-allowed', 'This is no proxy.', { allow }));
  });
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests of one connection are worked on one at a time: hundreds may come in one packet, and are answered in order anyway. */
function oneByOne(listener: Listener): Listener {
  const last = new WeakMap<Duplex, Promise<void>>();
  return (request, response) => {
    const { socket } = request;
    const before = last.get(socket);
    last.set(socket, new Promise((resolve) => response.once('close', resolve)));
    if (!before) return listener(request, response);
    // What the system takes at once would go on in this turn until all is answered.
    void before.then(pace).then(() => {
      if (!socket.destroyed) listener(request, response);
    });
  };
}

export interface HttpServer {
  server: Server;
  drain(): void;
  /** Stops listening and waits for requests under way, at most `milliseconds`. */
  close(milliseconds: number): Promise<void>;
}

const CHECK_EVERY = 500;
/** ms. Longer than clients and proxies keep a connection, so none is closed while a request is on its way. */
const KEEP_ALIVE = 65_000;

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
    oneByOne((request, response) => {
      if (draining) response.shouldKeepAlive = false;
      if (toOriginForm(request)) app(request, response);
      else refuse(request.socket, new Problem(...otherwise));
    }),
  );
  answerConnectionErrors(server);
  // The bytes of the headers are the only limit: beyond Node's thousand, a repeated header would not be seen.
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
