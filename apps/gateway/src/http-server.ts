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

/** Names and values may be empty, so that their bytes do not bound the memory that headers take. */
const MOST_HEADERS = 200;

const tooManyHeaders: [ProblemName, string] = [
  'header-fields-too-large',
  `There are more than ${MOST_HEADERS} headers.`,
];

const otherwise: [ProblemName, string] = ['malformed-request', 'This is not a request that HTTP/1.1 allows.'];

/** ms in which a client may take a refusal and leave. */
const LINGER = 2000;

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
  // A client that never leaves would keep the connection, and whatever waits on it.
  const timer = startTimer(() => socket.destroy(), LINGER).unref();
  socket.once('close', () => clearTimeout(timer));
}

/** Answers what never becomes a request: broken HTTP, late headers or bodies, tunnels, expectations. */
function answerConnectionErrors(server: Server, endsLater: (socket: Duplex) => boolean): void {
  const refuseLast = (socket: Duplex, problem: Problem) => {
    if (!endsLater(socket)) refuse(socket, problem);
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    refuseLast(socket, new Problem(...(byCode[error.code ?? ''] ?? otherwise)));
  });
  server.on('connect', (_request, socket: Duplex) => {
    const allow = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];
    refuseLast(socket, new Problem('method-not-allowed', 'This is no proxy.', { allow }));
  });
  server.on('checkExpectation', ({ socket }) => {
    refuseLast(socket, new Problem('expectation-failed', 'Only `Expect: 100-continue` is met here.'));
  });
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Requests that one connection may have waiting. Each takes some KiB, and a packet may bring a thousand. */
const MOST_HELD = 32;
/** Where the bodies of waiting requests take more bytes, what is still to come is left with its sender. */
const FEW_BYTES = 16 * 1024;

interface ConnectionQueue {
  now: Exchange;
  held: Exchange[];
  /** Nothing more of this connection is worked on. */
  ends?: boolean;
}

/** As announced: the body has not come when its request begins to wait. */
const bytesOf = ({ request: { headers } }: Exchange): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY;

/** Less than this is read ahead, because a connection that is not read does not tell that its sender has left. */
const isMuch = ({ held }: ConnectionQueue): boolean => held.reduce((sum, one) => sum + bytesOf(one), 0) > FEW_BYTES;

/** Requests of one connection are worked on one at a time, since they are answered in order anyway. */
function createConnectionQueues(listener: Listener) {
  const busy = new WeakMap<Duplex, ConnectionQueue>();

  const restIfMuch = (socket: Duplex) => {
    const queue = busy.get(socket);
    if (queue && (queue.ends || isMuch(queue))) socket.pause();
  };
  /** Node has the connection read on at the end of each request. A pause before that has begun would not last. */
  const restSoon = (socket: Duplex) => process.nextTick(restIfMuch, socket);

  const begin = ({ request, response }: Exchange) => {
    const { socket } = request;
    response.once('close', () => {
      const queue = busy.get(socket);
      const next = queue?.held.shift();
      if (!queue || !next) return void busy.delete(socket);
      queue.now = next;
      if (!isMuch(queue)) socket.resume();
      // Others get their turn in between, or a packet would be answered whole in one turn.
      void pace().then(() => begin(next));
    });
    if (!socket.destroyed) listener(request, response);
  };

  return {
    /** Node reads on by itself, for instance when a body has been read. */
    follow: (socket: Duplex): void => void socket.on('resume', () => restIfMuch(socket)),
    listen(request: IncomingMessage, response: ServerResponse): void {
      const { socket } = request;
      const queue = busy.get(socket);
      if (!queue) {
        busy.set(socket, { now: { request, response }, held: [] });
        begin({ request, response });
      } else if (queue.held.length >= MOST_HELD) socket.destroy();
      else {
        queue.held.push({ request, response });
        restSoon(socket);
      }
    },
    /**
     * True where an earlier request is being answered: a refusal on the raw socket would be taken for its answer, or
     * stand within it. The connection then ends behind that answer.
     */
    endsLater(socket: Duplex): boolean {
      const queue = busy.get(socket);
      if (!queue || (queue.held.length === 0 && !queue.now.request.complete && !queue.now.response.headersSent))
        return false;
      queue.held.length = 0;
      if (!queue.ends) queue.now.response.once('close', () => socket.destroy());
      queue.ends = true;
      restSoon(socket);
      return true;
    },
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
  const queues = createConnectionQueues((request, response) => {
    if (draining) response.shouldKeepAlive = false;
    if (request.rawHeaders.length > 2 * MOST_HEADERS) refuse(request.socket, new Problem(...tooManyHeaders));
    else if (toOriginForm(request)) app(request, response);
    else refuse(request.socket, new Problem(...otherwise));
  });
  const server = createServer(
    // A missing host is refused below, with a problem.
    {
      headersTimeout,
      requestTimeout,
      connectionsCheckingInterval: CHECK_EVERY,
      keepAliveTimeout: KEEP_ALIVE,
      requireHostHeader: false,
    },
    queues.listen,
  );
  server.on('connection', queues.follow);
  answerConnectionErrors(server, queues.endsLater);
  // Node drops what goes beyond, unseen. One more than is let through tells it.
  server.maxHeadersCount = MOST_HEADERS + 1;
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
